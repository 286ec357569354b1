"""Retraction: when the source goes, everything derived from it goes too, and it is written down what went where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.job import ChangeKind
from arbiter_fhir.domain.promotion import RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import FactRecord, PromotionRecord, RetractionRecord
from arbiter_fhir.ports.stores import UnitOfWork, UnitOfWorkFactory
from arbiter_fhir.promotion import facts_to_reconsider, plan_retraction
from arbiter_fhir.telemetry import PatientReference, log_event

__all__ = ["RetractPipeline", "RetractionReport"]


@dataclass(frozen=True, slots=True)
class RetractionReport:
    """What one retraction did: facts and promotions closed, chart rows taken back, rows left to a person."""

    facts: int
    promotions: int
    chart_rows: int
    for_review: int


class RetractPipeline:
    """Withdraws a document, in one transaction; doing it twice is the same as once."""

    def __init__(self, *, work: UnitOfWorkFactory, patient_reference: PatientReference, actor: str) -> None:
        self._work = work
        self._patient_reference = patient_reference
        self._actor = actor

    def __call__(self, document_id: DocumentId, kind: ChangeKind) -> RetractionReport:
        """Withdraw everything derived from a document.

        Raises:
            ChartError, StoreError: Nothing was withdrawn; the watch sees the change again at its next look.
        """
        reason = f"source_{kind.value}"
        with self._work.begin() as work:
            work.lock_document(document_id)
            facts = work.facts_of_document(document_id)
            promotions = work.promotions_of_document(document_id)
            patients = sorted({record.patient_id for record in facts})
            for patient_id in patients:
                work.chart.lock_patient(patient_id)
            rows = self._withdraw(work, facts, promotions, reason)
            work.deactivate_document(document_id, reason=reason)
            work.save_retractions(rows)
            leaning = _leaning_documents(work, document_id, patients, [row.action for row in rows])
            work.reopen_jobs(sorted({*leaning, *_replaced_documents(work, document_id)}))
            report = RetractionReport(
                facts=sum(record.active for record in facts),
                promotions=sum(promotion.active for promotion in promotions),
                chart_rows=sum(row.action is RetractionAction.CHART_ROW_INACTIVATED for row in rows),
                for_review=sum(row.action is RetractionAction.NEEDS_REVIEW for row in rows),
            )
            work.audit(self._event(document_id, patients, reason, report))
        log_event("document.retracted", document_id=document_id, change=kind.value)
        return report

    def _withdraw(
        self,
        work: UnitOfWork,
        facts: Sequence[FactRecord],
        promotions: Sequence[PromotionRecord],
        reason: str,
    ) -> list[RetractionRecord]:
        by_fact = {record.fact_id: record for record in facts}
        rows = [
            self._row(record, None, "active", RetractionAction.DEACTIVATED, reason) for record in facts if record.active
        ]
        for promotion in promotions:
            state = work.chart.row_state(promotion.record) if promotion.active and promotion.record else None
            action = plan_retraction(promotion, state)
            if action is None:
                continue
            if action is RetractionAction.CHART_ROW_INACTIVATED and promotion.record is not None:
                action = work.chart.inactivate(promotion.record, reason)
            fact = by_fact[promotion.fact_id]
            rows.append(self._row(fact, promotion, promotion.outcome.value, action, reason))
        return rows

    def _row(
        self,
        fact: FactRecord,
        promotion: PromotionRecord | None,
        prior: str,
        action: RetractionAction,
        reason: str,
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
            prior_state=prior,
            new_state="needs_review" if action is RetractionAction.NEEDS_REVIEW else "retracted",
            action=action,
            actor_type=ActorType.WATCH.value,
            actor_id=self._actor,
            reason=reason,
        )

    def _event(
        self, document_id: DocumentId, patients: Sequence[PatientId], reason: str, report: RetractionReport
    ) -> AuditEvent:
        return AuditEvent(
            AuditAction.RETRACTED,
            ActorType.WATCH,
            self._actor,
            self._patient_reference.of(patients[0]) if patients else None,
            {
                "document_id": document_id,
                "reason": reason,
                "facts": report.facts,
                "promotions": report.promotions,
                "chart_rows": report.chart_rows,
                "for_review": report.for_review,
            },
        )


def _leaning_documents(
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


def _replaced_documents(work: UnitOfWork, withdrawn: DocumentId) -> Sequence[DocumentId]:
    """Other documents whose results the withdrawn one corrected or declared wrong: they hold again."""
    return [each for each in work.documents_closed_by(f"documents:{withdrawn}") if each != withdrawn]
