"""Jobs, leases and hand-offs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId

__all__ = ["ChangeKind", "DocumentChange", "Handoff", "Job", "JobStatus", "Lease", "NodeName"]


class JobStatus(StrEnum):
    """The seed's job states."""

    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    RETRACTED = "retracted"


class NodeName(StrEnum):
    """Nodes of the graph that hand work over."""

    SUPERVISOR = "supervisor"
    INTAKE_EXTRACTOR = "intake-extractor"
    EVIDENCE_RETRIEVER = "evidence-retriever"
    ANSWER_COMPOSER = "answer-composer"
    VALIDATOR = "validator"
    CALLER = "caller"
    LANGUAGE_MODEL = "language-model"


@dataclass(frozen=True, slots=True)
class Job:
    """One extraction job: one document, one content, one document type.

    Attributes:
        attempts: Claims so far, counted at claim so that a job which kills its worker is seen.
        available_at: Not before this time (retry back-off); database clock, UTC.
    """

    job_id: JobId
    patient_id: PatientId
    document_id: DocumentId
    doc_type: DocType
    content_hash: str
    status: JobStatus
    attempts: int
    created_at: datetime
    available_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    error_code: str | None = None
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a job until it runs out.

    Attributes:
        fence: Fencing token, raised by every claim; every write of the job checks it.
        expires_at: Database clock, UTC.
        worker: Name of the worker process.
    """

    job: Job
    fence: int
    expires_at: datetime
    worker: str


class ChangeKind(StrEnum):
    """What the watch saw happen to a document."""

    APPEARED = "appeared"
    MOVED_PATIENT = "moved_patient"
    LEFT_CATEGORY = "left_category"
    TYPE_CHANGED = "type_changed"
    CONTENT_CHANGED = "content_changed"
    DELETED = "deleted"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """One observed change with what follows: a job to enqueue, derived data to retract, or both."""

    kind: ChangeKind
    document_id: DocumentId
    enqueue_type: DocType | None
    retract: bool


@dataclass(frozen=True, slots=True)
class Handoff:
    """One hand-over between nodes, as the seed's `clinical_supervisor_handoffs` keeps it."""

    source: NodeName
    destination: NodeName
    decision_reason: str
    task_type: str
    outcome: str
    latency_ms: int
    error_reason: str | None = None
    request_id: str | None = None
    job_id: JobId | None = None
