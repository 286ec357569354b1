"""Where two sources contradict each other: both are shown, and a person decides.

A relative's condition never meets the patient's own, and what is possible, planned or past contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import combinations
from typing import Final

from arbiter_fhir.domain.clinical_date import DatePrecision
from arbiter_fhir.domain.drug_class import is_in_class
from arbiter_fhir.domain.evidence import ConflictKind
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import compare_measurements, fact_value
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
)
from arbiter_fhir.ports.terminology import TermKind
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.dosing import differ_in_dose
from arbiter_fhir.retrieval.merging import at_one_time, same_measurement
from arbiter_fhir.retrieval.subjects import Vocabulary, class_of_allergen

__all__ = ["CONFLICTING_TOPICS", "Clash", "find_clashes"]

#: Topic to the topics whose items may contradict its own.
CONFLICTING_TOPICS: Final = {
    Topic.MEDICATIONS: frozenset({Topic.ALLERGIES}),
    Topic.ALLERGIES: frozenset({Topic.MEDICATIONS}),
}
#: Two candidates that contradict each other, and how.
Clash = tuple[ConflictKind, Candidate, Candidate]

_LISTED: Final = frozenset({MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN})
_NOT_TAKEN: Final = frozenset({MedicationStatus.STOPPED, MedicationStatus.NOT_TAKEN})
_TAKES_NONE: Final = "current_medications"


def find_clashes(candidates: Sequence[Candidate], terms: Vocabulary) -> list[Clash]:
    """All contradictions among candidates, each pair once."""
    by_topic: dict[Topic, list[Candidate]] = {}
    for candidate in candidates:
        by_topic.setdefault(candidate.topic, []).append(candidate)
    found: list[Clash] = []
    for topic in (Topic.LABS, Topic.CULTURES, Topic.VITALS):
        found += _measured(by_topic.get(topic, []))
    allergies = by_topic.get(Topic.ALLERGIES, [])
    medications = by_topic.get(Topic.MEDICATIONS, [])
    found += _pairs(allergies, lambda one, other: _allergies(one, other, terms))
    found += _pairs(medications, _medications)
    found += _pairs(by_topic.get(Topic.PROBLEMS, []), _problems)
    found += _drugs_and_allergies(medications, allergies)
    return found


def _pairs(
    candidates: Sequence[Candidate], rule: Callable[[Candidate, Candidate], ConflictKind | None]
) -> Iterator[Clash]:
    for one, other in combinations(candidates, 2):
        kind = rule(one, other)
        if kind is not None:
            yield kind, one, other


def _measured(candidates: Sequence[Candidate]) -> Iterator[Clash]:
    days: dict[date, list[Candidate]] = {}
    for candidate in candidates:
        if isinstance(candidate.value, LabResult) and candidate.observed is not None:
            days.setdefault(candidate.observed.day, []).append(candidate)
    for same_day in days.values():
        for one, other in combinations(same_day, 2):
            if _values_differ(one, other):
                yield ConflictKind.VALUES_DIFFER, one, other


def _values_differ(one: Candidate, other: Candidate) -> bool:
    """Whether two values of one test at one time differ; a sign is often measured twice a day, so its minute counts."""
    if one.topic is Topic.VITALS and not (_has_clock(one) and _has_clock(other)):
        return False
    if not (at_one_time(one.observed, other.observed) and same_measurement(one, other)):
        return False
    left, right = one.lab, other.lab
    return not compare_measurements(fact_value(left), left.unit, fact_value(right), right.unit).says_the_same


def _has_clock(candidate: Candidate) -> bool:
    return candidate.observed is not None and candidate.observed.precision is DatePrecision.MINUTE


def _allergies(one: Candidate, other: Candidate, terms: Vocabulary) -> ConflictKind | None:
    left, right = one.value, other.value
    if not (isinstance(left, Allergy) and isinstance(right, Allergy)):
        return None
    if (left.none_known is None) != (right.none_known is None):
        none, some = (left, right) if left.none_known is not None else (right, left)
        clash = some.assertion is Assertion.PRESENT and _is_among(some, none.none_known, terms)
        return ConflictKind.ALLERGY_AND_NONE_KNOWN if clash else None
    denied = {left.assertion, right.assertion} == {Assertion.PRESENT, Assertion.ABSENT}
    same = left.none_known is None and one.subject == other.subject
    return ConflictKind.ALLERGY_DENIED if denied and same else None


def _is_among(allergy: Allergy, none: NoKnownAllergies | None, terms: Vocabulary) -> bool:
    """Whether an allergy is of the kind of which there are said to be none; an unknown substance may be."""
    if none is NoKnownAllergies.ALLERGIES:
        return True
    name = allergy.allergen or allergy.substance
    drug = bool(class_of_allergen(name)) or any(mention.kind is TermKind.MEDICINE for mention in terms.mentions(name))
    known_other = not drug and bool(terms.allergen(name))
    return not known_other if none is NoKnownAllergies.DRUG_ALLERGIES else known_other


def _medications(one: Candidate, other: Candidate) -> ConflictKind | None:
    left, right = one.value, other.value
    if isinstance(left, Statement) or isinstance(right, Statement):
        return _takes_none(one, other)
    if not (isinstance(left, Medication) and isinstance(right, Medication)) or one.subject != other.subject:
        return None
    active = [each for each in (left, right) if each.status is MedicationStatus.ACTIVE]
    stopped = [each for each in (left, right) if each.status in _NOT_TAKEN]
    if active and stopped:
        told = _both_in_chart(one, other) or _restarted(active[0], stopped[0])
        return None if told else ConflictKind.ACTIVE_AND_STOPPED
    if left.status in _LISTED and right.status in _LISTED and differ_in_dose(left, right):
        return ConflictKind.DOSE_DIFFERS
    return None


def _takes_none(one: Candidate, other: Candidate) -> ConflictKind | None:
    """Somebody writes that nothing is taken, and a drug is listed as active elsewhere."""
    for said, drug in ((one.value, other.value), (other.value, one.value)):
        if isinstance(said, Statement) and said.topic == _TAKES_NONE and said.assertion is Assertion.ABSENT:
            taken = isinstance(drug, Medication) and drug.status is MedicationStatus.ACTIVE
            return ConflictKind.ACTIVE_AND_STOPPED if taken else None
    return None


def _both_in_chart(one: Candidate, other: Candidate) -> bool:
    """An ended entry of the chart beside an active one is its history: a dose changed, or a drug begun again."""
    return one.place is not None and other.place is not None


def _restarted(active: Medication, stopped: Medication) -> bool:
    if active.started is None or stopped.stopped is None:
        return False
    return active.started.day >= stopped.stopped.day


def _problems(one: Candidate, other: Candidate) -> ConflictKind | None:
    left, right = one.value, other.value
    if not (isinstance(left, Problem) and isinstance(right, Problem)) or one.subject != other.subject:
        return None
    if {left.assertion, right.assertion} != {Assertion.PRESENT, Assertion.ABSENT}:
        return None
    present = left if left.assertion is Assertion.PRESENT else right
    # What is over may well be denied today.
    return None if present.status is ProblemStatus.RESOLVED else ConflictKind.PRESENT_AND_ABSENT


def _drugs_and_allergies(medications: Sequence[Candidate], allergies: Sequence[Candidate]) -> Iterator[Clash]:
    for drug in medications:
        if not (isinstance(drug.value, Medication) and drug.value.status in _LISTED):
            continue
        for allergy in allergies:
            if _is_allergic(allergy, drug):
                yield ConflictKind.DRUG_AND_ALLERGY, drug, allergy


def _is_allergic(allergy: Candidate, drug: Candidate) -> bool:
    value = allergy.value
    if not isinstance(value, Allergy) or value.none_known is not None or value.assertion is not Assertion.PRESENT:
        return False
    if allergy.subject in drug.names:
        return True
    group = class_of_allergen(value.allergen or value.substance)
    return bool(group) and any(is_in_class(name, group) for name in drug.names)
