"""Retraction: when the source goes, everything derived from it goes too, and it is written down what went where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.job import ChangeKind
from arbiter_fhir.domain.promotion import RetractionAction
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.pipelines.taking_back import Actor, leaning_documents, take_back_facts
from arbiter_fhir.ports.stores import UnitOfWork, UnitOfWorkFactory
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
            actor = Actor(ActorType.WATCH, self._actor)
            rows = take_back_facts(work, facts, promotions, reason=reason, actor=actor)
            work.deactivate_document(document_id, reason=reason)
            work.save_retractions(rows)
            leaning = leaning_documents(work, document_id, patients, [row.action for row in rows])
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


def _replaced_documents(work: UnitOfWork, withdrawn: DocumentId) -> Sequence[DocumentId]:
    """Other documents whose results the withdrawn one corrected or declared wrong: they hold again."""
    return [each for each in work.documents_closed_by(f"documents:{withdrawn}") if each != withdrawn]
