"""Wiring of the review queue."""

from __future__ import annotations

from arbiter_fhir.bootstrap.databases import SiteStores
from arbiter_fhir.bootstrap.ehr import SiteAdapters
from arbiter_fhir.bootstrap.reading import build_deidentifier, build_extractor, build_reader
from arbiter_fhir.extraction import FieldCorrections
from arbiter_fhir.pipelines.eval_case import EvalCasePipeline
from arbiter_fhir.pipelines.record_views import RecordViews
from arbiter_fhir.pipelines.review import ReviewPipeline
from arbiter_fhir.pipelines.review_text import ReviewText
from arbiter_fhir.settings import Settings
from arbiter_fhir.telemetry import PatientReference

__all__ = ["build_eval_cases", "build_review"]


def build_review(
    settings: Settings, ehr: SiteAdapters, stores: SiteStores, views: RecordViews, reference: PatientReference
) -> ReviewPipeline:
    """The queue, read with the query account; decisions are stored with the worker's."""
    corrections = FieldCorrections()
    return ReviewPipeline(
        queue=stores.reviews,
        views=views,
        work=stores.work,
        jobs=stores.queue,
        chart=ehr.answers_chart,
        corrections=corrections,
        identifiers=stores.identifiers,
        text=ReviewText(build_deidentifier(settings.date_order), corrections),
        audit=stores.audit,
        patient_reference=reference,
    )


def build_eval_cases(settings: Settings) -> EvalCasePipeline:
    """The export of corrected facts, for whoever runs the installation.

    Raises:
        ConfigurationError: A setting is missing.
        ArbiterError: A database refused or failed.
    """
    ehr = SiteAdapters.connect(settings)
    stores = SiteStores.open(settings, ehr.tables)
    return EvalCasePipeline(
        queue=stores.reviews,
        register=ehr.register,
        content=ehr.content,
        chart=ehr.chart,
        reader=build_reader(),
        deidentifier=build_deidentifier(settings.date_order),
        extractor=build_extractor(),
    )
