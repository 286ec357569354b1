"""Wiring of one site: database accounts, OpenEMR, models, pipelines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from arbiter_fhir.bootstrap.reading import build_deidentifier, build_extractor, build_reader
from arbiter_fhir.bootstrap.secret_files import read_key, read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.domain.tenant import DocumentId, SiteId, TenantScope
from arbiter_fhir.openemr import (
    ChartTables,
    ClientCredentials,
    FhirClient,
    FhirDocumentContent,
    HttpExchange,
    SiteAddress,
    SqlChartReader,
    SqlChartWriter,
    SqlDocumentRegister,
    TokenSource,
    chart_trace,
    open_chart_engine,
    optional_columns,
    read_site_globals,
)
from arbiter_fhir.pipelines.attach import AttachPipeline
from arbiter_fhir.pipelines.ingest import IngestPipeline, IngestStep
from arbiter_fhir.pipelines.query import QueryPipeline
from arbiter_fhir.pipelines.records import RecordsPipeline
from arbiter_fhir.pipelines.retract import RetractPipeline
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.pipelines.watch import WatchPipeline
from arbiter_fhir.ports.custody import DerivedCount
from arbiter_fhir.providers import LocalEmbedder
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import (
    Peppers,
    PhiCipher,
    SqlAuditLog,
    SqlDocumentTrace,
    SqlJobQueue,
    SqlKeyDirectory,
    SqlKnownDocuments,
    SqlMappingStore,
    SqlPatientEvidence,
    SqlUnitOfWorkFactory,
    open_engine,
    server_version,
)
from arbiter_fhir.telemetry import PatientReference

__all__ = ["SiteAdapters", "build_mappings", "build_site", "trace_document"]

WATCH_ACTOR = "watch"


@dataclass(frozen=True, slots=True)
class SiteAdapters:
    """The EHR's side of a site, by SQL and over HTTP."""

    tables: ChartTables
    register: SqlDocumentRegister
    chart: SqlChartReader
    content: FhirDocumentContent
    client: FhirClient
    zone: ZoneInfo

    @staticmethod
    def connect(settings: Settings) -> SiteAdapters:
        """Open the chart with the worker's account and prepare the FHIR client (no request is made yet).

        Raises:
            ConfigurationError: A setting is missing.
            ChartError: OpenEMR's database refused or failed.
        """
        engine = open_chart_engine(read_secret(settings.worker_url_file, "worker_url_file"))
        with engine.connect() as connection:
            tables = ChartTables(
                settings.openemr_schema, optional=optional_columns(connection, settings.openemr_schema)
            )
            site = read_site_globals(connection, tables, default_zone=ZoneInfo("UTC"))
        register = SqlDocumentRegister(engine, tables)
        chart = SqlChartReader(engine, tables)
        client = build_fhir_client(settings)
        return SiteAdapters(tables, register, chart, FhirDocumentContent(client, register, chart), client, site.zone)


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


def _unobserved(_: IngestStep) -> None:
    return None


def build_site(settings: Settings, *, observe: Callable[[IngestStep], None] = _unobserved) -> SitePipelines:
    """All pipelines of one site.

    Args:
        settings: The site's settings.
        observe: Told of each step that an ingest job passes.

    Raises:
        ConfigurationError: A setting is missing.
        ArbiterError: A database refused or failed, or a model is missing.
    """
    scope = TenantScope(SiteId(settings.site))
    ehr = SiteAdapters.connect(settings)
    worker = open_engine(read_secret(settings.worker_url_file, "worker_url_file"))
    query = open_engine(read_secret(settings.query_url_file, "query_url_file"))
    reference = PatientReference(read_key(settings.patient_reference_key_file, "patient_reference_key_file"))
    cipher = PhiCipher(scope.site, {1: read_key(settings.kek_file, "kek_file")})
    work = SqlUnitOfWorkFactory(
        worker, chart_writer=lambda connection: SqlChartWriter(connection, ehr.tables), cipher=cipher
    )
    queue, known, mappings = SqlJobQueue(worker), SqlKnownDocuments(worker), SqlMappingStore(query)
    evidence, audit = SqlPatientEvidence(query), SqlAuditLog(query)
    deidentifier, embedder = build_deidentifier(settings.date_order), LocalEmbedder()
    retract = RetractPipeline(work=work, patient_reference=reference, actor=WATCH_ACTOR)

    def site_today() -> date:
        return datetime.now(ehr.zone).date()

    return SitePipelines(
        scope=scope,
        keys=SqlKeyDirectory(
            open_engine(read_secret(settings.control_url_file, "control_url_file")),
            Peppers({1: read_key(settings.api_pepper_file, "api_pepper_file")}),
        ),
        queue=queue,
        attach=AttachPipeline(register=ehr.register, mappings=mappings, known=known, queue=queue),
        watch=WatchPipeline(register=ehr.register, mappings=mappings, known=known, queue=queue, retract=retract),
        ingest=IngestPipeline(
            register=ehr.register,
            content=ehr.content,
            chart=ehr.chart,
            reader=build_reader(),
            deidentifier=deidentifier,
            extractor=build_extractor(),
            embedder=embedder,
            work=work,
            patient_reference=reference,
            site_today=site_today,
            observe=observe,
        ),
        retract=retract,
        query=QueryPipeline(
            chart=ehr.chart,
            evidence=evidence,
            queue=queue,
            deidentifier=deidentifier,
            embedder=embedder,
            audit=audit,
            patient_reference=reference,
        ),
        records=RecordsPipeline(
            queue=queue,
            mappings=mappings,
            evidence=evidence,
            audit=audit,
            patient_reference=reference,
            database_version=lambda: server_version(query),
        ),
    )


def build_mappings(settings: Settings) -> SqlMappingStore:
    """The site's mappings alone, with the account that may change them."""
    return SqlMappingStore(open_engine(read_secret(settings.query_url_file, "query_url_file")))


def trace_document(settings: Settings, document_id: DocumentId) -> Mapping[str, DerivedCount]:
    """What is left of a document in our tables and in the chart: place to counts."""
    url = read_secret(settings.worker_url_file, "worker_url_file")
    ours = SqlDocumentTrace(open_engine(url)).trace(document_id)
    places = {f"arbiter.{table}": count for table, count in ours.items()}
    with open_chart_engine(url).connect() as connection:
        rows = chart_trace(connection, ChartTables(settings.openemr_schema), document_id)
    shown = sum(row.active for row in rows)
    places[f"{settings.openemr_schema}.procedure_result"] = DerivedCount(shown, len(rows) - shown)
    return places
