"""Wiring of the EHR's side: OpenEMR's tables by SQL, its documents over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.openemr import (
    ChartTables,
    ClientCredentials,
    FhirClient,
    FhirDocumentContent,
    HttpExchange,
    SiteAddress,
    SqlChartReader,
    SqlDocumentRegister,
    TokenSource,
    connected,
    open_chart_engine,
    optional_columns,
    read_site_globals,
)
from arbiter_fhir.settings import Settings

__all__ = ["SiteAdapters", "build_address", "build_exchange", "build_fhir_client", "build_token_source"]


@dataclass(frozen=True, slots=True)
class SiteAdapters:
    """The EHR's side of a site, by SQL and over HTTP.

    Attributes:
        chart: As the worker's account sees it.
        answers_chart: As the query account sees it: it alone may read visits, vital signs and the like.
    """

    tables: ChartTables
    register: SqlDocumentRegister
    chart: SqlChartReader
    answers_chart: SqlChartReader
    content: FhirDocumentContent
    client: FhirClient
    zone: ZoneInfo

    def today(self) -> date:
        """The day at the site."""
        return datetime.now(self.zone).date()

    @staticmethod
    def connect(settings: Settings) -> SiteAdapters:
        """Open the chart with the worker's and the query account and prepare the FHIR client (no request is made yet).

        Raises:
            ConfigurationError: A setting is missing.
            ChartError: OpenEMR's database refused or failed.
        """
        engine = open_chart_engine(database_url(settings.worker_url_file, "worker_url_file"))
        reading = open_chart_engine(database_url(settings.query_url_file, "query_url_file"))
        with connected(engine, "looking at OpenEMR's tables") as connection:
            tables = ChartTables(
                settings.openemr_schema, optional=optional_columns(connection, settings.openemr_schema)
            )
            site = read_site_globals(connection, tables, default_zone=ZoneInfo("UTC"))
        with connected(reading, "looking at OpenEMR's tables") as connection:
            readable = ChartTables(
                settings.openemr_schema, optional=optional_columns(connection, settings.openemr_schema)
            )
        register = SqlDocumentRegister(engine, tables)
        chart = SqlChartReader(engine, tables)
        client = build_fhir_client(settings)
        return SiteAdapters(
            tables=tables,
            register=register,
            chart=chart,
            answers_chart=SqlChartReader(reading, readable),
            content=FhirDocumentContent(client, register, chart),
            client=client,
            zone=site.zone,
        )


def build_address(settings: Settings) -> SiteAddress:
    """Where the site answers.

    Raises:
        ConfigurationError: The address is not set, or not one that tokens and documents may go to.
    """
    if not settings.ehr_base_url:
        raise ConfigurationError("Set ARBITER_EHR_BASE_URL to OpenEMR's address, as https://ehr.example.")
    return SiteAddress(settings.ehr_base_url, settings.site)


def build_token_source(settings: Settings, exchange: HttpExchange) -> TokenSource:
    """Access tokens for OpenEMR.

    Raises:
        ConfigurationError: Address, client id or key are missing or wrong.
    """
    if not settings.ehr_client_id:
        raise ConfigurationError("Set ARBITER_EHR_CLIENT_ID: `arbiter-fhir register` gives one, and sets it.")
    pem = read_secret(settings.ehr_private_key_file, "ehr_private_key_file").encode()
    credentials = ClientCredentials(settings.ehr_client_id, pem)
    return TokenSource(exchange, build_address(settings), credentials, clock=UtcClock())


def build_fhir_client(settings: Settings) -> FhirClient:
    """OpenEMR over HTTP; errors as `build_token_source`."""
    exchange = build_exchange(settings)
    return FhirClient(exchange, build_address(settings), build_token_source(settings, exchange))


def build_exchange(settings: Settings) -> HttpExchange:
    """HTTP with OpenEMR's certificate authority."""
    return HttpExchange(clock=UtcClock(), ca_file=settings.ehr_ca_file)
