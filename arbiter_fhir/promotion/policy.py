"""What may enter the chart. One fact, one outcome; only `promoted` writes anything.

In this order, the first that holds decides:

| the fact                                                                       | outcome               |
|--------------------------------------------------------------------------------|-----------------------|
| its part's identity was rejected by a person                                   | rejected              |
| its part's identity is neither verified nor approved                           | needs_review          |
| it is a document fact (useful, cited, but not sure enough for the chart)       | not_promotable        |
| it needs review, or was not activated                                          | needs_review          |
| its source is no document that OpenEMR holds                                   | not_promotable        |
| name, value, unit (where the test has one) or the full collection date missing | needs_review          |
| it is preliminary, pending or cancelled; its date lies in the future           | needs_review          |
| a placeholder stands in it, or a text is longer than its column                | needs_review          |
| another fact of the same document says something else for this test and time   | conflict_needs_review |
| an earlier fact of the same document says the same                             | duplicate_skipped     |
| this very fact is in the chart already, written by us from this document       | promoted (same rows)  |
| we wrote it before, and somebody took it out of the chart or changed it        | conflict_needs_review |
| the chart says the same, written by us from another document                   | duplicate_skipped     |
| the chart says the same, written by somebody else                              | already_exists        |
| the chart says something else for this test and time (value or unit)           | conflict_needs_review |
| none of these                                                                  | **promoted**          |

A document has one part or several (messages of a file, documents of a fax packet); facts of a part that is not this
patient's are no reading of the same document, and say nothing about the others.

*Same test* is `domain.analyte.same_analyte`; *same time* is the same minute where both sides have a time, else the same
day (midnight counts as no time); *same value* is the same number and comparator (7.2 = 7.20) in the same unit. Nothing
is converted: equal after conversion is still a difference that a person should see. A row without a unit agrees with
the same number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from arbiter_fhir.domain.fact import Certainty, CitedFact, LabResult
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity, IdentityDecision, IdentityStatus
from arbiter_fhir.domain.lab_comparison import fact_identity, fact_value
from arbiter_fhir.domain.promotion import ChartLab, PromotionDecision, PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.records import PromotionRecord
from arbiter_fhir.promotion.chart_plan import does_not_fit, plan_lab, source_document
from arbiter_fhir.promotion.duplicates import Verdict, compare_in_document, compare_with_chart

__all__ = ["decide_document", "decide_promotion"]

#: Result statuses that are settled; anything else (preliminary, pending, cancelled) waits for a person.
FINAL_STATUSES = frozenset({"", "f", "final", "complete", "completed", "c", "corrected", "amended", "verified"})
#: The site's day may be ahead of the service's.
DATE_SLACK = timedelta(days=1)

_PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+\]")

Earlier = Sequence[tuple[PromotionRecord, str]]


def decide_promotion(
    fact: ActiveFact | CitedFact,
    decision: IdentityDecision,
    chart: Sequence[ChartLab],
    earlier: Earlier,
    *,
    today: date,
) -> PromotionDecision:
    """Decide about one fact on its own; for a whole document use `decide_document`.

    Args:
        fact: An activated fact, or a cited one that was not activated.
        decision: The identity decision that holds for the fact.
        chart: The patient's results in the chart, inactive orders left out.
        earlier: The patient's active promotions with their clinical fingerprints.
        today: The site's date.

    Raises:
        ValueError: Fact, decision and chart are not of one patient.
    """
    pages = _cited(fact).citation.page or 1
    return decide_document([fact], DocumentIdentity.whole(decision, pages=pages), chart, earlier, today=today)[0]


def decide_document(
    facts: Sequence[ActiveFact | CitedFact],
    identity: DocumentIdentity,
    chart: Sequence[ChartLab],
    earlier: Earlier,
    *,
    today: date,
) -> tuple[PromotionDecision, ...]:
    """Decide about all facts of a document together, in their order, so that facts which disagree stop each other.

    Args and errors as in `decide_promotion`; ``identity`` holds a decision for the part of each fact.

    Raises:
        KeyError: A fact stands on a page that no part holds.
    """
    _require_one_patient(facts, identity, chart)
    # Every reading of the patient's pages counts here, the unsure ones too: a doubtful second value is a doubt about
    # the first.
    siblings = [
        lab
        for fact in facts
        if identity.of_fact(_cited(fact)).status.opens_the_gate and (lab := _cited(fact).lab) is not None
    ]
    decisions = []
    settled: list[LabResult] = []
    for fact in facts:
        document_id = source_document(_cited(fact))
        lab = _cited(fact).lab
        if stopped := _stopped(_cited(fact), document_id, identity.of_fact(_cited(fact)), today):
            decisions.append(stopped)
        elif document_id is None or lab is None or not isinstance(fact, ActiveFact):
            decisions.append(_stop(PromotionOutcome.NEEDS_REVIEW, "not_activated"))
        else:
            verdict = compare_in_document(lab, siblings, settled) or compare_with_chart(
                lab, patient_id=fact.patient_id, document_id=document_id, chart=chart, earlier=earlier
            )
            decisions.append(_decided(fact, document_id, verdict))
            settled.append(lab)
    return tuple(decisions)


def _cited(fact: ActiveFact | CitedFact) -> CitedFact:
    return fact.fact if isinstance(fact, ActiveFact) else fact


def _stop(outcome: PromotionOutcome, reason: str, existing: int | None = None) -> PromotionDecision:
    return PromotionDecision(outcome, None, existing, reason)


def _require_one_patient(
    facts: Sequence[ActiveFact | CitedFact], identity: DocumentIdentity, chart: Sequence[ChartLab]
) -> None:
    patients = {fact.patient_id for fact in facts if isinstance(fact, ActiveFact)} | {lab.patient_id for lab in chart}
    if patients - {identity.patient_id}:
        raise ValueError("facts and chart rows of another patient than the identity decision's")


def _stopped(
    cited: CitedFact, document_id: DocumentId | None, decision: IdentityDecision, today: date
) -> PromotionDecision | None:
    """Why a fact cannot go into the chart whatever the chart says; ``None`` where it can."""
    if not decision.status.opens_the_gate:
        if decision.status is IdentityStatus.REVIEW_REJECTED:
            return _stop(PromotionOutcome.REJECTED, "identity_rejected")
        return _stop(PromotionOutcome.NEEDS_REVIEW, "identity_not_verified")
    if cited.certainty is Certainty.DOCUMENT_FACT:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "document_fact")
    if cited.certainty is not Certainty.VERIFIED:
        return _stop(PromotionOutcome.NEEDS_REVIEW, "fact_needs_review")
    if document_id is None or cited.lab is None:
        reason = "no_source_document" if document_id is None else "kind_stays_document_fact"
        return _stop(PromotionOutcome.NOT_PROMOTABLE, reason)
    problem = _incomplete(cited.lab, today)
    return _stop(PromotionOutcome.NEEDS_REVIEW, problem) if problem else None


def _incomplete(lab: LabResult, today: date) -> str:
    """What a lab result lacks for the chart, as a stable word; empty where it lacks nothing."""
    when = lab.collection_date
    value = fact_value(lab)
    long = does_not_fit(lab)
    texts = (lab.test_name, lab.value, lab.unit, lab.reference_range)
    problems = (
        (not lab.test_name.strip(), "test_name_missing"),
        (not value.canonical, "value_missing"),
        (value.number is not None and not lab.unit.strip() and not fact_identity(lab).unitless, "unit_missing"),
        (when is None, "collection_date_missing"),
        (when is not None and when.ambiguous, "collection_date_ambiguous"),
        (when is not None and not when.is_full_day, "collection_date_incomplete"),
        (when is not None and when.day > today + DATE_SLACK, "collection_date_in_future"),
        (lab.status.strip().casefold() not in FINAL_STATUSES, "result_not_final"),
        (any(_PLACEHOLDER.search(text) for text in texts), "placeholder_in_value"),
        (bool(long), f"{long}_too_long"),
    )
    return next((word for holds, word in problems if holds), "")


def _decided(fact: ActiveFact, document_id: DocumentId, verdict: Verdict) -> PromotionDecision:
    plan = plan_lab(fact, document_id) if verdict.outcome is PromotionOutcome.PROMOTED else None
    return PromotionDecision(verdict.outcome, plan, verdict.existing_result_id, verdict.reason)
