"""Taking back what facts brought into the chart: shared by withdrawal of a document and by what reviewers decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import ActorType
from arbiter_fhir.domain.promotion import RetractionAction
from arbiter_fhir.domain.review import REJECTED_BY_REVIEWER
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import FactRecord, PromotionRecord, RetractionRecord
from arbiter_fhir.ports.stores import UnitOfWork
from arbiter_fhir.promotion import facts_to_reconsider, plan_retraction

__all__ = ["Actor", "leaning_documents", "take_back_facts", "take_back_rejected"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who takes something back."""

    kind: ActorType
    name: str


def take_back_facts(
    work: UnitOfWork,
    facts: Sequence[FactRecord],
    promotions: Sequence[PromotionRecord],
    *,
    reason: str,
    actor: Actor,
) -> list[RetractionRecord]:
    """Hide the chart rows of facts and say what became of each fact and row; nothing of it is stored here yet.

    Args:
        work: The transaction; document and patient are locked.
        facts: Facts that count no more.
        promotions: What became of them in the chart.
        reason: Stable word.
        actor: Who does it.

    Raises:
        ChartError: The chart refused; roll the transaction back.
    """
    by_fact = {record.fact_id: record for record in facts}
    rows = [
        _row(record, None, RetractionAction.DEACTIVATED, reason=reason, actor=actor)
        for record in facts
        if record.active
    ]
    for promotion in promotions:
        state = work.chart.row_state(promotion.record) if promotion.active and promotion.record else None
        action = plan_retraction(promotion, state)
        if action is None:
            continue
        if action is RetractionAction.CHART_ROW_INACTIVATED and promotion.record is not None:
            action = work.chart.inactivate(promotion.record, reason)
        rows.append(_row(by_fact[promotion.fact_id], promotion, action, reason=reason, actor=actor))
    return rows


def take_back_rejected(work: UnitOfWork, patient_id: PatientId, fingerprint: str, *, actor: Actor) -> None:
    """Hide at once what a rejected fact, read in one document or in its copies, brought into the chart.

    A row that a person has changed or removed is left as it is; the reading that follows makes a conflict of it.

    Args:
        work: The transaction; the documents are locked.
        patient_id: Whose.
        fingerprint: Of the fact as the paper was read.
        actor: Who rejected it.

    Raises:
        ChartError: The chart refused; roll the transaction back.
    """
    work.chart.lock_patient(patient_id)
    for fact, promotion in work.reviews.rows_of_fact(patient_id, fingerprint):
        if promotion.record is None:
            continue
        action = work.chart.inactivate(promotion.record, REJECTED_BY_REVIEWER)
        if action is not RetractionAction.CHART_ROW_INACTIVATED:
            continue
        work.reviews.withdraw(patient_id, promotion.promotion_id)
        work.save_retractions([_row(fact, promotion, action, reason=REJECTED_BY_REVIEWER, actor=actor)])
        work.reopen_jobs(leaning_documents(work, promotion.document_id, [patient_id], [action]))


def leaning_documents(
    work: UnitOfWork, withdrawn: DocumentId, patients: Sequence[PatientId], actions: Sequence[RetractionAction]
) -> list[DocumentId]:
    """Other documents whose outcome leaned on rows that have just left the chart.

    The same result in two documents stands in the chart once; when the document that carried it goes, the other one
    has to carry it, so its job runs again.
    """
    documents: set[DocumentId] = set()
    for patient_id in patients:
        earlier = work.promotions_of_patient(patient_id)
        facts = set(facts_to_reconsider(withdrawn, actions, earlier))
        documents |= {promotion.document_id for promotion, _ in earlier if promotion.fact_id in facts}
    return sorted(documents)


def _row(
    fact: FactRecord, promotion: PromotionRecord | None, action: RetractionAction, *, reason: str, actor: Actor
) -> RetractionRecord:
    chart = promotion.record if promotion else None
    return RetractionRecord(
        patient_id=fact.patient_id,
        document_id=fact.document_id,
        job_id=fact.job_id,
        fact_id=fact.fact_id,
        promotion_id=promotion.promotion_id if promotion else None,
        promoted_table=chart.table if chart else None,
        promoted_record_id=chart.record_id if chart else None,
        prior_state=promotion.outcome.value if promotion else "active",
        new_state="needs_review" if action is RetractionAction.NEEDS_REVIEW else "retracted",
        action=action,
        actor_type=actor.kind.value,
        actor_id=actor.name,
        reason=reason,
    )
