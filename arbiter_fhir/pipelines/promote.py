"""Promotion of one document's facts, inside the job's transaction: decide, write, remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import FactId
from arbiter_fhir.ports.stores import UnitOfWork
from arbiter_fhir.promotion import decide_document

__all__ = ["PromotionTally", "StoredFact", "promote_facts"]


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact with its row's id and its fingerprints (fact, clinical content); `active` where it passed the gate."""

    fact_id: FactId
    fact: CitedFact
    fingerprints: tuple[str, str]
    active: ActiveFact | None


@dataclass(frozen=True, slots=True)
class PromotionTally:
    """How many facts ended with which outcome."""

    outcomes: Counter[PromotionOutcome] = field(default_factory=Counter)

    def count(self, outcome: PromotionOutcome) -> int:
        """Facts with this outcome."""
        return self.outcomes[outcome]

    def as_json(self) -> dict[str, int]:
        """Outcome word to count."""
        return {outcome.value: count for outcome, count in sorted(self.outcomes.items())}


def promote_facts(
    work: UnitOfWork, *, job: Job, identity: DocumentIdentity, stored: Sequence[StoredFact], today: date
) -> PromotionTally:
    """Decide on all facts of a document and write what may be written.

    Args:
        work: The job's transaction.
        job: The job.
        identity: The identity decision on each part of the document.
        stored: Its facts in reading order.
        today: The site's date: a result from the future is not promoted.

    Raises:
        ChartError: The chart refused a row; the whole transaction is to be rolled back.
    """
    work.chart.lock_patient(job.patient_id)
    decisions = decide_document(
        [item.active or item.fact for item in stored],
        identity,
        work.chart.labs(job.patient_id),
        work.promotions_of_patient(job.patient_id),
        today=today,
    )
    tally = PromotionTally()
    for item, outcome in zip(stored, decisions, strict=True):
        record = work.chart.write_lab(outcome.plan) if outcome.plan is not None else None
        work.save_promotion(
            job=job,
            fact_id=item.fact_id,
            fact=item.fact,
            fingerprints=item.fingerprints,
            decision=outcome,
            record=record,
        )
        tally.outcomes[outcome.outcome] += 1
    return tally
