"""Wiring of what the chart panel asks for: its tokens, documents, sources."""

from __future__ import annotations

from arbiter_fhir.bootstrap.databases import SiteStores
from arbiter_fhir.bootstrap.ehr import SiteAdapters
from arbiter_fhir.bootstrap.reading import build_painter
from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.domain.tenant import SiteId, TenantScope
from arbiter_fhir.pipelines.documents import DocumentsPipeline
from arbiter_fhir.pipelines.panel_access import PanelAccess
from arbiter_fhir.pipelines.sources import SourcesPipeline
from arbiter_fhir.settings import Settings
from arbiter_fhir.telemetry import PatientReference

__all__ = ["build_documents", "build_panel_access", "build_sources"]


def build_panel_access(settings: Settings, stores: SiteStores) -> PanelAccess | None:
    """The module's tokens, where the site has a secret for them.

    Raises:
        ConfigurationError: The secret's file is missing, or holds no 32 bytes as hex.
    """
    if settings.module_secret_file is None:
        return None
    # The text is the key: the module signs with what was pasted into its settings.
    secret = read_key(settings.module_secret_file, "module_secret_file").hex().encode("ascii")
    scope = TenantScope(SiteId(settings.site))
    return PanelAccess(secret, scope=scope, used=stores.used_tokens, clock=UtcClock())


def build_documents(stores: SiteStores, reference: PatientReference) -> DocumentsPipeline:
    """The state of a patient's documents."""
    return DocumentsPipeline(
        documents=stores.documents,
        queue=stores.queue,
        audit=stores.audit,
        patient_reference=reference,
        waiting=lambda view: stores.reviews.counts(view.patient_id, view.documents),
    )


def build_sources(ehr: SiteAdapters, stores: SiteStores, reference: PatientReference) -> SourcesPipeline:
    """Sources and pictures of pages; bytes come from OpenEMR at each look."""
    return SourcesPipeline(
        documents=stores.documents,
        register=ehr.register,
        content=ehr.content,
        painter=build_painter(),
        audit=stores.audit,
        patient_reference=reference,
    )
