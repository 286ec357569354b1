"""Promotion of one document's facts, inside the job's transaction: decide, take back, write, remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from arbiter_fhir.domain.audit import ActorType
from arbiter_fhir.domain.identity import DocumentIdentity
from arbiter_fhir.domain.job import Job, NodeName
from arbiter_fhir.domain.promotion import (
    ROW_CHANGED,
    ROW_WAS_EDITED,
    ChartLists,
    LabPlan,
    PromotedRecord,
    PromotionDecision,
    PromotionOutcome,
    PromotionRules,
    RetractionAction,
)
from arbiter_fhir.pipelines.releasing import Releases, StoredFact
from arbiter_fhir.ports.records import PromotionRecord, RetractionRecord
from arbiter_fhir.ports.stores import ENTERED_IN_ERROR, SUPERSEDED_BY, UnitOfWork
from arbiter_fhir.ports.terminology import ClinicalTerms
from arbiter_fhir.promotion import (
    APPROVED_REASONS,
    SUPERSEDED,
    WITHDREW_RESULT,
    NoTerms,
    PromotionContext,
    clinical_fingerprint,
    decide_document,
)

__all__ = ["PromotionSetting", "PromotionTally", "StoredFact", "promote_facts"]


#: Outcomes that say nothing of a row that the fact was written into before: it stands, and stays remembered.
_ROW_STAYS = frozenset(
    {
        *(PromotionOutcome.CONFLICT, PromotionOutcome.NEEDS_REVIEW),
        *(PromotionOutcome.NOT_PROMOTABLE, PromotionOutcome.REJECTED),
    }
)


@dataclass(frozen=True, slots=True)
class PromotionSetting:
    """What holds for all documents of a site: its rules, and the vocabularies that read the chart's titles."""

    rules: PromotionRules = field(default=PromotionRules())
    terms: ClinicalTerms = field(default_factory=NoTerms)


@dataclass(frozen=True, slots=True)
class PromotionTally:
    """How many facts ended with which outcome, and how many earlier ones were closed for it."""

    outcomes: Counter[PromotionOutcome] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)

    def count(self, outcome: PromotionOutcome) -> int:
        """Facts with this outcome."""
        return self.outcomes[outcome]

    def as_json(self) -> dict[str, int]:
        """Outcome word to count, then the closing reasons of earlier promotions to theirs."""
        outcomes = {outcome.value: count for outcome, count in sorted(self.outcomes.items())}
        return {**outcomes, **dict(sorted(self.closed.items()))}


def promote_facts(
    work: UnitOfWork,
    *,
    job: Job,
    identity: DocumentIdentity,
    stored: Sequence[StoredFact],
    today: date,
    setting: PromotionSetting | None = None,
    optical_pages: frozenset[int] = frozenset(),
    undone: frozenset[str] = frozenset(),
) -> PromotionTally:
    """Decide on all facts of a document and write what may be written.

    Args:
        work: The job's transaction.
        job: The job.
        identity: The identity decision on each part of the document.
        stored: Its facts in reading order.
        today: The site's date: a result from the future is not promoted.
        setting: The site's rules.
        optical_pages: Pages that were read optically.
        undone: Fingerprints of facts of which the decision was taken back.

    Raises:
        ChartError: The chart refused a row; the whole transaction is to be rolled back.
    """
    setting = setting or PromotionSetting()
    work.chart.lock_patient(job.patient_id)
    releases = Releases(work, job, work.promotions_of_patient(job.patient_id), undone)
    releases.of_changed_values(stored)
    context = PromotionContext(
        today=today,
        labs=work.chart.labs(job.patient_id),
        # A site that keeps its lists to itself does not have them read either.
        lists=work.chart.lists(job.patient_id) if setting.rules.lists else ChartLists(),
        orders=work.chart.open_orders(job.patient_id),
        earlier=releases.standing,
        rules=setting.rules,
        terms=setting.terms,
        optical_pages=optical_pages,
        bars={rule.fact_type: rule for rule in work.reviews.rules(job.doc_type)},
        refused=frozenset(
            clinical_fingerprint(value, patient_id=job.patient_id) for value in work.reviews.refused(job)
        ),
    )
    decided = decide_document([item.active or item.fact for item in stored], identity, context)
    decisions = releases.of_decided(stored, decided, identity)
    carrier = _Carrier(work, job, releases.standing)
    tally = PromotionTally()
    for item, decision in zip(stored, decisions, strict=True):
        outcome = carrier.carry_out(item, decision, tally)
        tally.outcomes[outcome] += 1
    work.reopen_jobs(releases.leaning())
    return tally


class _Carrier:
    """Carries out decisions one by one."""

    def __init__(self, work: UnitOfWork, job: Job, earlier: Sequence[tuple[PromotionRecord, str]]) -> None:
        self._work = work
        self._job = job
        self._earlier = {record.promotion_id: record for record, _ in earlier}
        self._own = {
            record.fact_id: (record.record, fingerprint)
            for record, fingerprint in earlier
            if record.document_id == job.document_id and record.record is not None
        }

    def carry_out(self, item: StoredFact, decision: PromotionDecision, tally: PromotionTally) -> PromotionOutcome:
        """Take back what the fact corrects, write it, remember it; gives the outcome."""
        decision = self._take_back(decision)
        standing = self._standing(decision)
        if standing is not None and standing.reason in APPROVED_REASONS:
            # Who let the row in stays known: when the approval is taken back, the row goes.
            decision = replace(decision, reason=standing.reason)
        record = standing.record if standing is not None else self._written(item, decision)
        fingerprint = item.fingerprints[1]
        if record is not None and standing is None and self._is_edited(record):
            # Found by its key and in a person's hands: it is not what the fact says.
            decision = replace(
                decision,
                outcome=PromotionOutcome.CONFLICT,
                plan=None,
                existing_result_id=record.record_id,
                existing_table=record.table,
                reason=ROW_CHANGED,
            )
        elif record is None and decision.outcome in _ROW_STAYS and item.fact_id in self._own:
            record, fingerprint = self._own[item.fact_id]
        self._close(decision, tally)
        self._work.save_promotion(
            job=self._job,
            fact_id=item.fact_id,
            fact=item.fact,
            fingerprints=(item.fingerprints[0], fingerprint),
            decision=decision,
            record=record,
        )
        if decision.reason == SUPERSEDED:
            self._work.deactivate_facts(self._job.patient_id, [item.fact_id])
        return decision.outcome

    def _take_back(self, decision: PromotionDecision) -> PromotionDecision:
        """Hide the rows that the decision takes back, or leave everything to a person where one of them was edited."""
        note = f"replaced by documents:{self._job.document_id}"
        for promotion_id in decision.takes_back:
            record = self._earlier[promotion_id].record
            if record is None:
                continue
            if self._work.chart.inactivate(record, note) is RetractionAction.NEEDS_REVIEW:
                return PromotionDecision(
                    PromotionOutcome.CONFLICT, None, record.record_id, ROW_WAS_EDITED, record.table
                )
        return decision

    def _standing(self, decision: PromotionDecision) -> PromotionRecord | None:
        """Our promotion of the row that this document wrote before and that still stands."""
        if decision.outcome is not PromotionOutcome.PROMOTED or decision.takes_back:
            return None
        return next(
            (
                each
                for each in self._earlier.values()
                if each.record is not None
                and each.document_id == self._job.document_id
                and each.record.record_id == decision.existing_result_id
                and each.record.table == decision.existing_table
            ),
            None,
        )

    def _written(self, item: StoredFact, decision: PromotionDecision) -> PromotedRecord | None:
        if decision.plan is None:
            return None
        own, said = self._own.get(item.fact_id, (None, ""))
        if own is not None and said == item.fingerprints[1] and not decision.takes_back and self._is_intact(own):
            return own
        if isinstance(decision.plan, LabPlan):
            return self._work.chart.write_lab(decision.plan)
        return self._work.chart.write_list_entry(decision.plan)

    def _is_intact(self, record: PromotedRecord) -> bool:
        """Whether a row of ours stands in the chart as we wrote it."""
        state = self._work.chart.row_state(record)
        return state.active and state.only_ours and state.values_digest == record.values_digest

    def _is_edited(self, record: PromotedRecord) -> bool:
        """Whether a row says something else than what was to be written."""
        return self._work.chart.row_state(record).values_digest != record.values_digest

    def _close(self, decision: PromotionDecision, tally: PromotionTally) -> None:
        """Close our promotions of what was taken back, and write down what went where."""
        withdrawn = decision.reason == WITHDREW_RESULT
        reason = ENTERED_IN_ERROR if withdrawn else SUPERSEDED_BY
        # The document and not its row: a document that is read again may get another row.
        successor = f"documents:{self._job.document_id}"
        for promotion_id in decision.takes_back:
            closed = self._work.close_promotions(self._job.patient_id, promotion_id, reason=reason, successor=successor)
            self._work.save_retractions([self._row(each, reason, promotion_id) for each in closed])
            for each in closed:
                self._own.pop(each.fact_id, None)
            tally.closed[reason] += len(closed)

    def _row(self, closed: PromotionRecord, reason: str, taken_back: int) -> RetractionRecord:
        chart = closed.record
        hidden = closed.promotion_id == taken_back
        return RetractionRecord(
            patient_id=self._job.patient_id,
            document_id=closed.document_id,
            job_id=self._job.job_id,
            fact_id=closed.fact_id,
            promotion_id=closed.promotion_id,
            promoted_table=chart.table if chart else None,
            promoted_record_id=chart.record_id if chart else None,
            prior_state=closed.outcome.value,
            new_state=reason,
            action=RetractionAction.CHART_ROW_INACTIVATED if hidden else RetractionAction.DEACTIVATED,
            actor_type=ActorType.WORKER.value,
            actor_id=NodeName.INTAKE_EXTRACTOR.value,
            reason=f"{reason}_documents:{self._job.document_id}",
        )
