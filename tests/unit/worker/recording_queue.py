"""A queue in memory that records what a worker does with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from arbiter_fhir.domain.document import DocType, SourceDocument
from arbiter_fhir.domain.job import Job, JobStatus, Lease
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.stores import QueueHealth

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def lease_of(job_id: int, *, attempts: int = 1) -> Lease:
    job = Job(
        job_id=JobId(job_id),
        patient_id=PatientId(1),
        document_id=DocumentId(10 + job_id),
        doc_type=DocType.LAB_PDF,
        content_hash="a" * 128,
        status=JobStatus.RUNNING,
        attempts=attempts,
        created_at=NOW,
        available_at=NOW,
    )
    return Lease(job=job, fence=1, expires_at=NOW + timedelta(seconds=60), worker="w1")


class RecordingQueue:
    """`JobQueue` for unit tests of the loop; the real one is tested on MariaDB."""

    def __init__(self, *leases: Lease, renewals: Sequence[bool] = ()) -> None:
        self.waiting = list(leases)
        self.failures: list[tuple[int, str, timedelta | None]] = []
        self.beats: list[str] = []
        self.renewed = 0
        self._renewals = list(renewals)

    def enqueue(self, document: SourceDocument, doc_type: DocType) -> JobId:
        raise NotImplementedError

    def claim(self, *, worker: str, lease: timedelta) -> Lease | None:
        return self.waiting.pop(0) if self.waiting else None

    def renew(self, lease: Lease, *, lease_for: timedelta) -> bool:
        self.renewed += 1
        return self._renewals.pop(0) if self._renewals else True

    def fail(self, lease: Lease, *, code: str, message: str, retry_in: timedelta | None) -> bool:
        self.failures.append((lease.job.job_id, code, retry_in))
        return True

    def release(self, lease: Lease) -> bool:
        return True

    def get(self, job_id: JobId) -> Job | None:
        return None

    def of_document(self, document_id: DocumentId) -> Sequence[Job]:
        return ()

    def counts_of_patient(self, patient_id: PatientId) -> Mapping[str, int]:
        return {}

    def beat(self, *, worker: str, status: str) -> None:
        self.beats.append(status)

    def health(self) -> QueueHealth:
        return QueueHealth(0, 0, 0, 0, None)
