"""Which parts of the record a question needs, and whether it needs a search by meaning."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.domain.organism import named_organisms
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic

__all__ = ["MEASURED", "RESULTS", "asked_signs", "asked_things", "needed_topics", "needs_search", "widens"]

VITAL: Final = "vital:"
#: Topics whose items are measured values.
MEASURED: Final = frozenset({Topic.LABS, Topic.CULTURES, Topic.VITALS})
#: What a list of results holds, and what a look at all of a patient does.
RESULTS: Final = frozenset({Topic.LABS, Topic.CULTURES})
_OVERVIEW: Final = frozenset({*MEASURED, Topic.MEDICATIONS, Topic.ALLERGIES, Topic.PROBLEMS})
#: Where a named drug, substance, condition, vaccine or procedure may stand.
_NAMED: Final = frozenset(
    {
        *(Topic.MEDICATIONS, Topic.ALLERGIES, Topic.PROBLEMS, Topic.PROCEDURES, Topic.IMMUNIZATIONS),
        *(Topic.CULTURES, Topic.REFERRALS, Topic.CONCERN),
    }
)
#: Where a condition or a complaint stands.
_COMPLAINTS: Final = frozenset({Topic.PROBLEMS, Topic.CONCERN, Topic.PROCEDURES})
_EVERYTHING: Final = frozenset(Topic)
_NOTHING: Final = frozenset({Intent.GUIDELINE, Intent.UNSAFE, Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE})
#: What is needed whatever the question names.
_BESIDE: Final = {
    Intent.ORDERED_BY: frozenset({Topic.ORDERS, *RESULTS}),
    Intent.MISSING: frozenset({Topic.ORDERS}),
}
#: What a question is about that names nothing.
_UNNAMED: Final = {
    Intent.INTERPRETATION: _OVERVIEW,
    **dict.fromkeys((Intent.LIST, Intent.ABNORMAL_LIST, Intent.VALUE_AT), RESULTS),
}


def asked_signs(question: RoutedQuestion) -> frozenset[str]:
    """Keys of the vital signs that a question names."""
    return frozenset(each for each in question.subjects if each.startswith(VITAL))


def asked_things(question: RoutedQuestion) -> tuple[str, ...]:
    """The other subjects that it names."""
    return tuple(each for each in question.subjects if not each.startswith(VITAL))


def needed_topics(question: RoutedQuestion) -> frozenset[Topic]:
    """The parts of the record that may answer a question; empty where none of the patient's does."""
    if question.intent in _NOTHING:
        return frozenset()
    named = _named_topics(question)
    if question.intent in _BESIDE:
        return named | _BESIDE[question.intent]
    return named or _UNNAMED.get(question.intent, _EVERYTHING)


def _named_topics(question: RoutedQuestion) -> frozenset[Topic]:
    topics = set(question.topics)
    if Topic.LABS in topics or question.analytes:
        topics |= RESULTS
    if question.analytes and question.intent is Intent.FACTUAL_LOOKUP:
        # A test without a result may have been ordered.
        topics.add(Topic.ORDERS)
    if asked_signs(question):
        topics.add(Topic.VITALS)
    if question.relations:
        topics.add(Topic.FAMILY_HISTORY)
    if Topic.SOCIAL_HISTORY in topics and asked_things(question):
        # Forms and messages keep some of it, such as marital status, among the person's data.
        topics.add(Topic.DEMOGRAPHICS)
    if asked_things(question) and not question.topics and not question.relations:
        topics |= _NAMED
    if Topic.PROBLEMS in question.topics and asked_things(question):
        # A condition that the patient is not said to have may be a relative's, and is told as that.
        topics.add(Topic.FAMILY_HISTORY)
    if asked_things(question) and topics & _COMPLAINTS and not question.relations:
        # What no list has may have been the reason of a visit.
        topics.add(Topic.ENCOUNTERS)
    if any(named_organisms(thing) for thing in asked_things(question)):
        # What is asked for as an infection stands in cultures.
        topics |= RESULTS
    return frozenset(topics)


def widens(question: RoutedQuestion) -> bool:
    """Whether the things asked for are found by words and meaning, because the question names none that is known."""
    if question.analytes or question.subjects or question.relations:
        return False
    if question.intent not in {Intent.FACTUAL_LOOKUP, Intent.TREND}:
        return False
    return not set(question.topics) - MEASURED and Topic.VITALS not in question.topics


def needs_search(question: RoutedQuestion) -> bool:
    """Whether the question's vector is needed: measured values that it names are found by name alone."""
    if question.intent in _NOTHING:
        return False
    return widens(question) or bool(needed_topics(question) - MEASURED - {Topic.ORDERS})
