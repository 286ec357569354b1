"""Wiring of the watch and of withdrawal: no model is loaded for them."""

from __future__ import annotations

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.databases import SiteStores
from arbiter_fhir.bootstrap.ehr import SiteAdapters
from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.pipelines.retract import RetractPipeline
from arbiter_fhir.pipelines.watch import WatchPipeline
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlMappingStore, open_engine
from arbiter_fhir.telemetry import PatientReference

__all__ = ["build_mappings", "build_retract", "build_watching", "compose_watch"]

WATCH_ACTOR = "watch"


def build_watching(settings: Settings) -> WatchPipeline:
    """The watch of one site.

    Raises:
        ConfigurationError: A setting is missing.
        ChartError: OpenEMR's database refused or failed.
    """
    ehr = SiteAdapters.connect(settings)
    return compose_watch(settings, ehr, SiteStores.open(settings, ehr.tables))


def compose_watch(settings: Settings, ehr: SiteAdapters, stores: SiteStores) -> WatchPipeline:
    """The watch on adapters that are open already."""
    return WatchPipeline(
        register=ehr.register,
        mappings=stores.mappings,
        known=stores.known,
        queue=stores.queue,
        retract=build_retract(settings, stores),
    )


def build_retract(settings: Settings, stores: SiteStores) -> RetractPipeline:
    """Withdrawal, as the watch does it."""
    reference = PatientReference(read_key(settings.patient_reference_key_file, "patient_reference_key_file"))
    return RetractPipeline(work=stores.work, patient_reference=reference, actor=WATCH_ACTOR)


def build_mappings(settings: Settings) -> SqlMappingStore:
    """The site's mappings alone, with the account that may change them."""
    return SqlMappingStore(open_engine(database_url(settings.query_url_file, "query_url_file")))
