"""Rows of a document that leave the chart because a person decided: rejected, taken back, corrected, identity closed.

What somebody has changed in the chart since is never touched: it becomes a conflict for a person, and stays one however
often the document is read, until a person has decided about this fact beside what the row says now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.audit import ActorType
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity
from arbiter_fhir.domain.job import Job, NodeName
from arbiter_fhir.domain.promotion import (
    ROW_WAS_EDITED,
    PromotedRecord,
    PromotionDecision,
    PromotionOutcome,
    RetractionAction,
    contradicted_by,
)
from arbiter_fhir.domain.tenant import DocumentId, FactId
from arbiter_fhir.pipelines.review_chart import ChartSides
from arbiter_fhir.pipelines.taking_back import leaning_documents
from arbiter_fhir.ports.records import PromotionRecord, RetractionRecord
from arbiter_fhir.ports.stores import UnitOfWork
from arbiter_fhir.promotion import APPROVED_REASONS

__all__ = ["Releases", "StoredFact"]

#: Outcomes under which a row that we wrote from the very fact has no business in the chart any more.
_GONE = frozenset({PromotionOutcome.REJECTED, PromotionOutcome.NEEDS_REVIEW, PromotionOutcome.NOT_PROMOTABLE})
#: Reason written down with a row that a corrected value replaces.
_CORRECTED = "value_corrected"
#: Reason written down with a row whose approval was taken back.
_NO_LONGER_APPROVED = "approval_taken_back"


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact with its row's id and its fingerprints (fact, clinical content); `active` where it passed the gate."""

    fact_id: FactId
    fact: CitedFact
    fingerprints: tuple[str, str]
    active: ActiveFact | None


class Releases:
    """Takes rows of one document out of the chart, and knows which of our promotions still stand.

    Args:
        work: The job's transaction; the patient is locked.
        job: The job.
        earlier: Our active promotions of the patient with their clinical fingerprints.
        undone: Fingerprints of facts of which the decision was taken back.
    """

    def __init__(
        self,
        work: UnitOfWork,
        job: Job,
        earlier: Sequence[tuple[PromotionRecord, str]],
        undone: frozenset[str] = frozenset(),
    ) -> None:
        self._work = work
        self._job = job
        self._earlier = list(earlier)
        self._undone = undone
        self._sides = ChartSides(work.chart, job.patient_id)
        self._actions: list[RetractionAction] = []
        self._edited: dict[FactId, PromotionRecord] = {}

    @property
    def standing(self) -> Sequence[tuple[PromotionRecord, str]]:
        """Our promotions without those whose rows were taken back here."""
        return self._earlier

    def of_changed_values(self, stored: Sequence[StoredFact]) -> None:
        """Take back rows before they are compared with: of corrected values, and of approvals that hold no more."""
        facts = {item.fact_id: item for item in stored}
        for record, fingerprint in list(self._own()):
            item = facts.get(record.fact_id)
            if item is None:
                continue
            by_approval = record.reason in APPROVED_REASONS
            # A row that stood through an outcome of another kind was let in by somebody who is not named any more.
            unsaid = self._is_undone(item) and record.outcome is not PromotionOutcome.PROMOTED
            if item.fingerprints[1] != fingerprint and (by_approval or unsaid or item.fact.review is not None):
                self._release(record, _CORRECTED)
            elif (by_approval or unsaid) and not item.fact.is_approved:
                self._release(record, _NO_LONGER_APPROVED)

    def of_decided(
        self, stored: Sequence[StoredFact], decisions: Sequence[PromotionDecision], identity: DocumentIdentity
    ) -> list[PromotionDecision]:
        """Take back rows whose fact is not written any more; gives the decisions, those on edited rows as conflicts."""
        own = {record.fact_id: record for record, _ in self._own()}
        claimed = {decision.existing_result_id for decision in decisions if decision.plan is not None}
        for item, decision in zip(stored, decisions, strict=True):
            record = own.get(item.fact_id)
            if record is None or record.record is None or decision.outcome not in _GONE:
                continue
            decided = item.fact.review is not None or record.reason in APPROVED_REASONS or self._is_undone(item)
            closed = not identity.of_fact(item.fact).status.opens_the_gate
            if not (decided or closed) or item.fact_id in self._edited:
                continue
            if record.record.record_id in claimed:
                # Another fact of the document says the same and carries the row from now on.
                self._close(record)
            else:
                self._release(record, decision.reason)
        return [self._or_conflict(item, decision) for item, decision in zip(stored, decisions, strict=True)]

    def leaning(self) -> Sequence[DocumentId]:
        """Other documents that leaned on rows which were taken back here."""
        if not self._actions:
            return ()
        return leaning_documents(self._work, self._job.document_id, [self._job.patient_id], self._actions)

    def _own(self) -> Sequence[tuple[PromotionRecord, str]]:
        return [
            (record, fingerprint)
            for record, fingerprint in self._earlier
            if record.document_id == self._job.document_id and record.record is not None
        ]

    def _is_undone(self, item: StoredFact) -> bool:
        return item.fingerprints[0] in self._undone

    def _release(self, record: PromotionRecord, reason: str) -> None:
        if record.record is None:
            return
        action = self._work.chart.inactivate(record.record, reason)
        self._actions.append(action)
        # What was found in a person's hands before is written down already.
        if action is RetractionAction.CHART_ROW_INACTIVATED or record.outcome is PromotionOutcome.PROMOTED:
            self._work.save_retractions([self._row(record, action, reason)])
        if action is RetractionAction.CHART_ROW_INACTIVATED:
            self._close(record)
        elif action is RetractionAction.NEEDS_REVIEW:
            self._edited[record.fact_id] = record
        # A row that a person changed or removed stays remembered as what we wrote.

    def _close(self, record: PromotionRecord) -> None:
        self._work.reviews.release(self._job.patient_id, record.promotion_id)
        self._earlier = [pair for pair in self._earlier if pair[0].promotion_id != record.promotion_id]

    def _or_conflict(self, item: StoredFact, decision: PromotionDecision) -> PromotionDecision:
        edited = self._edited.get(item.fact_id)
        if edited is None or edited.record is None or decision.outcome is PromotionOutcome.ALREADY_EXISTS:
            return decision
        row = edited.record
        if self._is_settled(item.fact, row):
            return decision
        return PromotionDecision(PromotionOutcome.CONFLICT, None, row.record_id, ROW_WAS_EDITED, row.table)

    def _is_settled(self, fact: CitedFact, row: PromotedRecord) -> bool:
        """Whether a person decided about the fact beside this row as it is now."""
        over = fact.review.over if fact.review is not None else ""
        return over == contradicted_by(ROW_WAS_EDITED, row.key, self._sides.contents(row.key))

    def _row(self, record: PromotionRecord, action: RetractionAction, reason: str) -> RetractionRecord:
        row = record.record
        return RetractionRecord(
            patient_id=self._job.patient_id,
            document_id=record.document_id,
            job_id=self._job.job_id,
            fact_id=record.fact_id,
            promotion_id=record.promotion_id,
            promoted_table=row.table if row else None,
            promoted_record_id=row.record_id if row else None,
            prior_state=record.outcome.value,
            new_state="needs_review" if action is RetractionAction.NEEDS_REVIEW else "retracted",
            action=action,
            actor_type=ActorType.WORKER.value,
            actor_id=NodeName.INTAKE_EXTRACTOR.value,
            reason=reason,
        )
