"""One transaction over our tables and the chart's.

Locks are taken in one order everywhere, so transactions of ours wait for each other but do not deadlock: the document,
the job's row, the patient (by the chart writer), the head of the audit chain. That is why audit rows are kept back and
written as the very last statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.audit import AuditEvent
from arbiter_fhir.domain.deid import IdentifierCandidates, PhiMap
from arbiter_fhir.domain.fact import CitedFact, RejectedCandidate
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity
from arbiter_fhir.domain.job import Handoff, Job, JobStatus, Lease
from arbiter_fhir.domain.promotion import PromotedRecord, PromotionDecision
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.errors import LostLeaseError
from arbiter_fhir.ports.chart import ChartWriter
from arbiter_fhir.ports.records import ChunkRecord, FactRecord, PromotionRecord, RetractionRecord
from arbiter_fhir.store import identity_checks, phi_map, promotions, withdrawals
from arbiter_fhir.store.audit import insert_audit, insert_handoffs, insert_timings
from arbiter_fhir.store.chunks import save_chunks
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.facts import facts_of_document, save_fact_embeddings, save_facts, save_rejected
from arbiter_fhir.store.job_queue import held_by
from arbiter_fhir.store.phi_map import PhiCipher
from arbiter_fhir.store.review_work import SqlReviewWork
from arbiter_fhir.store.session import transaction
from arbiter_fhir.store.tables import document_locks, jobs

__all__ = ["SqlUnitOfWork", "SqlUnitOfWorkFactory"]


class SqlUnitOfWork:
    """`UnitOfWork` on one open transaction; made by `SqlUnitOfWorkFactory.begin` only."""

    def __init__(self, connection: Connection, chart: ChartWriter, cipher: PhiCipher) -> None:
        self._connection = connection
        self._chart = chart
        self._cipher = cipher
        self._audit: list[AuditEvent] = []

    @property
    def chart(self) -> ChartWriter:
        """The chart, in this transaction."""
        return self._chart

    @property
    def reviews(self) -> SqlReviewWork:
        """As `UnitOfWork.reviews`."""
        return SqlReviewWork(self._connection)

    def lock_document(self, document_id: DocumentId) -> None:
        """As `UnitOfWork.lock_document`; the row is made where it is missing, and locked in the same statement."""
        statement = mysql_insert(document_locks).values(document_id=document_id)
        self._connection.execute(statement.on_duplicate_key_update(document_id=document_id))

    def lock_copies(self, document_id: DocumentId, *, patient_id: PatientId, content_hash: str) -> None:
        """As `UnitOfWork.lock_copies`; in the order of their ids, so that two decisions do not deadlock."""
        copies = select(jobs.c.document_id).where(jobs.c.patient_id == patient_id, jobs.c.content_hash == content_hash)
        locked: set[int] = set()
        # Another copy may be filed while this waits for the first ones.
        while wanted := {int(document_id), *self._connection.execute(copies).scalars()} - locked:
            for each in sorted(wanted):
                self.lock_document(DocumentId(each))
            locked |= wanted

    def lock_job(self, lease: Lease) -> None:
        """Lock the job's row as long as it is this lease's.

        Raises:
            LostLeaseError: It is another's.
        """
        statement = select(jobs.c.id).where(*held_by(lease)).with_for_update()
        if self._connection.execute(statement).first() is None:
            raise LostLeaseError(lease.job.job_id)

    def forget_derived(self, job: Job) -> None:
        """As `UnitOfWork.forget_derived`."""
        withdrawals.forget_derived(self._connection, job)

    def save_phi_map(self, *, patient_id: PatientId, document_id: DocumentId, phi: PhiMap) -> None:
        """As `UnitOfWork.save_phi_map`."""
        phi_map.save_phi_map(self._connection, self._cipher, patient_id=patient_id, document_id=document_id, phi=phi)

    def save_identity(
        self, *, job: Job, identity: DocumentIdentity, candidates: IdentifierCandidates
    ) -> Mapping[int, int]:
        """As `UnitOfWork.save_identity`."""
        return identity_checks.save_identity(
            self._connection, self._cipher, job=job, identity=identity, candidates=candidates
        )

    def save_facts(
        self,
        *,
        job: Job,
        identity_check_ids: Sequence[int],
        facts: Sequence[CitedFact],
        active: Sequence[ActiveFact],
        fingerprints: Sequence[tuple[str, str]],
    ) -> Sequence[FactId]:
        """As `UnitOfWork.save_facts`."""
        return save_facts(
            self._connection,
            job=job,
            identity_check_ids=identity_check_ids,
            found=facts,
            active=active,
            fingerprints=fingerprints,
        )

    def save_fact_embeddings(
        self, *, patient_id: PatientId, vectors: Sequence[tuple[FactId, bytes]], model_id: str
    ) -> None:
        """As `UnitOfWork.save_fact_embeddings`."""
        save_fact_embeddings(self._connection, patient_id=patient_id, vectors=vectors, model_id=model_id)

    def save_rejected(self, *, job: Job, rejected: Sequence[RejectedCandidate]) -> None:
        """As `UnitOfWork.save_rejected`."""
        save_rejected(self._connection, job=job, rejected=rejected)

    def save_chunks(self, *, job: Job, chunks: Sequence[ChunkRecord], model_id: str, active: bool) -> None:
        """As `UnitOfWork.save_chunks`."""
        save_chunks(self._connection, job=job, windows=chunks, model_id=model_id, active=active)

    def promotions_of_patient(self, patient_id: PatientId) -> Sequence[tuple[PromotionRecord, str]]:
        """As `UnitOfWork.promotions_of_patient`."""
        return promotions.promotions_of_patient(self._connection, patient_id)

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
        """As `UnitOfWork.save_promotion`."""
        return promotions.save_promotion(
            self._connection,
            job=job,
            fact_id=fact_id,
            fact=fact,
            fingerprints=fingerprints,
            decision=decision,
            record=record,
        )

    def close_promotions(
        self, patient_id: PatientId, promotion_id: int, *, reason: str, successor: str
    ) -> Sequence[PromotionRecord]:
        """As `UnitOfWork.close_promotions`."""
        return withdrawals.close_promotions(
            self._connection, patient_id, promotion_id, reason=reason, successor=successor
        )

    def deactivate_facts(self, patient_id: PatientId, fact_ids: Sequence[FactId]) -> None:
        """As `UnitOfWork.deactivate_facts`."""
        withdrawals.deactivate_facts(self._connection, patient_id, fact_ids)

    def documents_closed_by(self, successor: str) -> Sequence[DocumentId]:
        """As `UnitOfWork.documents_closed_by`."""
        return withdrawals.documents_closed_by(self._connection, successor)

    def facts_of_document(self, document_id: DocumentId) -> Sequence[FactRecord]:
        """As `UnitOfWork.facts_of_document`."""
        return facts_of_document(self._connection, document_id)

    def promotions_of_document(self, document_id: DocumentId) -> Sequence[PromotionRecord]:
        """As `UnitOfWork.promotions_of_document`."""
        return promotions.promotions_of_document(self._connection, document_id)

    def deactivate_document(self, document_id: DocumentId, *, reason: str) -> None:
        """As `UnitOfWork.deactivate_document`."""
        withdrawals.deactivate_document(self._connection, document_id, reason=reason)

    def reopen_jobs(self, document_ids: Sequence[DocumentId]) -> None:
        """As `UnitOfWork.reopen_jobs`."""
        withdrawals.reopen_jobs(self._connection, document_ids)

    def save_retractions(self, records: Sequence[RetractionRecord]) -> None:
        """As `UnitOfWork.save_retractions`."""
        withdrawals.save_retractions(self._connection, records)

    def save_handoffs(self, handoffs: Sequence[Handoff]) -> None:
        """As `UnitOfWork.save_handoffs`."""
        insert_handoffs(self._connection, handoffs)

    def save_timings(self, *, job_id: JobId | None, request_id: str | None, measures: Sequence[StageMeasure]) -> None:
        """As `UnitOfWork.save_timings`."""
        insert_timings(self._connection, job_id=job_id, request_id=request_id, measures=measures)

    def audit(self, event: AuditEvent) -> None:
        """As `UnitOfWork.audit`; written at the end of the transaction, in the order given."""
        self._audit.append(event)

    def finish_job(self, lease: Lease) -> None:
        """As `UnitOfWork.finish_job`."""
        done = self._connection.execute(
            update(jobs)
            .where(*held_by(lease))
            .values(
                status=JobStatus.SUCCEEDED.value,
                finished_at=NOW,
                worker=None,
                lease_until=None,
                error_code=None,
                error_message=None,
            )
        )
        if done.rowcount != 1:
            raise LostLeaseError(lease.job.job_id)

    def write_audit(self) -> None:
        """Write the audit rows that were kept back."""
        for event in self._audit:
            insert_audit(self._connection, event)
        self._audit.clear()


class SqlUnitOfWorkFactory:
    """`UnitOfWorkFactory` with the worker's account.

    Args:
        engine: The worker's engine.
        chart_writer: Makes a chart writer on the transaction's own connection, so that the chart's rows and ours are
            committed together or not at all.
        cipher: The tenant's key.
    """

    def __init__(self, engine: Engine, *, chart_writer: Callable[[Connection], ChartWriter], cipher: PhiCipher) -> None:
        self._engine = engine
        self._chart_writer = chart_writer
        self._cipher = cipher

    @contextmanager
    def begin(self, lease: Lease | None = None) -> Iterator[SqlUnitOfWork]:
        """As `UnitOfWorkFactory.begin`."""
        with transaction(self._engine) as connection:
            unit = SqlUnitOfWork(connection, self._chart_writer(connection), self._cipher)
            if lease is not None:
                unit.lock_document(lease.job.document_id)
                unit.lock_job(lease)
            yield unit
            unit.write_audit()
