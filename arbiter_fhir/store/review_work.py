"""Reviews inside a transaction of the worker's account: read, decide, close a part at once, run the job again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, and_, case, func, select, update

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, FactValue
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import Job, JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import (
    REJECTED_BY_REVIEWER,
    AutomationRule,
    FactReview,
    IdentityReview,
    ReviewDecisions,
    ReviewWord,
)
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId
from arbiter_fhir.ports.records import FactRecord, PromotionRecord
from arbiter_fhir.ports.reviews import FactInReview, PartInReview
from arbiter_fhir.store.automation import rules_of
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.review_rows import fact_in_review, part_in_review
from arbiter_fhir.store.review_tables import fact_reviews
from arbiter_fhir.store.reviews import add_fact_review, add_identity_review, decisions_for
from arbiter_fhir.store.row_codecs import fact_from_row, promotion_from_row
from arbiter_fhir.store.tables import chunks, fact_embeddings, facts, identity_checks, jobs, promotions
from arbiter_fhir.store.withdrawals import deactivate_facts

__all__ = ["SqlReviewWork"]

_FOR_A_PERSON = frozenset({IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH})


class SqlReviewWork:
    """`ReviewWork` on one open transaction; made by `SqlUnitOfWork.reviews` only."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def decisions(self, job: Job) -> ReviewDecisions:
        """As `ReviewWork.decisions`."""
        return decisions_for(self._connection, job)

    def rules(self, doc_type: DocType) -> Sequence[AutomationRule]:
        """As `ReviewWork.rules`."""
        return [rule for rule in rules_of(self._connection) if rule.doc_type is doc_type]

    def refused(self, job: Job) -> Sequence[FactValue]:
        """As `ReviewWork.refused`, in a stable order."""
        decision = fact_reviews.c.decision
        mine = and_(fact_reviews.c.patient_id == job.patient_id, decision == ReviewWord.REJECT.value)
        elsewhere = and_(
            fact_reviews.c.document_id == job.document_id,
            fact_reviews.c.content_hash == job.content_hash,
            fact_reviews.c.patient_id != job.patient_id,
            decision.in_((ReviewWord.REJECT.value, ReviewWord.KEEP.value)),
        )
        decided = facts.join(
            fact_reviews,
            and_(
                fact_reviews.c.patient_id == facts.c.patient_id,
                fact_reviews.c.document_id == facts.c.document_id,
                fact_reviews.c.fact_fingerprint == facts.c.fact_fingerprint,
            ),
        )
        found = (
            self._connection.execute(
                select(facts).select_from(decided).where(fact_reviews.c.active, which).order_by(facts.c.id)
            ).all()
            for which in (mine, elsewhere)
        )
        read = [fact_from_row(row).fact for rows in found for row in rows]
        return [fact.value if fact.review is None or fact.review.paper is None else fact.review.paper for fact in read]

    def documents_held(self, patient_id: PatientId, reason: str) -> Sequence[DocumentId]:
        """As `ReviewWork.documents_held`."""
        here = (promotions.c.patient_id == patient_id, promotions.c.active, promotions.c.conflict_reason == reason)
        statement = select(promotions.c.document_id).where(*here).distinct().order_by(promotions.c.document_id)
        return [DocumentId(each) for each in self._connection.execute(statement).scalars()]

    def part(self, patient_id: PatientId, check_id: int) -> PartInReview | None:
        """As `ReviewWork.part`."""
        return part_in_review(self._connection, patient_id, check_id)

    def fact(self, patient_id: PatientId, fact_id: int) -> FactInReview | None:
        """As `ReviewWork.fact`."""
        return fact_in_review(self._connection, patient_id, fact_id)

    def decide_identity(self, review: IdentityReview) -> None:
        """As `ReviewWork.decide_identity`.

        Raises:
            StoreError: E_STORE_CONFLICT where somebody added the same version.
        """
        add_identity_review(self._connection, review)

    def decide_fact(self, review: FactReview) -> None:
        """As `ReviewWork.decide_fact`.

        Raises:
            StoreError: E_STORE_CONFLICT where somebody added the same version.
        """
        add_fact_review(self._connection, review)

    def facts_of_part(self, patient_id: PatientId, check_id: int) -> Sequence[FactRecord]:
        """As `ReviewWork.facts_of_part`, oldest first."""
        here = (facts.c.patient_id == patient_id, facts.c.identity_check_id == check_id)
        statement = select(facts).where(*here, facts.c.retracted_at.is_(None)).order_by(facts.c.id)
        return [fact_from_row(row) for row in self._connection.execute(statement)]

    def promotions_of_part(self, patient_id: PatientId, check_id: int) -> Sequence[PromotionRecord]:
        """As `ReviewWork.promotions_of_part`, oldest first."""
        mine = select(facts.c.id).where(facts.c.patient_id == patient_id, facts.c.identity_check_id == check_id)
        statement = (
            select(promotions)
            .where(promotions.c.patient_id == patient_id, promotions.c.fact_id.in_(mine))
            .order_by(promotions.c.id)
        )
        return [promotion_from_row(row) for row in self._connection.execute(statement)]

    def close_part(
        self,
        patient_id: PatientId,
        check_id: int,
        *,
        status: IdentityStatus,
        reason: str,
        in_hands: Collection[int] = (),
    ) -> None:
        """As `ReviewWork.close_part`.

        Raises:
            ValueError: The status opens the gate.
        """
        if status.opens_the_gate:
            raise ValueError("a part is closed with a status that closes it")
        here = (identity_checks.c.patient_id == patient_id, identity_checks.c.id == check_id)
        check = self._connection.execute(
            select(identity_checks.c.job_id, identity_checks.c.first_page, identity_checks.c.last_page).where(*here)
        ).one()
        self._connection.execute(
            update(identity_checks)
            .where(*here)
            .values(identity_status=status.value, review_required=status in _FOR_A_PERSON)
        )
        held = [record.fact_id for record in self.facts_of_part(patient_id, check_id)]
        deactivate_facts(self._connection, patient_id, held)
        pages = [chunks.c.page >= check.first_page]
        pages += [] if check.last_page is None else [chunks.c.page <= check.last_page]
        self._connection.execute(
            update(chunks)
            .where(chunks.c.patient_id == patient_id, chunks.c.job_id == check.job_id, *pages)
            .values(active=False)
        )
        if held:
            promoted = promotions.c.outcome == PromotionOutcome.PROMOTED.value
            outcome = case((promoted, PromotionOutcome.RETRACTED.value), else_=promotions.c.outcome)
            self._connection.execute(
                update(promotions)
                .where(promotions.c.patient_id == patient_id, promotions.c.fact_id.in_(held), promotions.c.active)
                .values(
                    outcome=outcome,
                    active=promotions.c.id.in_(list(in_hands)),
                    retracted_at=NOW,
                    updated_at=NOW,
                    retraction_reason=reason,
                )
            )

    def release(self, patient_id: PatientId, promotion_id: int) -> None:
        """As `ReviewWork.release`."""
        here = (promotions.c.patient_id == patient_id, promotions.c.id == promotion_id)
        retracted = PromotionOutcome.RETRACTED.value
        self._connection.execute(
            update(promotions).where(*here).values(active=False, outcome=retracted, retracted_at=NOW, updated_at=NOW)
        )

    def run_again(self, job_id: JobId) -> None:
        """As `ReviewWork.run_again`."""
        job = self._connection.execute(select(jobs.c.patient_id, jobs.c.content_hash).where(jobs.c.id == job_id)).one()
        running = jobs.c.status == JobStatus.RUNNING.value
        failed = jobs.c.status == JobStatus.FAILED.value
        self._connection.execute(
            update(jobs)
            .where(
                jobs.c.patient_id == job.patient_id,
                jobs.c.content_hash == job.content_hash,
                jobs.c.status != JobStatus.RETRACTED.value,
            )
            # MariaDB assigns from left to right, so the status comes after all that looks at it.
            .ordered_values(
                (jobs.c.fence, jobs.c.fence + case((running, 0), else_=1)),
                (jobs.c.finished_at, case((failed, None), else_=jobs.c.finished_at)),
                (jobs.c.status, case((running, JobStatus.RUNNING.value), else_=JobStatus.PENDING.value)),
                (jobs.c.attempts, 0),
                (jobs.c.stalls, 0),
                (jobs.c.available_at, NOW),
                (jobs.c.error_code, None),
                (jobs.c.error_message, None),
            )
        )

    def rows_of_fact(self, patient_id: PatientId, fingerprint: str) -> Sequence[tuple[FactRecord, PromotionRecord]]:
        """As `ReviewWork.rows_of_fact`, oldest first."""
        here = (facts.c.patient_id == patient_id, facts.c.fact_fingerprint == fingerprint)
        said = [fact_from_row(row) for row in self._connection.execute(select(facts).where(*here).order_by(facts.c.id))]
        by_id = {record.fact_id: record for record in said}
        mine = (promotions.c.patient_id == patient_id, promotions.c.fact_id.in_(by_id), promotions.c.active)
        rows = self._connection.execute(select(promotions).where(*mine).order_by(promotions.c.id)).all()
        return [(by_id[record.fact_id], record) for record in map(promotion_from_row, rows)]

    def withdraw(self, patient_id: PatientId, promotion_id: int) -> None:
        """As `ReviewWork.withdraw`."""
        here = (promotions.c.patient_id == patient_id, promotions.c.id == promotion_id)
        self._connection.execute(
            update(promotions)
            .where(*here)
            .values(
                outcome=PromotionOutcome.REJECTED.value,
                conflict_reason=REJECTED_BY_REVIEWER,
                review_status="none",
                promoted_record_id=None,
                promoted_pk_json={},
                values_digest=None,
                duplicate_key=None,
                updated_at=NOW,
            )
        )

    def close_fact(self, patient_id: PatientId, fingerprint: str, *, rejected: bool) -> None:
        """As `ReviewWork.close_fact`."""
        here = (facts.c.patient_id == patient_id, facts.c.fact_fingerprint == fingerprint)
        page = func.json_value(facts.c.citation_json, "$.page").label("page")
        found = self._connection.execute(
            select(facts.c.id, facts.c.job_id, page).where(*here, facts.c.retracted_at.is_(None))
        ).all()
        held = [FactId(row.id) for row in found]
        if not held:
            return
        vectors = (fact_embeddings.c.patient_id == patient_id, fact_embeddings.c.fact_id.in_(held))
        self._connection.execute(update(fact_embeddings).where(*vectors).values(active=False))
        closed: dict[str, object] = {"active": False}
        if rejected:
            # Without the decision's version: it is not carried out before the document was read again.
            closed |= {
                "certainty": Certainty.NEEDS_REVIEW.value,
                "review_decision": ReviewWord.REJECT.value,
                "review_version": None,
            }
            for row in found:
                there = () if row.page is None else (chunks.c.page == int(row.page),)
                self._connection.execute(
                    update(chunks)
                    .where(chunks.c.patient_id == patient_id, chunks.c.job_id == row.job_id, *there)
                    .values(active=False)
                )
        self._connection.execute(
            update(facts).where(facts.c.patient_id == patient_id, facts.c.id.in_(held)).values(closed)
        )
