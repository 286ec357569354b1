"""Which allergies, medications and problems may enter the chart: stricter rules than for results.

A result stands beside others and carries its own date; an entry of a list is read as the patient's present state. So
after the gates that hold for every fact, in this order, the first that holds decides:

| the entry                                                                       | outcome               |
|---------------------------------------------------------------------------------|-----------------------|
| the site has switched its kind off                                              | not_promotable        |
| its type of document does not speak for the patient's lists                     | not_promotable        |
| anything at all was in doubt when it was read, or a placeholder stands in it    | needs_review          |
| the same document says the opposite, or two strengths of one medicine           | conflict_needs_review |
| it is negated, possible, past, stopped or of somebody else, or "none known":    |                       |
| - and the chart says the opposite                                               | conflict_needs_review |
| - and the chart says "none known" as well                                       | already_exists        |
| - otherwise                                                                     | not_promotable        |
| it is a problem on the patient's own form, and nothing says that it is active   | not_promotable        |
| the curated tables do not know it, or it is a symptom and no diagnosis          | not_promotable        |
| it begins in the future, or a text is longer than its column                    | needs_review          |
| an earlier fact of the document says the same                                   | duplicate_skipped     |
| we wrote it before, and somebody took it out of the chart or changed it         | conflict_needs_review |
| the chart says that there are none, or the entry was retired or refuted there   | conflict_needs_review |
| the chart has it with another strength                                          | conflict_needs_review |
| the chart has it: written by us from this document                              | promoted (same row)   |
| the chart has it: by somebody else, or a prescription                           | already_exists        |
| the chart has it: by us from another document                                   | duplicate_skipped     |
| the chart has something similar (a combination, a code of the same category)    | needs_review          |
| it would be written, and a person rejected the same before, or wants to look    | needs_review          |
| none of these                                                                   | **promoted**          |

A person's approval opens all doubts but a placeholder in the entry and a beginning to come. It opens entries of
documents that do not speak for the list, of patients' own history and of names that no table knows, and conflicts that
the person saw (`approval`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import ActiveFact
from arbiter_fhir.domain.promotion import (
    ListKind,
    ListPlan,
    PromotionDecision,
    PromotionOutcome,
)
from arbiter_fhir.domain.review import APPROVED_BY_REVIEWER
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
)
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.approval import APPROVED_BESIDE, may_stand_beside
from arbiter_fhir.promotion.bars import held_back
from arbiter_fhir.promotion.context import DATE_SLACK, PromotionContext
from arbiter_fhir.promotion.list_compare import NEW_ENTRY, ListVerdict, compare_with_lists, oppose_lists
from arbiter_fhir.promotion.list_plan import entry_texts, plan_entry
from arbiter_fhir.promotion.list_subject import ListValue, named, strengths, subject_of

__all__ = ["LIST_CONFIDENCE", "SPEAKING", "EntrySiblings", "decide_entry"]

#: Below this confidence an entry stays with a person; a result passes with 0.85.
LIST_CONFIDENCE: Final = 0.9
#: Which documents speak for which list: what the patient or another clinician writes as a list, and HL7 segments that
#: are lists (AL1, DG1). A laboratory's or a packet's words about medicines are remarks, not the list.
SPEAKING: Final[Mapping[ListKind, frozenset[SourceType]]] = {
    ListKind.ALLERGY: frozenset({SourceType.INTAKE_FORM, SourceType.REFERRAL_DOCX, SourceType.HL7V2_MESSAGE}),
    ListKind.MEDICATION: frozenset({SourceType.INTAKE_FORM, SourceType.REFERRAL_DOCX}),
    ListKind.PROBLEM: frozenset({SourceType.INTAKE_FORM, SourceType.REFERRAL_DOCX, SourceType.HL7V2_MESSAGE}),
}

#: ICD-10-CM chapters that name no disease: symptoms and signs (R), external causes (V to Y), reasons for contact (Z).
NO_DIAGNOSIS: Final = ("R", "V", "W", "X", "Y", "Z")
#: What is not taken now, and what is over.
_NOT_TAKEN: Final = frozenset({MedicationStatus.STOPPED, MedicationStatus.NOT_TAKEN, MedicationStatus.ON_HOLD})
_PLACEHOLDER: Final = re.compile(r"\[[A-Z_]+_\d+\]")


@dataclass(frozen=True, slots=True)
class EntrySiblings:
    """The other entries of the document: all of them, and those that were decided before."""

    every: tuple[ListValue, ...]
    settled: tuple[ListValue, ...]


def decide_entry(
    fact: ActiveFact,
    value: ListValue,
    document_id: DocumentId,
    *,
    siblings: EntrySiblings,
    context: PromotionContext,
) -> PromotionDecision:
    """Decide about one activated, verified entry.

    Args:
        fact: The fact.
        value: Its value.
        document_id: Its document in OpenEMR.
        siblings: The document's other entries.
        context: The site's rules, the chart's lists, our earlier promotions.
    """
    value = named(value, context.terms)
    if held := _held_back(fact, value, context):
        return held
    contradiction = _contradiction(value, siblings.every)
    if contradiction and not may_stand_beside(fact.fact, contradiction, None, context):
        return _stop(PromotionOutcome.CONFLICT, contradiction)
    if not _holds_now(value):
        return _decision(oppose_lists(value, context, denies=_denies(value)))
    if problem := _unfit(fact, value, siblings.settled, context):
        return problem
    verdict = compare_with_lists(value, context, document_id=document_id, patient_id=fact.patient_id)
    if fact.fact.is_approved:
        verdict = _approved(fact.fact, verdict, context)
    if why := held_back(fact.fact, verdict.outcome, verdict.reason, context, patient_id=fact.patient_id):
        verdict = ListVerdict(PromotionOutcome.NEEDS_REVIEW, why)
    promoted = verdict.outcome is PromotionOutcome.PROMOTED
    return _decision(verdict, plan_entry(fact, value, document_id, today=context.today) if promoted else None)


def _stop(outcome: PromotionOutcome, reason: str) -> PromotionDecision:
    return PromotionDecision(outcome, None, None, reason)


def _decision(verdict: ListVerdict, plan: ListPlan | None = None) -> PromotionDecision:
    return PromotionDecision(verdict.outcome, plan, verdict.record_id, verdict.reason, existing_table=verdict.table)


def _approved(fact: CitedFact, verdict: ListVerdict, context: PromotionContext) -> ListVerdict:
    """The verdict on an entry that a person approved: what is similar is a doubt, what contradicts was seen or not."""
    row = None if verdict.record_id is None else f"{verdict.table}:{verdict.record_id}"
    if verdict.outcome is PromotionOutcome.CONFLICT and may_stand_beside(fact, verdict.reason, row, context):
        return ListVerdict(PromotionOutcome.PROMOTED, APPROVED_BESIDE)
    if verdict.outcome is PromotionOutcome.NEEDS_REVIEW:
        return ListVerdict(PromotionOutcome.PROMOTED, APPROVED_BY_REVIEWER)
    if verdict.outcome is PromotionOutcome.PROMOTED and verdict.reason == NEW_ENTRY:
        return replace(verdict, reason=APPROVED_BY_REVIEWER)
    return verdict


def _held_back(fact: ActiveFact, value: ListValue, context: PromotionContext) -> PromotionDecision | None:
    """What keeps the entry out whatever document and chart say."""
    kind = subject_of(value).kind
    if kind not in context.rules.lists:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "list_promotion_off")
    if fact.fact.citation.source_type not in SPEAKING[kind] and not fact.fact.is_approved:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "document_does_not_speak_for_list")
    doubt = _doubt(fact, value)
    return _stop(PromotionOutcome.NEEDS_REVIEW, doubt) if doubt else None


def _doubt(fact: ActiveFact, value: ListValue) -> str:
    doubtful = bool(fact.fact.reasons) or fact.fact.confidence < LIST_CONFIDENCE or fact.fact.citation.box is None
    if doubtful and not fact.fact.is_approved:
        return "doubt_in_reading"
    texts = [text for _, text, _ in entry_texts(value)]
    extra = (value.reaction, value.severity) if isinstance(value, Allergy) else ()
    return "placeholder_in_value" if any(_PLACEHOLDER.search(text) for text in (*texts, *extra)) else ""


def _holds_now(value: ListValue) -> bool:
    """Whether the entry says that the patient has or takes it now."""
    match value:
        case Allergy():
            return value.none_known is None and value.assertion is Assertion.PRESENT
        case Medication():
            return value.status is MedicationStatus.ACTIVE and value.stopped is None
        case Problem():
            return value.assertion is Assertion.PRESENT and value.status is not ProblemStatus.RESOLVED


def _denies(value: ListValue) -> bool:
    """Whether the entry says that the patient does not have or take it: the opposite of an active entry."""
    match value:
        case Allergy():
            return value.none_known is not None or value.assertion is Assertion.ABSENT
        case Medication():
            return value.status in _NOT_TAKEN or value.stopped is not None
        case Problem():
            return value.assertion is Assertion.ABSENT or value.status is ProblemStatus.RESOLVED


def _contradiction(value: ListValue, others: Iterable[ListValue]) -> str:
    """Why the document's own words stop the entry; empty where they do not."""
    for other in others:
        if isinstance(value, Allergy) and isinstance(other, Allergy) and _none_beside_one(value, other):
            return "document_contradicts_itself"
        if not subject_of(value).is_same(subject_of(other)):
            continue
        if (_holds_now(value) and _denies(other)) or (_denies(value) and _holds_now(other)):
            return "document_contradicts_itself"
        if isinstance(value, Medication) and isinstance(other, Medication) and _two_strengths(value, other):
            return "two_strengths_in_document"
    return ""


def _none_beside_one(one: Allergy, other: Allergy) -> bool:
    """Whether one says that there are none and the other names one. "No food allergies" leaves drugs alone."""
    for none, some in ((one, other), (other, one)):
        if none.none_known in {NoKnownAllergies.ALLERGIES, NoKnownAllergies.DRUG_ALLERGIES} and _holds_now(some):
            return True
    return False


def _two_strengths(one: Medication, other: Medication) -> bool:
    mine, theirs = strengths(one.strength), strengths(other.strength)
    return _holds_now(one) and _holds_now(other) and bool(mine and theirs) and not mine & theirs


def _unfit(
    fact: ActiveFact, value: ListValue, settled: Iterable[ListValue], context: PromotionContext
) -> PromotionDecision | None:
    approved = fact.fact.is_approved
    if isinstance(value, Problem) and _is_only_history(fact, value) and not approved:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "self_reported_history")
    if not _is_known(value) and not approved:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "not_in_curated_tables")
    if isinstance(value, Problem) and _is_no_diagnosis(value) and not approved:
        return _stop(PromotionOutcome.NOT_PROMOTABLE, "code_is_no_diagnosis")
    if problem := _unwritable(value, context):
        return _stop(PromotionOutcome.NEEDS_REVIEW, problem)
    if any(subject_of(value).is_same(subject_of(other)) for other in settled):
        return _stop(PromotionOutcome.DUPLICATE_SKIPPED, "same_entry_twice_in_document")
    return None


def _unwritable(value: ListValue, context: PromotionContext) -> str:
    """What the chart's list cannot say, as a stable word: a beginning to come, or more than its columns hold."""
    began = value.started if isinstance(value, Medication) else value.onset
    if began is not None and began.day > context.today + DATE_SLACK:
        return "begins_in_future"
    long = next((name for name, text, chars in entry_texts(value) if len(text) > chars), "")
    return f"{long}_too_long" if long else ""


def _is_no_diagnosis(problem: Problem) -> bool:
    return bool(problem.icd10) and str(problem.icd10).strip().upper().startswith(NO_DIAGNOSIS)


def _is_only_history(fact: ActiveFact, problem: Problem) -> bool:
    """Whether the patient's own form names it without saying that it is so now: a form asks for all one ever had."""
    own_form = fact.fact.citation.source_type is SourceType.INTAKE_FORM
    return own_form and problem.status is not ProblemStatus.ACTIVE


def _is_known(value: ListValue) -> bool:
    """Whether the curated tables, or the document's own code, say exactly what it is."""
    match value:
        case Allergy():
            return bool(value.allergen.strip() or value.rxnorm)
        case Medication():
            return bool(value.ingredient.strip() and value.rxnorm)
        case Problem():
            return bool(value.icd10)
