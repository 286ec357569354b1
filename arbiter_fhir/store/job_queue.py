"""The queue: a table that any number of workers on any number of machines claim from.

A claim raises the job's fence and its count of attempts in a transaction of its own, before any work, so that a job
which kills its worker is seen. Leases run on the database's clock. A lease that ran out counts as a stall; when
``max_stalls`` leases ran out, the job fails with E_CRASH at the next claim instead of killing one more worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, case, func, insert, select, text, update
from sqlalchemy.dialects.mysql import insert as mysql_insert
from sqlalchemy.exc import IntegrityError

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.document import DocType, SourceDocument
from arbiter_fhir.domain.job import Job, JobStatus, Lease
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.ports.stores import QueueHealth, WorkerBeat
from arbiter_fhir.store.audit import insert_audit
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import heartbeats, jobs

__all__ = ["MAX_STALLS", "SqlJobQueue", "held_by"]

Result = TypeVar("Result")

#: A job whose worker died or fell silent this often is poison (security notes, R17).
MAX_STALLS: Final = 3

_MESSAGE_CHARACTERS: Final = 500
_STARTED_OVER: Final = frozenset({JobStatus.FAILED.value, JobStatus.RETRACTED.value})
#: What a job looks like when it is started over; its fence never goes back.
_FRESH: Final[dict[str, object]] = {
    "status": JobStatus.PENDING.value,
    "attempts": 0,
    "stalls": 0,
    "available_at": NOW,
    "started_at": None,
    "finished_at": None,
    "error_code": None,
    "error_message": None,
    "retracted_at": None,
    "retraction_reason": None,
}
_POISON: Final = "The worker died or fell silent while it read this document; look at the document before trying again."


class SqlJobQueue:
    """`JobQueue` on `clinical_document_processing_jobs`; each method is its own short transaction, retried as a whole.

    With the query account's engine the reading methods work and the others raise E_STORE_PRIVILEGE.
    """

    def __init__(
        self, engine: Engine, *, max_stalls: int = MAX_STALLS, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._engine = engine
        self._max_stalls = max_stalls
        self._sleep = sleep

    def enqueue(self, document: SourceDocument, doc_type: DocType) -> JobId:
        """As `JobQueue.enqueue`; twice at the same moment gives one job, decided by the unique key."""
        key = {
            "patient_id": document.patient_id,
            "document_id": document.document_id,
            "content_hash": document.content_hash,
            "doc_type": doc_type.value,
        }
        existing = select(jobs.c.id, jobs.c.status).where(*(jobs.c[name] == value for name, value in key.items()))

        def work(connection: Connection) -> JobId:
            row = connection.execute(existing.with_for_update()).one_or_none()
            if row is None:
                try:
                    connection.execute(insert(jobs).values(key))
                except IntegrityError:
                    # Somebody else was faster. Only the statement was undone, and a locking read sees the other's row.
                    row = connection.execute(existing.with_for_update()).one()
                else:
                    return JobId(connection.execute(existing).one().id)
            if row.status in _STARTED_OVER:
                connection.execute(update(jobs).where(jobs.c.id == row.id).values(_FRESH))
            return JobId(row.id)

        return self._unit(work)

    def claim(self, *, worker: str, lease: timedelta) -> Lease | None:
        """As `JobQueue.claim`: jobs whose lease ran out first, then due ones by age."""
        while True:
            claimed, poisoned = self._unit(lambda connection: self._claim(connection, worker, lease))
            if not poisoned:
                return claimed

    def renew(self, lease: Lease, *, lease_for: timedelta) -> bool:
        """As `JobQueue.renew`; it never waits for the transaction in which the same worker finishes the job."""

        def work(connection: Connection) -> bool:
            ours = select(jobs.c.id).where(*held_by(lease))
            if connection.execute(ours.with_for_update(skip_locked=True)).first() is None:
                # Locked or lost: a plain read tells which. While our own last transaction holds the row nobody can
                # claim it, so there is nothing to extend.
                return connection.execute(ours).first() is not None
            connection.execute(update(jobs).where(*held_by(lease)).values(lease_until=_after(lease_for)))
            return True

        return self._unit(work)

    def fail(self, lease: Lease, *, code: str, message: str, retry_in: timedelta | None) -> bool:
        """As `JobQueue.fail`."""
        values: dict[str, object] = {"error_code": code, "error_message": message[:_MESSAGE_CHARACTERS]}
        if retry_in is None:
            values |= {"status": JobStatus.FAILED.value, "finished_at": NOW}
        else:
            values |= {"status": JobStatus.PENDING.value, "available_at": _after(retry_in)}
        return self._unit(lambda connection: _end_lease(connection, lease, values))

    def release(self, lease: Lease) -> bool:
        """As `JobQueue.release`."""
        values = {"status": JobStatus.PENDING.value, "available_at": NOW, "attempts": jobs.c.attempts - 1}
        return self._unit(lambda connection: _end_lease(connection, lease, values))

    def get(self, job_id: JobId) -> Job | None:
        """One job."""
        found = self._rows(_jobs().where(jobs.c.id == job_id))
        return found[0] if found else None

    def of_document(self, document_id: DocumentId) -> Sequence[Job]:
        """Jobs of a document, oldest first."""
        return self._rows(_jobs().where(jobs.c.document_id == document_id).order_by(jobs.c.id))

    def retry(self, job_id: JobId) -> bool:
        """As `JobQueue.retry`."""
        statement = update(jobs).where(jobs.c.id == job_id, jobs.c.status == JobStatus.FAILED.value).values(_FRESH)
        return self._unit(lambda connection: connection.execute(statement).rowcount == 1)

    def failures(self, *, limit: int) -> Sequence[Job]:
        """As `JobQueue.failures`."""
        failed = _jobs().where(jobs.c.status == JobStatus.FAILED.value)
        return self._rows(failed.order_by(jobs.c.finished_at.desc(), jobs.c.id.desc()).limit(limit))

    def workers(self, *, limit: int) -> Sequence[WorkerBeat]:
        """As `JobQueue.workers`."""
        statement = select(heartbeats).order_by(heartbeats.c.beat_at.desc(), heartbeats.c.worker).limit(limit)
        rows = self._unit(lambda connection: connection.execute(statement).all())
        return [WorkerBeat(row.worker, row.status, row.beat_at) for row in rows]

    def counts_of_patient(self, patient_id: PatientId) -> Mapping[str, int]:
        """Job status to number for this patient; retracted jobs are not current and not counted."""
        statement = (
            select(jobs.c.status, func.count())
            .where(jobs.c.patient_id == patient_id, jobs.c.status != JobStatus.RETRACTED.value)
            .group_by(jobs.c.status)
        )
        rows = self._unit(lambda connection: connection.execute(statement).all())
        return {str(status): int(count) for status, count in rows}

    def beat(self, *, worker: str, status: str) -> None:
        """Write `worker_heartbeats`."""
        statement = (
            mysql_insert(heartbeats)
            .values(worker=worker, status=status)
            .on_duplicate_key_update(status=status, beat_at=NOW)
        )
        self._unit(lambda connection: connection.execute(statement))

    def health(self) -> QueueHealth:
        """Counts, and the age of the newest heartbeat by the database's clock."""
        stale = func.sum(case((jobs.c.lease_until < NOW, 1), else_=0))
        age = select(func.timestampdiff(text("MICROSECOND"), func.max(heartbeats.c.beat_at), NOW))

        def work(connection: Connection) -> QueueHealth:
            rows = connection.execute(select(jobs.c.status, func.count(), stale).group_by(jobs.c.status)).all()
            counts = {status: (int(count), int(late or 0)) for status, count, late in rows}
            microseconds = connection.execute(age).scalar_one()
            return QueueHealth(
                pending=counts.get(JobStatus.PENDING.value, (0, 0))[0],
                running=counts.get(JobStatus.RUNNING.value, (0, 0))[0],
                stale_running=counts.get(JobStatus.RUNNING.value, (0, 0))[1],
                failed=counts.get(JobStatus.FAILED.value, (0, 0))[0],
                newest_heartbeat_age_seconds=None if microseconds is None else microseconds / 1e6,
            )

        return self._unit(work)

    def _claim(self, connection: Connection, worker: str, lease: timedelta) -> tuple[Lease | None, bool]:
        """The lease and false, or ``None`` and true where a poison job was put aside instead."""
        row = connection.execute(_run_out()).first() or connection.execute(_due()).first()
        if row is None:
            return None, False
        stalled = row.status == JobStatus.RUNNING.value
        if stalled and row.stalls + 1 >= self._max_stalls:
            _put_aside(connection, row, worker)
            return None, True
        connection.execute(
            update(jobs)
            .where(jobs.c.id == row.id)
            .values(
                status=JobStatus.RUNNING.value,
                attempts=jobs.c.attempts + 1,
                stalls=jobs.c.stalls + (1 if stalled else 0),
                fence=jobs.c.fence + 1,
                worker=worker,
                lease_until=_after(lease),
                started_at=NOW,
            )
        )
        claimed = connection.execute(
            _jobs().add_columns(jobs.c.fence, jobs.c.lease_until).where(jobs.c.id == row.id)
        ).one()
        return Lease(_job_from_row(claimed), int(claimed.fence), claimed.lease_until, worker), False

    def _rows(self, statement: Select[Any]) -> list[Job]:
        rows = self._unit(lambda connection: connection.execute(statement).all())
        return [_job_from_row(row) for row in rows]

    def _unit(self, work: Callable[[Connection], Result]) -> Result:
        return run_unit(self._engine, work, sleep=self._sleep)


def _job_from_row(row: Row[Any]) -> Job:
    """A job as the domain knows it, from a row of `_jobs`."""
    return Job(
        job_id=JobId(row.id),
        patient_id=PatientId(row.patient_id),
        document_id=DocumentId(row.document_id),
        doc_type=DocType(row.doc_type),
        content_hash=row.content_hash,
        status=JobStatus(row.status),
        attempts=row.attempts,
        created_at=row.created_at,
        available_at=row.available_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        error_code=row.error_code,
        error_message=row.error_message,
    )


def _jobs() -> Select[Any]:
    return select(
        jobs.c.id,
        jobs.c.patient_id,
        jobs.c.document_id,
        jobs.c.doc_type,
        jobs.c.content_hash,
        jobs.c.status,
        jobs.c.attempts,
        jobs.c.created_at,
        jobs.c.available_at,
        jobs.c.started_at,
        jobs.c.finished_at,
        jobs.c.error_code,
        jobs.c.error_message,
    )


def _due() -> Select[Any]:
    """The oldest job that waits and may start now, locked; rows that others hold are passed over."""
    return (
        select(jobs.c.id, jobs.c.status, jobs.c.stalls)
        .where(jobs.c.status == JobStatus.PENDING.value, jobs.c.available_at <= NOW)
        .order_by(jobs.c.available_at, jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )


def _run_out() -> Select[Any]:
    """The running job whose lease ran out first, locked."""
    return (
        select(jobs.c.id, jobs.c.status, jobs.c.stalls, jobs.c.document_id, jobs.c.attempts)
        .where(jobs.c.status == JobStatus.RUNNING.value, jobs.c.lease_until < NOW)
        .order_by(jobs.c.lease_until, jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )


def held_by(lease: Lease) -> tuple[ColumnElement[bool], ...]:
    """The row, as long as it is still this lease's."""
    return (
        jobs.c.id == lease.job.job_id,
        jobs.c.fence == lease.fence,
        jobs.c.status == JobStatus.RUNNING.value,
    )


def _after(pause: timedelta) -> ColumnElement[Any]:
    """The database's time that long from now."""
    return func.timestampadd(text("MICROSECOND"), round(pause.total_seconds() * 1e6), NOW)


def _end_lease(connection: Connection, lease: Lease, values: dict[str, object]) -> bool:
    """Give the job up with these values; true where this call or its own lost twin did it."""
    changes = {**values, "worker": None, "lease_until": None}
    if connection.execute(update(jobs).where(*held_by(lease)).values(changes)).rowcount == 1:
        return True
    # A commit whose answer got lost is repeated: the fence is ours and the state already what we wanted.
    done = select(jobs.c.id).where(
        jobs.c.id == lease.job.job_id, jobs.c.fence == lease.fence, jobs.c.status == values["status"]
    )
    return connection.execute(done).first() is not None


def _put_aside(connection: Connection, row: Row[Any], worker: str) -> None:
    """Fail a poison job for good, with its audit row."""
    connection.execute(
        update(jobs)
        .where(jobs.c.id == row.id)
        .values(
            status=JobStatus.FAILED.value,
            stalls=jobs.c.stalls + 1,
            fence=jobs.c.fence + 1,
            worker=None,
            lease_until=None,
            finished_at=NOW,
            error_code=ErrorCode.CRASH.value,
            error_message=_POISON,
        )
    )
    detail = {
        "job_id": row.id,
        "document_id": row.document_id,
        "attempts": row.attempts,
        "error": ErrorCode.CRASH.value,
    }
    insert_audit(connection, AuditEvent(AuditAction.INGEST_FAILED, ActorType.WORKER, worker, None, detail))
