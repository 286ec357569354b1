"""What the line needs from our own database.

A `UnitOfWork` is one transaction. For a job it is fenced: `commit` fails with `LostLeaseError` when another worker owns
the job by then, and everything, chart rows included, is rolled back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from arbiter_fhir.domain.audit import AuditEvent
from arbiter_fhir.domain.deid import IdentifierCandidates, PhiMap
from arbiter_fhir.domain.document import DocType, SourceDocument
from arbiter_fhir.domain.fact import CitedFact, RejectedCandidate
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity
from arbiter_fhir.domain.job import Handoff, Job, Lease
from arbiter_fhir.domain.promotion import (
    PromotedRecord,
    PromotionDecision,
)
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.ports.chart import ChartWriter
from arbiter_fhir.ports.evidence import Neighbour, PatientEvidence
from arbiter_fhir.ports.records import (
    ChunkRecord,
    FactRecord,
    PartRecord,
    PromotionRecord,
    RetractionRecord,
)
from arbiter_fhir.ports.reviews import ReviewWork

__all__ = [
    "CLOSING_REASONS",
    "ENTERED_IN_ERROR",
    "SUPERSEDED_BY",
    "AuditLog",
    "ChunkRecord",
    "FactRecord",
    "JobQueue",
    "KnownDocument",
    "KnownDocuments",
    "KnownState",
    "MappingStore",
    "Neighbour",
    "PartRecord",
    "PatientEvidence",
    "PromotionRecord",
    "QueueHealth",
    "RetractionRecord",
    "UnitOfWork",
    "UnitOfWorkFactory",
    "WorkerBeat",
]


#: Why a promotion was closed by another document: its result was corrected, or was declared wrong.
SUPERSEDED_BY = "superseded_by"
ENTERED_IN_ERROR = "entered_in_error"
CLOSING_REASONS = (SUPERSEDED_BY, ENTERED_IN_ERROR)


class MappingStore(Protocol):
    """`clinical_document_type_mappings`: which category is read as which document type."""

    def active(self) -> Mapping[int, DocType]:
        """Category id to document type, active mappings only."""
        ...

    def put(self, category_id: int, doc_type: DocType, *, active: bool) -> None:
        """Insert or change one mapping."""
        ...


class KnownState(StrEnum):
    """Whether the watch follows a document."""

    ACTIVE = "active"
    GONE = "gone"  # deleted, or no longer in a mapped category


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """What the watch last saw of a document."""

    document_id: DocumentId
    patient_id: PatientId
    doc_type: DocType
    content_hash: str
    state: KnownState


class KnownDocuments(Protocol):
    """The watch's memory: high-water mark and the documents it follows."""

    def high_water_mark(self) -> DocumentId:
        """Highest document id seen; 0 at first."""
        ...

    def raise_high_water_mark(self, document_id: DocumentId) -> None:
        """Move the mark up; never down."""
        ...

    def page(self, *, after: DocumentId, limit: int) -> Sequence[KnownDocument]:
        """Followed documents by ascending id."""
        ...

    def find(self, document_id: DocumentId) -> KnownDocument | None:
        """What is remembered of one document."""
        ...

    def remember(self, document: SourceDocument, doc_type: DocType) -> None:
        """Insert or update what was seen of a document that is followed (state `ACTIVE`)."""
        ...

    def mark_gone(self, document_id: DocumentId) -> None:
        """Stop following a document; what was seen of it stays remembered."""
        ...


@dataclass(frozen=True, slots=True)
class QueueHealth:
    """Counts for health and doctor."""

    pending: int
    running: int
    stale_running: int
    failed: int
    newest_heartbeat_age_seconds: float | None


@dataclass(frozen=True, slots=True)
class WorkerBeat:
    """A worker as it was last heard of, by the database's clock."""

    worker: str
    status: str
    beat_at: datetime


class JobQueue(Protocol):
    """The queue: every method is its own short transaction, leases run on the database's clock."""

    def enqueue(self, document: SourceDocument, doc_type: DocType) -> JobId:
        """Add a job, or give the one that exists for (document, patient, content hash, doc type).

        A retracted or failed one is made pending again with attempts reset.
        """
        ...

    def claim(self, *, worker: str, lease: timedelta) -> Lease | None:
        """Claim the oldest job that is due, or whose lease ran out (`FOR UPDATE SKIP LOCKED`); counts the attempt."""
        ...

    def renew(self, lease: Lease, *, lease_for: timedelta) -> bool:
        """Heartbeat; false when the lease was lost."""
        ...

    def fail(self, lease: Lease, *, code: str, message: str, retry_in: timedelta | None) -> bool:
        """Record a failure: pending again after ``retry_in``, failed for good where it is ``None``; false when lost."""
        ...

    def release(self, lease: Lease) -> bool:
        """Give the job back untouched (graceful stop); the attempt is not counted."""
        ...

    def get(self, job_id: JobId) -> Job | None:
        """One job."""
        ...

    def of_document(self, document_id: DocumentId) -> Sequence[Job]:
        """Jobs of a document, oldest first."""
        ...

    def retry(self, job_id: JobId) -> bool:
        """Make a failed job pending again, with all its attempts to come; false where it has not failed."""
        ...

    def failures(self, *, limit: int) -> Sequence[Job]:
        """Failed jobs, the newest failure first."""
        ...

    def workers(self, *, limit: int) -> Sequence[WorkerBeat]:
        """Workers by their last sign of life, the newest first."""
        ...

    def counts_of_patient(self, patient_id: PatientId) -> Mapping[str, int]:
        """Job status to number, for this patient's current documents."""
        ...

    def beat(self, *, worker: str, status: str) -> None:
        """Write `worker_heartbeats`."""
        ...

    def health(self) -> QueueHealth:
        """Counts."""
        ...


class UnitOfWork(Protocol):
    """One transaction over our tables and, through `chart`, OpenEMR's."""

    @property
    def chart(self) -> ChartWriter:
        """The chart, in this transaction."""
        ...

    @property
    def reviews(self) -> ReviewWork:
        """What reviewers decided, in this transaction."""
        ...

    def lock_document(self, document_id: DocumentId) -> None:
        """Serialise ingest and retraction of one document until the transaction ends."""
        ...

    def lock_copies(self, document_id: DocumentId, *, patient_id: PatientId, content_hash: str) -> None:
        """As `lock_document`, for a document and all documents of its patient with the same bytes.

        A job that is writing one of them is waited for, and one that comes later finds what was decided here.
        """
        ...

    def forget_derived(self, job: Job) -> None:
        """Delete what an earlier run of this job stored, so that a re-run ends as a first run.

        Concerns what nothing else refers to: chunks, the PHI map, rejected candidates, vectors, and facts without a
        promotion or retraction.
        """
        ...

    def save_phi_map(self, *, patient_id: PatientId, document_id: DocumentId, phi: PhiMap) -> None:
        """Store the encrypted placeholder map."""
        ...

    def save_identity(
        self,
        *,
        job: Job,
        identity: DocumentIdentity,
        candidates: IdentifierCandidates,
    ) -> Mapping[int, int]:
        """Store the identity check of each part (candidates encrypted); gives part number to id."""
        ...

    def save_facts(
        self,
        *,
        job: Job,
        identity_check_ids: Sequence[int],
        facts: Sequence[CitedFact],
        active: Sequence[ActiveFact],
        fingerprints: Sequence[tuple[str, str]],
    ) -> Sequence[FactId]:
        """Store all facts in order; only those also in ``active`` are active evidence.

        A fact that exists already for (document, fingerprint) is brought up to date, not doubled.

        Args:
            job: The job.
            identity_check_ids: For each fact: what `save_identity` gave for its part.
            facts: All facts of the document.
            active: Those that passed the identity gate.
            fingerprints: For each fact: source-scoped fact fingerprint, patient-scoped clinical content fingerprint.
        """
        ...

    def save_fact_embeddings(
        self, *, patient_id: PatientId, vectors: Sequence[tuple[FactId, bytes]], model_id: str
    ) -> None:
        """Store fact vectors (active facts only)."""
        ...

    def save_rejected(self, *, job: Job, rejected: Sequence[RejectedCandidate]) -> None:
        """Store rejected candidates with their reasons."""
        ...

    def save_chunks(self, *, job: Job, chunks: Sequence[ChunkRecord], model_id: str, active: bool) -> None:
        """Store text windows."""
        ...

    def promotions_of_patient(self, patient_id: PatientId) -> Sequence[tuple[PromotionRecord, str]]:
        """Active promotions with their clinical fingerprint."""
        ...

    def save_promotion(
        self,
        *,
        job: Job,
        fact_id: FactId,
        fact: CitedFact,
        fingerprints: tuple[str, str],
        decision: PromotionDecision,
        record: PromotedRecord | None,
    ) -> int:
        """Store the outcome for one fact; one row per (fact, table), brought up to date on a re-run."""
        ...

    def close_promotions(
        self, patient_id: PatientId, promotion_id: int, *, reason: str, successor: str
    ) -> Sequence[PromotionRecord]:
        """Close a promotion and all that its chart row speaks for, in favour of ``successor``; gives what was closed.

        Args:
            patient_id: Whose promotion it is.
            promotion_id: A promotion with a chart row.
            reason: One of `CLOSING_REASONS`.
            successor: The document that corrects it or declares it wrong: ``documents:9``.
        """
        ...

    def deactivate_facts(self, patient_id: PatientId, fact_ids: Sequence[FactId]) -> None:
        """Make facts no evidence any more, because another document corrects them."""
        ...

    def documents_closed_by(self, successor: str) -> Sequence[DocumentId]:
        """Documents with promotions that were closed in favour of this one."""
        ...

    def facts_of_document(self, document_id: DocumentId) -> Sequence[FactRecord]:
        """All facts of a document, active or not."""
        ...

    def promotions_of_document(self, document_id: DocumentId) -> Sequence[PromotionRecord]:
        """All promotions of a document, active or not."""
        ...

    def deactivate_document(self, document_id: DocumentId, *, reason: str) -> None:
        """Make facts, embeddings, chunks, promotions inactive and jobs retracted; the PHI map is deleted."""
        ...

    def reopen_jobs(self, document_ids: Sequence[DocumentId]) -> None:
        """Make the succeeded jobs of these documents pending again: what they leaned on in the chart has gone."""
        ...

    def save_retractions(self, records: Sequence[RetractionRecord]) -> None:
        """Append."""
        ...

    def save_handoffs(self, handoffs: Sequence[Handoff]) -> None:
        """Append."""
        ...

    def save_timings(self, *, job_id: JobId | None, request_id: str | None, measures: Sequence[StageMeasure]) -> None:
        """Append stage latencies, and what models cost inside of them."""
        ...

    def audit(self, event: AuditEvent) -> None:
        """Append one audit row in this transaction."""
        ...

    def finish_job(self, lease: Lease) -> None:
        """Mark the job succeeded under its fence.

        Raises:
            LostLeaseError: Another worker owns it; roll back.
        """
        ...


class UnitOfWorkFactory(Protocol):
    """Begins transactions."""

    def begin(self, lease: Lease | None = None) -> AbstractContextManager[UnitOfWork]:
        """A transaction: commits on a clean exit, rolls back on an exception. READ COMMITTED.

        Args:
            lease: For a job: its document and its row are locked first, so that nobody can claim or retract it until
                the end.

        Raises:
            LostLeaseError: Another worker owns the job.
            StoreError: Retryable for errors 1020, 1205, 1213, 2006, 2013.
        """
        ...


class AuditLog(Protocol):
    """Append-only audit for what happens outside a `UnitOfWork` (denials, reads, answers)."""

    def append(
        self,
        event: AuditEvent,
        *,
        handoffs: Sequence[Handoff] = (),
        timings: Sequence[StageMeasure] = (),
        request_id: str | None = None,
    ) -> None:
        """Append in its own transaction."""
        ...
