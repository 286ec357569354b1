"""Everything that one site (tenant) can do, wired once by `bootstrap`."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.domain.tenant import TenantScope
from arbiter_fhir.pipelines.attach import AttachPipeline
from arbiter_fhir.pipelines.automation import AutomationPipeline
from arbiter_fhir.pipelines.documents import DocumentsPipeline
from arbiter_fhir.pipelines.examples import ExamplesPipeline
from arbiter_fhir.pipelines.ingest import IngestPipeline
from arbiter_fhir.pipelines.panel_access import PanelAccess
from arbiter_fhir.pipelines.query import QueryPipeline
from arbiter_fhir.pipelines.record_views import RecordViews
from arbiter_fhir.pipelines.records import RecordsPipeline
from arbiter_fhir.pipelines.reembed import ReembedPipeline
from arbiter_fhir.pipelines.retract import RetractPipeline
from arbiter_fhir.pipelines.review import ReviewPipeline
from arbiter_fhir.pipelines.sources import SourcesPipeline
from arbiter_fhir.pipelines.status import StatusPipeline
from arbiter_fhir.pipelines.warmup import Warmup
from arbiter_fhir.pipelines.watch import WatchPipeline
from arbiter_fhir.ports.access import KeyDirectory
from arbiter_fhir.ports.stores import JobQueue

__all__ = ["SitePipelines"]


@dataclass(frozen=True, slots=True)
class SitePipelines:
    """The stories of one site, and the queue and keys that the edges need.

    Attributes:
        panel: Callers by the module's tokens; ``None`` where no secret is configured: then no token opens anything.
        views: What a caller may see.
        warmup: For a process that answers questions, to start.
    """

    scope: TenantScope
    keys: KeyDirectory
    queue: JobQueue
    attach: AttachPipeline
    watch: WatchPipeline
    ingest: IngestPipeline
    retract: RetractPipeline
    query: QueryPipeline
    records: RecordsPipeline
    reembed: ReembedPipeline
    panel: PanelAccess | None
    views: RecordViews
    documents: DocumentsPipeline
    examples: ExamplesPipeline
    sources: SourcesPipeline
    status: StatusPipeline
    warmup: Warmup
    review: ReviewPipeline
    automation: AutomationPipeline
