"""Wiring of one site: its stores, its EHR and the models become its pipelines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from arbiter_fhir.bootstrap.databases import SiteStores
from arbiter_fhir.bootstrap.ehr import SiteAdapters
from arbiter_fhir.bootstrap.embedding import build_embedder, build_embedders
from arbiter_fhir.bootstrap.guidelines import build_guideline_models
from arbiter_fhir.bootstrap.language_models import build_language_models
from arbiter_fhir.bootstrap.panel import build_documents, build_panel_access, build_sources
from arbiter_fhir.bootstrap.reading import build_deidentifier, build_extractor, build_promotion, build_reader
from arbiter_fhir.bootstrap.reviewing import build_review
from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.bootstrap.watching import build_retract, compose_watch
from arbiter_fhir.domain.tenant import PatientId, SiteId, TenantScope
from arbiter_fhir.extraction import CuratedTerms, FieldCorrections
from arbiter_fhir.pipelines.attach import AttachPipeline
from arbiter_fhir.pipelines.automation import AutomationPipeline
from arbiter_fhir.pipelines.examples import ExamplesPipeline
from arbiter_fhir.pipelines.ingest import IngestPipeline, IngestStep
from arbiter_fhir.pipelines.query import QueryPipeline
from arbiter_fhir.pipelines.query_guidelines import GuidelineSearch
from arbiter_fhir.pipelines.record_views import RecordViews
from arbiter_fhir.pipelines.records import RecordsPipeline
from arbiter_fhir.pipelines.reembed import ReembedPipeline
from arbiter_fhir.pipelines.rewording import Rewording
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.pipelines.status import StatusPipeline
from arbiter_fhir.pipelines.warmup import Rehearsal, Warmup
from arbiter_fhir.ports.models import Embedder, StructuredModel
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import server_version
from arbiter_fhir.telemetry import PatientReference

__all__ = ["build_site"]


def _unobserved(_: IngestStep) -> None:
    return None


def build_site(
    settings: Settings,
    *,
    observe: Callable[[IngestStep], None] = _unobserved,
    site_today: Callable[[], date] | None = None,
) -> SitePipelines:
    """All pipelines of one site.

    Args:
        settings: The site's settings.
        observe: Told of each step that an ingest job passes.
        site_today: The day on which questions are asked; the site's own where ``None``.

    Raises:
        ConfigurationError: A setting is missing.
        ArbiterError: A database refused or failed, or a model is missing.
    """
    ehr = SiteAdapters.connect(settings)
    stores = SiteStores.open(settings, ehr.tables)
    reference = PatientReference(read_key(settings.patient_reference_key_file, "patient_reference_key_file"))
    embedder = build_embedder(settings)
    models = build_language_models(settings, usage=stores.usage, today=ehr.today, zone=ehr.zone)
    reembed = ReembedPipeline(upkeep=stores.upkeep, embedder=embedder)
    today = site_today or ehr.today
    warmup = _warmup(settings, ehr=ehr, stores=stores, embedder=embedder)
    records = _records(stores, reference, warmup)
    views = RecordViews(register=ehr.register, documents=stores.documents, mappings=stores.mappings)
    return SitePipelines(
        scope=TenantScope(SiteId(settings.site)),
        keys=stores.keys,
        queue=stores.queue,
        attach=AttachPipeline(register=ehr.register, mappings=stores.mappings, known=stores.known, queue=stores.queue),
        watch=compose_watch(settings, ehr, stores),
        ingest=_ingest(
            settings,
            ehr=ehr,
            stores=stores,
            embedder=embedder,
            reading=models.reading,
            reference=reference,
            renew_vectors=reembed.renew,
            observe=observe,
        ),
        reembed=reembed,
        retract=build_retract(settings, stores),
        query=_query(
            settings, ehr, stores, embedder=embedder, wording=models.wording, reference=reference, site_today=today
        ),
        records=records,
        panel=build_panel_access(settings, stores),
        views=views,
        documents=build_documents(stores, reference),
        examples=ExamplesPipeline(chart=ehr.answers_chart, evidence=stores.evidence),
        sources=build_sources(ehr, stores, reference),
        status=StatusPipeline(queue=stores.queue, records=records),
        warmup=warmup,
        review=build_review(settings, ehr, stores, views, reference),
        automation=AutomationPipeline(store=stores.automation, audit=stores.audit),
    )


def _records(stores: SiteStores, reference: PatientReference, warmup: Warmup) -> RecordsPipeline:
    return RecordsPipeline(
        queue=stores.queue,
        mappings=stores.mappings,
        evidence=stores.evidence,
        audit=stores.audit,
        patient_reference=reference,
        database_version=lambda: server_version(stores.reading),
        warmth=lambda: warmup.warmth,
    )


def _warmup(settings: Settings, *, ehr: SiteAdapters, stores: SiteStores, embedder: Embedder) -> Warmup:
    """What the first question would wait for: connections, word lists, rules, the index of guidelines."""
    return Warmup(
        (
            Rehearsal(build_deidentifier(settings.date_order), embedder, CuratedTerms(), ehr.today),
            ehr.answers_chart.closed_parts,
            ehr.answers_chart.clinicians,
            stores.guidelines.statistics,
        )
    )


def _query(
    settings: Settings,
    ehr: SiteAdapters,
    stores: SiteStores,
    *,
    embedder: Embedder,
    wording: Sequence[StructuredModel],
    reference: PatientReference,
    site_today: Callable[[], date],
) -> QueryPipeline:
    deidentifier = build_deidentifier(settings.date_order)
    return QueryPipeline(
        chart=ehr.answers_chart,
        evidence=stores.evidence,
        deidentifier=deidentifier,
        embedders=build_embedders(embedder),
        audit=stores.audit,
        patient_reference=reference,
        terms=CuratedTerms(),
        site_today=site_today,
        guidelines=GuidelineSearch(stores.guidelines, build_guideline_models(settings, embedder)),
        maps=stores.maps,
        turns=stores.turns,
        rewording=Rewording(wording, deidentifier=deidentifier) if wording else None,
    )


def _ingest(
    settings: Settings,
    *,
    ehr: SiteAdapters,
    stores: SiteStores,
    embedder: Embedder,
    reading: StructuredModel | None,
    reference: PatientReference,
    renew_vectors: Callable[[PatientId], object],
    observe: Callable[[IngestStep], None],
) -> IngestPipeline:
    return IngestPipeline(
        register=ehr.register,
        content=ehr.content,
        chart=ehr.chart,
        reader=build_reader(),
        deidentifier=build_deidentifier(settings.date_order),
        extractor=build_extractor(reading),
        embedder=embedder,
        work=stores.work,
        reviews=stores.decisions,
        corrections=FieldCorrections(),
        patient_reference=reference,
        site_today=ehr.today,
        promotion=build_promotion(settings),
        renew_vectors=renew_vectors,
        observe=observe,
    )
