"""The JSON of what the chart panel shows: documents, sources, the site's state."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from arbiter_fhir.api.schemas import BoxOut, JobOut
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.reason_sentences import sentence_of
from arbiter_fhir.domain.source import OpenedSource
from arbiter_fhir.pipelines.documents import DocumentState, Overview, identity_sentence, state_of
from arbiter_fhir.pipelines.status import SiteStatus
from arbiter_fhir.ports.patient_documents import DocumentRecord

__all__ = [
    "DocumentOut",
    "DocumentsOut",
    "ExamplesOut",
    "OverviewOut",
    "ReasonOut",
    "SourceIn",
    "SourceOut",
    "StatusOut",
]


class ReasonOut(BaseModel):
    """A reason word with its sentence."""

    code: str
    sentence: str


class DocumentCountsOut(BaseModel):
    """Documents by state."""

    read: int
    waiting: int
    failed: int
    withdrawn: int


class FactCountsOut(BaseModel):
    """Facts of a patient."""

    found: int
    in_chart: int


class OverviewOut(BaseModel):
    """Counts for one patient's card."""

    documents: DocumentCountsOut
    facts: FactCountsOut
    review: int

    @staticmethod
    def of(overview: Overview) -> OverviewOut:
        """From the pipeline's counts."""
        states = overview.documents
        return OverviewOut(
            documents=DocumentCountsOut(
                read=states[DocumentState.READ],
                waiting=states[DocumentState.WAITING],
                failed=states[DocumentState.FAILED],
                withdrawn=states[DocumentState.WITHDRAWN],
            ),
            facts=FactCountsOut(found=overview.found, in_chart=overview.in_chart),
            review=overview.review,
        )


class ExamplesOut(BaseModel):
    """Questions that this patient's record can answer."""

    questions: list[str]


class IdentityOut(BaseModel):
    """Whose document it is."""

    status: str
    sentence: str


class TallyOut(BaseModel):
    """Facts of a document."""

    found: int
    in_chart: int
    review: int
    kept: int


class DocumentErrorOut(BaseModel):
    """Why a document could not be read."""

    code: str
    message: str


class DocumentOut(BaseModel):
    """One document of a patient."""

    document_id: int
    doc_type: DocType
    state: DocumentState
    identity: IdentityOut | None
    pages: int | None
    unread_pages: int
    facts: TallyOut
    error: DocumentErrorOut | None
    job_id: int
    can_retry: bool
    updated_at: datetime

    @staticmethod
    def of(record: DocumentRecord) -> DocumentOut:
        """From the stored state."""
        state, part, tally = state_of(record), record.worst_part, record.tally
        unfinished = state in {DocumentState.FAILED, DocumentState.WAITING}
        return DocumentOut(
            document_id=record.document_id,
            doc_type=record.doc_type,
            state=state,
            identity=None if part is None else IdentityOut(status=part.status.value, sentence=identity_sentence(part)),
            pages=record.pages,
            unread_pages=record.unread_pages,
            facts=TallyOut(found=tally.found, in_chart=tally.in_chart, review=tally.review, kept=tally.kept),
            error=DocumentErrorOut(code=record.error_code, message=record.error_message or "")
            if record.error_code and unfinished
            else None,
            job_id=record.job_id,
            can_retry=state is DocumentState.FAILED,
            updated_at=record.updated_at,
        )


class DocumentsOut(BaseModel):
    """A patient's documents, newest first."""

    documents: list[DocumentOut]


class SourceIn(BaseModel):
    """A citation that somebody wants to see."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    patient_id: Annotated[int, Field(ge=1)]
    source_id: Annotated[str, Field(min_length=1, max_length=80)]
    field_or_chunk_id: Annotated[str, Field(min_length=1, max_length=300)]
    page: Annotated[int | None, Field(ge=1, le=100_000)] = None


class RefusalOut(BaseModel):
    """Why a source is not shown."""

    reason: str
    message: str


class SourceRowOut(BaseModel):
    """The chart's row that says the same, and what was decided about it."""

    row: str
    outcome: str


class DecidedOut(BaseModel):
    """What a reviewer decided."""

    decision: str
    by: str
    at: datetime | None


class SourceOut(BaseModel):
    """Where a fact stands, or why that is not shown."""

    state: str
    refusal: RefusalOut | None
    quarantined: bool
    document_id: int
    doc_type: DocType
    page: int | None
    pages: int | None
    boxes: list[BoxOut]
    quote: str
    field: str
    section: str
    text: str
    certainty: str | None
    confidence: float | None
    reasons: list[ReasonOut]
    read_at: datetime | None
    identity_status: str | None
    chart_row: SourceRowOut | None
    review: DecidedOut | None
    fallback: str

    @staticmethod
    def of(opened: OpenedSource) -> SourceOut:
        """From the domain's source."""
        withheld, decided = opened.withheld, opened.review
        in_chart = opened.chart_row is not None and opened.outcome is not None
        return SourceOut(
            state="refused" if withheld else "open",
            refusal=RefusalOut(reason=withheld.reason.value, message=withheld.message) if withheld else None,
            quarantined=opened.quarantined,
            document_id=opened.document_id,
            doc_type=opened.doc_type,
            page=opened.page,
            pages=opened.pages,
            boxes=[BoxOut.of(box) for box in opened.boxes],
            quote=opened.quote,
            field=opened.field,
            section=opened.section,
            text=opened.text,
            certainty=opened.certainty.value if opened.certainty else None,
            confidence=None if opened.confidence is None else round(opened.confidence, 4),
            reasons=[ReasonOut(code=word, sentence=sentence_of(word)) for word in opened.reasons],
            read_at=opened.read_at,
            identity_status=opened.identity_status.value if opened.identity_status else None,
            chart_row=SourceRowOut(row=opened.chart_row or "", outcome=opened.outcome.value)
            if in_chart and opened.outcome
            else None,
            review=DecidedOut(decision=decided.decision, by=decided.by, at=decided.at) if decided else None,
            fallback=opened.fallback.value,
        )


class QueueOut(BaseModel):
    """Jobs by state."""

    pending: int
    running: int
    failed: int


class WorkerOut(BaseModel):
    """A worker as it was last heard of."""

    worker: str
    status: str
    beat_at: datetime


class StatusOut(BaseModel):
    """The site's state."""

    ready: bool
    checks: dict[str, bool]
    queue: QueueOut
    workers: list[WorkerOut]
    failures: list[JobOut]
    version: str

    @staticmethod
    def of(status: SiteStatus, version: str) -> StatusOut:
        """From the pipeline's status."""
        return StatusOut(
            ready=status.readiness.ready,
            checks=dict(status.readiness.checks),
            queue=QueueOut(pending=status.queue.pending, running=status.queue.running, failed=status.queue.failed),
            workers=[
                WorkerOut(worker=each.worker, status=each.status, beat_at=each.beat_at) for each in status.workers
            ],
            failures=[JobOut.of(job) for job in status.failures],
            version=version,
        )
