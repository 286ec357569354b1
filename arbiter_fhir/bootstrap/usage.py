"""Wiring of the report on what was spent."""

from __future__ import annotations

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.ports.usage import UsageReader
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlUsageReader, open_engine

__all__ = ["build_usage_reader"]


def build_usage_reader(settings: Settings) -> UsageReader:
    """Reads the site's measures with the query account.

    Raises:
        ConfigurationError: The account's file is missing.
    """
    return SqlUsageReader(open_engine(database_url(settings.query_url_file, "query_url_file")))
