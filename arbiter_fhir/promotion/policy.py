"""What may enter the chart. One fact, one outcome; only `promoted` writes anything.

In this order, the first that holds decides:

| the fact                                                                       | outcome               |
|--------------------------------------------------------------------------------|-----------------------|
| its part's identity was rejected by a person                                   | rejected              |
| its part's identity is neither verified nor approved                           | needs_review          |
| a person rejected it                                                           | rejected              |
| it is a document fact (useful, cited, but not sure enough for the chart)       | not_promotable        |
| it needs review, or was not activated                                          | needs_review          |
| its source is no document that OpenEMR holds                                   | not_promotable        |
| it is an allergy, a medication or a problem                                    | see `list_policy`     |
| it is of another kind than these and laboratory results                        | not_promotable        |
| name, value, unit (where the test has one) or the full collection date missing | needs_review          |
| it is preliminary, pending or cancelled; its date lies in the future           | needs_review          |
| a placeholder stands in it, or a text is longer than its column                | needs_review          |
| the laboratory declares it wrong                                               | see below             |
| a corrected result stands beside it in the same document                       | not_promotable        |
| another fact of the same document says something else for this test and time   | conflict_needs_review |
| an earlier fact of the same document says the same                             | duplicate_skipped     |
| we wrote it before, and somebody took it out of the chart or changed it        | conflict_needs_review |
| the laboratory declared it wrong in another document                           | conflict_needs_review |
| it corrects a row that is not ours, several rows, or a correction              | conflict_needs_review |
| the chart says the same, written by us from this document                      | promoted (same rows)  |
| the chart says the same, written by us from another document                   | duplicate_skipped     |
| the chart says the same, written by somebody else                              | already_exists        |
| it corrects the one row of ours that says something else                       | promoted, row back    |
| a correction of it is in the chart already                                     | not_promotable        |
| the chart says something else for this test and time (value or unit)           | conflict_needs_review |
| it is unlike the patient's own earlier results                                 | needs_review          |
| it would be written, and a person rejected the same before, or wants to look   | needs_review          |
| none of these                                                                  | **promoted**          |

A person's approval opens doubts, and conflicts that the person saw: see `approval`.

A result that the laboratory declares wrong is never a value: it takes back the one row of ours that says it
(not_promotable, `withdrew_result`); a row that is not ours is a conflict.

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
from dataclasses import dataclass, field, replace
from datetime import date

from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, LabResult, ResultStatus
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity, IdentityDecision, IdentityStatus
from arbiter_fhir.domain.lab_comparison import fact_identity, fact_value
from arbiter_fhir.domain.promotion import (
    RESULT_TABLE,
    OrderSlot,
    PromotionDecision,
    PromotionOutcome,
)
from arbiter_fhir.domain.review import APPROVED_BY_REVIEWER, REJECTED_BY_REVIEWER
from arbiter_fhir.domain.statement import Allergy, Medication, Problem
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.approval import APPROVED_BESIDE, may_stand_beside
from arbiter_fhir.promotion.bars import held_back
from arbiter_fhir.promotion.chart_match import Verdict
from arbiter_fhir.promotion.chart_plan import does_not_fit, plan_lab, source_document
from arbiter_fhir.promotion.context import DATE_SLACK, PromotionContext
from arbiter_fhir.promotion.corrections import compare_withdrawal
from arbiter_fhir.promotion.duplicates import NEW_RESULT, Reading, compare_in_document, compare_with_chart
from arbiter_fhir.promotion.list_policy import EntrySiblings, decide_entry
from arbiter_fhir.promotion.list_subject import ListValue
from arbiter_fhir.promotion.orders import answered_order
from arbiter_fhir.promotion.plausibility import unlike_earlier
from arbiter_fhir.promotion.result_status import SETTLED, status_of

__all__ = ["decide_document", "decide_promotion"]

#: Kinds of facts that go into OpenEMR's lists. A procedure has a problem's fields and no list of ours.
LIST_TYPES = frozenset({FactType.ALLERGY, FactType.MEDICATION, FactType.PROBLEM})

_PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+\]")


def decide_promotion(
    fact: ActiveFact | CitedFact, decision: IdentityDecision, context: PromotionContext
) -> PromotionDecision:
    """Decide about one fact on its own; for a whole document use `decide_document`.

    Args:
        fact: An activated fact, or a cited one that was not activated.
        decision: The identity decision that holds for the fact.
        context: The site, the chart and our earlier promotions.

    Raises:
        ValueError: Fact, decision and chart are not of one patient.
    """
    pages = _cited(fact).citation.page or 1
    return decide_document([fact], DocumentIdentity.whole(decision, pages=pages), context)[0]


def decide_document(
    facts: Sequence[ActiveFact | CitedFact], identity: DocumentIdentity, context: PromotionContext
) -> tuple[PromotionDecision, ...]:
    """Decide about all facts of a document together, in their order, so that facts which disagree stop each other.

    Args and errors as in `decide_promotion`; ``identity`` holds a decision for the part of each fact.

    Raises:
        KeyError: A fact stands on a page that no part holds.
    """
    _require_one_patient(facts, identity, context)
    opened = [
        fact for fact in facts if identity.of_fact(_cited(fact)).status.opens_the_gate and not _cited(fact).is_rejected
    ]
    document = _Document.of(opened)
    decisions = []
    for fact in facts:
        document_id = source_document(_cited(fact))
        if stopped := _stopped(_cited(fact), document_id, identity.of_fact(_cited(fact))):
            decisions.append(stopped)
        elif document_id is None or not isinstance(fact, ActiveFact):
            decisions.append(_stop(PromotionOutcome.NEEDS_REVIEW, "not_activated"))
        else:
            decisions.append(_decide(fact, document_id, document, context))
    return tuple(decisions)


@dataclass(slots=True)
class _Document:
    """The readings of the patient's pages, and those of them that were decided before.

    Every reading counts, the unsure ones too: a doubtful second value is a doubt about the first.
    """

    readings: tuple[Reading, ...]
    entries: tuple[ListValue, ...]
    settled_labs: list[LabResult] = field(default_factory=list)
    settled_entries: list[ListValue] = field(default_factory=list)

    @staticmethod
    def of(facts: Sequence[ActiveFact | CitedFact]) -> _Document:
        readings = [
            Reading(lab, isinstance(fact, ActiveFact) and fact.fact.certainty is Certainty.VERIFIED)
            for fact in facts
            if (lab := _cited(fact).lab) is not None
        ]
        entries = [entry for fact in facts if (entry := _entry(_cited(fact))) is not None]
        return _Document(tuple(readings), tuple(entries))


def _decide(
    fact: ActiveFact, document_id: DocumentId, document: _Document, context: PromotionContext
) -> PromotionDecision:
    """Decide about a verified fact of an open part."""
    entry, lab = _entry(fact.fact), fact.fact.lab
    if entry is not None:
        siblings = EntrySiblings(document.entries, tuple(document.settled_entries))
        document.settled_entries.append(entry)
        return decide_entry(fact, entry, document_id, siblings=siblings, context=context)
    if lab is None:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "kind_stays_document_fact")
    if problem := _incomplete(lab, context.today):
        return _stop(PromotionOutcome.NEEDS_REVIEW, problem)
    if status_of(lab) is ResultStatus.ENTERED_IN_ERROR:
        return _decided(
            fact, document_id, compare_withdrawal(lab, chart=context.labs, earlier=context.earlier), context
        )
    verdict = compare_in_document(lab, document.readings, document.settled_labs) or compare_with_chart(
        lab, patient_id=fact.patient_id, document_id=document_id, chart=context.labs, earlier=context.earlier
    )
    document.settled_labs.append(lab)
    if fact.fact.is_approved:
        verdict = _approved(fact.fact, verdict, context)
    elif verdict.reason == NEW_RESULT:
        optical = fact.fact.citation.page in context.optical_pages
        unlike = unlike_earlier(lab, context.labs, optical=optical)
        if unlike is not None:
            verdict = Verdict(PromotionOutcome.NEEDS_REVIEW, "unlike_earlier_results", unlike.result_id)
    if why := held_back(fact.fact, verdict.outcome, verdict.reason, context, patient_id=fact.patient_id):
        verdict = Verdict(PromotionOutcome.NEEDS_REVIEW, why)
    return _decided(fact, document_id, verdict, context)


def _approved(fact: CitedFact, verdict: Verdict, context: PromotionContext) -> Verdict:
    """The verdict on a fact that a person approved."""
    row = None if verdict.existing_result_id is None else f"{RESULT_TABLE}:{verdict.existing_result_id}"
    if verdict.outcome is PromotionOutcome.CONFLICT and may_stand_beside(fact, verdict.reason, row, context):
        return Verdict(PromotionOutcome.PROMOTED, APPROVED_BESIDE)
    # A correction says so to our own later decisions, whoever let it in; what stood before was not let in now.
    if verdict.outcome is PromotionOutcome.PROMOTED and verdict.reason == NEW_RESULT:
        return replace(verdict, reason=APPROVED_BY_REVIEWER)
    return verdict


def _entry(cited: CitedFact) -> ListValue | None:
    """The value of an allergy, a medication or a problem."""
    value = cited.value
    if cited.fact_type in LIST_TYPES and isinstance(value, Allergy | Medication | Problem):
        return value
    return None


def _cited(fact: ActiveFact | CitedFact) -> CitedFact:
    return fact.fact if isinstance(fact, ActiveFact) else fact


def _stop(outcome: PromotionOutcome, reason: str, existing: int | None = None) -> PromotionDecision:
    return PromotionDecision(outcome, None, existing, reason)


def _require_one_patient(
    facts: Sequence[ActiveFact | CitedFact], identity: DocumentIdentity, context: PromotionContext
) -> None:
    patients = {fact.patient_id for fact in facts if isinstance(fact, ActiveFact)}
    patients |= {row.patient_id for rows in (context.labs, context.lists.entries, context.orders) for row in rows}
    if patients - {identity.patient_id}:
        raise ValueError("facts and chart rows of another patient than the identity decision's")


def _stopped(cited: CitedFact, document_id: DocumentId | None, decision: IdentityDecision) -> PromotionDecision | None:
    """Why a fact cannot go into the chart whatever the chart says; ``None`` where it can."""
    if not decision.status.opens_the_gate:
        if decision.status is IdentityStatus.REVIEW_REJECTED:
            return _stop(PromotionOutcome.REJECTED, "identity_rejected")
        return _stop(PromotionOutcome.NEEDS_REVIEW, "identity_not_verified")
    if cited.is_rejected:
        return _stop(PromotionOutcome.REJECTED, REJECTED_BY_REVIEWER)
    if cited.certainty is Certainty.DOCUMENT_FACT:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "document_fact")
    if cited.certainty is not Certainty.VERIFIED:
        return _stop(PromotionOutcome.NEEDS_REVIEW, "fact_needs_review")
    return _stop(PromotionOutcome.NOT_PROMOTABLE, "no_source_document") if document_id is None else None


def _incomplete(lab: LabResult, today: date) -> str:
    """What a lab result lacks for the chart, as a stable word; empty where it lacks nothing.

    A result that is declared wrong needs its test and its time alone.
    """
    when = lab.collection_date
    value = fact_value(lab)
    long = does_not_fit(lab)
    texts = (lab.test_name, lab.value, lab.unit, lab.reference_range)
    status = status_of(lab)
    states_value = status is not ResultStatus.ENTERED_IN_ERROR
    unitless = value.number is None or fact_identity(lab).unitless
    problems = (
        (not lab.test_name.strip(), "test_name_missing"),
        (states_value and not value.canonical, "value_missing"),
        (states_value and not unitless and not lab.unit.strip(), "unit_missing"),
        (when is None, "collection_date_missing"),
        (when is not None and when.ambiguous, "collection_date_ambiguous"),
        (when is not None and not when.is_full_day, "collection_date_incomplete"),
        (when is not None and when.day > today + DATE_SLACK, "collection_date_in_future"),
        (states_value and status not in SETTLED, "result_not_final"),
        (any(_PLACEHOLDER.search(text) for text in texts), "placeholder_in_value"),
        (bool(long), f"{long}_too_long"),
    )
    return next((word for holds, word in problems if holds), "")


def _decided(
    fact: ActiveFact, document_id: DocumentId, verdict: Verdict, context: PromotionContext
) -> PromotionDecision:
    plan = None
    lab = fact.fact.lab
    if verdict.outcome is PromotionOutcome.PROMOTED and lab is not None:
        corrected = {row.result_id: row for row in context.labs} if verdict.takes_back else {}
        plan = plan_lab(
            fact,
            document_id,
            slot=_slot(lab, verdict, context),
            corrects=corrected.get(verdict.existing_result_id or 0),
        )
    return PromotionDecision(
        verdict.outcome, plan, verdict.existing_result_id, verdict.reason, takes_back=verdict.takes_back
    )


def _slot(lab: LabResult, verdict: Verdict, context: PromotionContext) -> OrderSlot | None:
    """The order that the result answers: of a correction, the one that the corrected result answered."""
    if not verdict.takes_back:
        return answered_order(lab, context.orders)
    answered = (
        record.record.answered
        for record, _ in context.earlier
        if record.promotion_id in verdict.takes_back and record.record is not None
    )
    return next((slot for slot in answered if slot is not None), None)
