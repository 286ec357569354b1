"""Wiring of the EHR's side: OpenEMR's tables by SQL, its documents over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
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
    open_chart_engine,
    optional_columns,
    read_site_globals,
)
from arbiter_fhir.settings import Settings

__all__ = ["SiteAdapters", "build_exchange", "build_fhir_client", "build_token_source"]


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
        engine = open_chart_engine(read_secret(settings.worker_url_file, "worker_url_file"))
        reading = open_chart_engine(read_secret(settings.query_url_file, "query_url_file"))
        with engine.connect() as connection:
            tables = ChartTables(
                settings.openemr_schema, optional=optional_columns(connection, settings.openemr_schema)
            )
            site = read_site_globals(connection, tables, default_zone=ZoneInfo("UTC"))
        with reading.connect() as connection:
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


def build_token_source(settings: Settings, exchange: HttpExchange) -> TokenSource:
    """Access tokens for OpenEMR.

    Raises:
        ConfigurationError: Address, client id or key are missing or wrong.
    """
    pem = read_secret(settings.ehr_private_key_file, "ehr_private_key_file").encode()
    credentials = ClientCredentials(settings.ehr_client_id, pem)
    return TokenSource(exchange, SiteAddress(settings.ehr_base_url), credentials, clock=UtcClock())


def build_fhir_client(settings: Settings) -> FhirClient:
    """OpenEMR over HTTP; errors as `build_token_source`."""
    exchange = build_exchange(settings)
    return FhirClient(exchange, SiteAddress(settings.ehr_base_url), build_token_source(settings, exchange))


def build_exchange(settings: Settings) -> HttpExchange:
    """HTTP with OpenEMR's certificate authority."""
    return HttpExchange(clock=UtcClock(), ca_file=settings.ehr_ca_file)
