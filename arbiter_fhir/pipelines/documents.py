"""A patient's documents as a clinician follows them: how far each was read, what was found, and a second chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.audit import AuditAction, AuditEvent
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import Job, JobStatus
from arbiter_fhir.domain.reason_sentences import sentence_of
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.ports.access import Caller
from arbiter_fhir.ports.patient_documents import DocumentRecord, PatientDocuments
from arbiter_fhir.ports.records import PartRecord
from arbiter_fhir.ports.stores import AuditLog, JobQueue
from arbiter_fhir.telemetry import PatientReference

__all__ = ["DocumentState", "DocumentsPipeline", "Overview", "identity_sentence", "state_of"]

_OPEN_SENTENCES: Final = {
    IdentityStatus.VERIFIED: "The document names this patient.",
    IdentityStatus.REVIEW_APPROVED: "A reviewer decided that it is this patient's document.",
    IdentityStatus.REVIEW_REJECTED: "A reviewer decided that it is not this patient's document.",
    IdentityStatus.UNCHECKED: "Whose document it is was not checked yet.",
}


class DocumentState(StrEnum):
    """How far a document was read."""

    WAITING = "waiting"
    READING = "reading"
    READ = "read"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"


_STATES: Final = {
    JobStatus.PENDING: DocumentState.WAITING,
    JobStatus.RUNNING: DocumentState.READING,
    JobStatus.SUCCEEDED: DocumentState.READ,
    JobStatus.FAILED: DocumentState.FAILED,
    JobStatus.RETRACTED: DocumentState.WITHDRAWN,
}


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts for one patient's card.

    Attributes:
        documents: Documents by state; those that are being read count as waiting.
        found: Facts of documents that count.
        in_chart: Of these, in a row of the chart.
        review: Facts and identities that wait for a person.
    """

    documents: Counter[DocumentState]
    found: int
    in_chart: int
    review: int


def state_of(record: DocumentRecord) -> DocumentState:
    """How far a document was read; one that the watch saw go is withdrawn, even before its data is taken back."""
    return _STATES[record.status] if record.there else DocumentState.WITHDRAWN


def identity_sentence(part: PartRecord) -> str:
    """The identity decision on a part, in a sentence for the clinician."""
    return _OPEN_SENTENCES.get(part.status) or sentence_of(part.reason)


class DocumentsPipeline:
    """Reads the state of one patient's documents, and gives failed ones a second chance."""

    def __init__(
        self,
        *,
        documents: PatientDocuments,
        queue: JobQueue,
        audit: AuditLog,
        patient_reference: PatientReference,
        waiting: Callable[[RecordView], Mapping[str, int]],
    ) -> None:
        self._waiting = waiting
        self._documents = documents
        self._queue = queue
        self._audit = audit
        self._patient_reference = patient_reference

    def of_patient(self, view: RecordView) -> Sequence[DocumentRecord]:
        """The patient's documents that may be seen, newest first; nobody's where there is no such patient."""
        return self._documents.of_patient(view)

    def overview(self, view: RecordView) -> Overview:
        """Counts over the patient's documents that may be seen."""
        states: Counter[DocumentState] = Counter()
        found = in_chart = 0
        for record in self._documents.of_patient(view):
            state = state_of(record)
            states[DocumentState.WAITING if state is DocumentState.READING else state] += 1
            if state is not DocumentState.WITHDRAWN:
                found += record.tally.found
                in_chart += record.tally.in_chart
        return Overview(states, found, in_chart, review=sum(self._waiting(view).values()))

    def document_of_job(self, job_id: JobId) -> tuple[PatientId, DocumentId] | None:
        """Whose document a job reads, and which; ``None`` where there is no such job."""
        job = self._queue.get(job_id)
        return None if job is None else (job.patient_id, job.document_id)

    def retry(self, job_id: JobId, *, caller: Caller) -> Job:
        """A failed job, pending again.

        Raises:
            RequestError: There is no such job, or it has not failed.
        """
        job = self._queue.get(job_id)
        if job is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no job with this id.")
        if not self._queue.retry(job_id):
            raise RequestError(ErrorCode.REQUEST_CONFLICT, "This document has not failed; there is nothing to retry.")
        self._audit.append(
            AuditEvent(
                AuditAction.JOB_RETRIED,
                caller.actor_type,
                caller.key_id,
                self._patient_reference.of(job.patient_id),
                {"job_id": job.job_id, "document_id": job.document_id, "error": job.error_code or ""},
            )
        )
        return self._queue.get(job_id) or job
