"""Wiring of one site: its stores, its EHR and the models become its pipelines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime

from arbiter_fhir.bootstrap.databases import SiteStores
from arbiter_fhir.bootstrap.ehr import SiteAdapters
from arbiter_fhir.bootstrap.reading import build_deidentifier, build_extractor, build_reader
from arbiter_fhir.bootstrap.secret_files import read_key, read_secret
from arbiter_fhir.domain.tenant import DocumentId, SiteId, TenantScope
from arbiter_fhir.openemr import ChartTables, chart_trace, open_chart_engine
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
from arbiter_fhir.store import SqlDocumentTrace, SqlMappingStore, open_engine, server_version
from arbiter_fhir.telemetry import PatientReference

__all__ = ["build_mappings", "build_site", "trace_document"]

WATCH_ACTOR = "watch"


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
    ehr = SiteAdapters.connect(settings)
    stores = SiteStores.open(settings, ehr.tables)
    reference = PatientReference(read_key(settings.patient_reference_key_file, "patient_reference_key_file"))
    embedder = LocalEmbedder()
    retract = RetractPipeline(work=stores.work, patient_reference=reference, actor=WATCH_ACTOR)
    return SitePipelines(
        scope=TenantScope(SiteId(settings.site)),
        keys=stores.keys,
        queue=stores.queue,
        attach=AttachPipeline(register=ehr.register, mappings=stores.mappings, known=stores.known, queue=stores.queue),
        watch=WatchPipeline(
            register=ehr.register,
            mappings=stores.mappings,
            known=stores.known,
            queue=stores.queue,
            retract=retract,
        ),
        ingest=_ingest(settings, ehr=ehr, stores=stores, embedder=embedder, reference=reference, observe=observe),
        retract=retract,
        query=QueryPipeline(
            chart=ehr.chart,
            evidence=stores.evidence,
            queue=stores.queue,
            deidentifier=build_deidentifier(settings.date_order),
            embedder=embedder,
            audit=stores.audit,
            patient_reference=reference,
        ),
        records=RecordsPipeline(
            queue=stores.queue,
            mappings=stores.mappings,
            evidence=stores.evidence,
            audit=stores.audit,
            patient_reference=reference,
            database_version=lambda: server_version(stores.reading),
        ),
    )


def _ingest(
    settings: Settings,
    *,
    ehr: SiteAdapters,
    stores: SiteStores,
    embedder: LocalEmbedder,
    reference: PatientReference,
    observe: Callable[[IngestStep], None],
) -> IngestPipeline:
    def site_today() -> date:
        return datetime.now(ehr.zone).date()

    return IngestPipeline(
        register=ehr.register,
        content=ehr.content,
        chart=ehr.chart,
        reader=build_reader(),
        deidentifier=build_deidentifier(settings.date_order),
        extractor=build_extractor(),
        embedder=embedder,
        work=stores.work,
        patient_reference=reference,
        site_today=site_today,
        observe=observe,
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
