"""One candidate for one thing that several sources say: the chart's row, its document, a second document."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.analyte import same_analyte
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import compare_measurements, fact_value, moment_of_date, same_moment
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    FamilyHistory,
    Medication,
    MedicationStatus,
    Problem,
    ProblemStatus,
    Statement,
    Susceptibility,
)
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.dosing import differ_in_dose, says_all_of
from arbiter_fhir.retrieval.subjects import plain_words

__all__ = ["at_one_time", "merge", "same_measurement"]


#: Every visit, every order and every document is one.
_ALWAYS_THEMSELVES: Final = frozenset({Topic.ENCOUNTERS, Topic.ORDERS, Topic.DOCUMENTS})


def merge(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate per thing, in the order of what is shown first: the one that says most, at a proven place."""
    merged: list[Candidate] = []
    groups: dict[Hashable, list[int]] = {}
    for candidate in sorted(candidates, key=_rank):
        places = groups.setdefault(_group(candidate), [])
        twin = next((place for place in places if _say_the_same(merged[place], candidate)), None)
        if twin is None:
            places.append(len(merged))
            merged.append(candidate)
        else:
            merged[twin] = _joined(merged[twin], candidate)
    return [_with_dates_of_all(each) for each in merged]


def at_one_time(one: ClinicalDate | None, other: ClinicalDate | None) -> bool:
    """Whether two dates are of one time; without a full date they are of no time but their own."""
    if one is None or other is None or not (one.is_full_day and other.is_full_day):
        return False
    return same_moment(moment_of_date(one), moment_of_date(other))


def same_measurement(one: Candidate, other: Candidate) -> bool:
    """Whether two measured values are of one test or sign."""
    if one.topic is Topic.VITALS or other.topic is Topic.VITALS:
        return one.subject == other.subject
    return one.identity is not None and other.identity is not None and same_analyte(one.identity, other.identity)


def _joined(shown: Candidate, other: Candidate) -> Candidate:
    """Both as one: the one that says all that the other says is shown."""
    if _says_all_of(shown, other):
        return replace(shown, also=(*shown.also, other))
    return replace(other, also=(replace(shown, also=()), *shown.also))


def _says_all_of(one: Candidate, other: Candidate) -> bool:
    match one.value, other.value:
        case Medication() as left, Medication() as right:
            return says_all_of(left, right)
        case Allergy() as left, Allergy() as right:
            return all(
                mine or not theirs
                for mine, theirs in ((left.reaction, right.reaction), (left.severity, right.severity))
            )
        case _:
            return True


def _with_dates_of_all(candidate: Candidate) -> Candidate:
    """An entry with the beginning, the end and the status that the chart gives it, else that any other place gives."""
    if not candidate.also:
        return candidate
    places = sorted(candidate.everywhere, key=lambda each: each.place is None)
    values = [each.value for each in places]
    observed = next((each.observed for each in places if each.observed is not None), None)
    moved = candidate.moved or next((each.moved for each in places if each.moved), ())
    match candidate.value:
        case Medication() as value:
            drugs = [each for each in values if isinstance(each, Medication)]
            status = next((each.status for each in drugs if each.status is not MedicationStatus.UNKNOWN), value.status)
            made: Medication | Allergy | Problem = replace(
                value,
                status=status,
                started=_first(each.started for each in drugs),
                stopped=_first(each.stopped for each in drugs),
            )
        case Allergy() as value:
            made = replace(value, onset=_first(each.onset for each in values if isinstance(each, Allergy)))
        case Problem() as value:
            problems = [each for each in values if isinstance(each, Problem)]
            known = next((each.status for each in problems if each.status is not ProblemStatus.UNKNOWN), value.status)
            made = replace(value, status=known, onset=_first(each.onset for each in problems))
        case _:
            return candidate
    return replace(candidate, value=made, observed=observed, moved=moved)


def _first(dates: Iterable[ClinicalDate | None]) -> ClinicalDate | None:
    return next((each for each in dates if each is not None), None)


def _rank(candidate: Candidate) -> tuple[int, int]:
    """A result is shown from where it is proven; an entry of a list from where most of it is said."""
    place = 0 if candidate.boxed else 1 if candidate.record is not None else 2
    said = 0 if candidate.identity is not None else -len(candidate.printed.details)
    return said, place


def _group(candidate: Candidate) -> Hashable:
    """What can be one thing at all."""
    if candidate.identity is not None:
        return candidate.topic is Topic.VITALS, candidate.observed.day if candidate.observed else None
    if candidate.topic in _ALWAYS_THEMSELVES and candidate.place is not None:
        return candidate.place.source_id
    return candidate.topic, candidate.subject


def _say_the_same(one: Candidate, other: Candidate) -> bool:
    match one.value, other.value:
        case LabResult() as left, LabResult() as right:
            alike = (
                at_one_time(one.observed, other.observed)
                and same_measurement(one, other)
                and compare_measurements(fact_value(left), left.unit, fact_value(right), right.unit).says_the_same
            )
        case Medication() as left, Medication() as right:
            alike = _alike_status(left.status, right.status) and not differ_in_dose(left, right)
            alike = alike and (says_all_of(left, right) or says_all_of(right, left))
        case Allergy() as left, Allergy() as right:
            alike = (left.none_known, left.assertion) == (right.none_known, right.assertion) and _compatible(
                (left.reaction, right.reaction), (left.severity, right.severity)
            )
            alike = alike and (_says_all_of(one, other) or _says_all_of(other, one))
        case Problem() as left, Problem() as right:
            status = {left.status, right.status} - {ProblemStatus.UNKNOWN}
            alike = left.assertion is right.assertion and len(status) <= 1 and _one_day(one, other)
        case FamilyHistory() as left, FamilyHistory() as right:
            alike = left.assertion is right.assertion and _compatible((left.age_at_onset, right.age_at_onset))
        case Susceptibility() as left, Susceptibility() as right:
            same = (left.interpretation, left.numeric) == (right.interpretation, right.numeric)
            alike = same and at_one_time(one.observed, other.observed)
        case Statement() as left, Statement() as right:
            alike = _same_statement(one, left, other, right)
        case _:
            alike = False
    return alike


def _same_statement(one: Candidate, left: Statement, other: Candidate, right: Statement) -> bool:
    if left.assertion is not right.assertion:
        return False
    if one.topic is Topic.IMMUNIZATIONS:
        return at_one_time(one.observed, other.observed) or (
            one.observed is None and other.observed is None and plain_words(left.text) == plain_words(right.text)
        )
    return plain_words(left.text) == plain_words(right.text)


def _one_day(one: Candidate, other: Candidate) -> bool:
    """Whether two entries can be one: a past operation or illness may have come twice, on two stated days."""
    return (
        one.observed is None
        or other.observed is None
        or one.observed.day == other.observed.day
        or (one.topic is Topic.PROBLEMS)
    )


def _alike_status(one: MedicationStatus, other: MedicationStatus) -> bool:
    listed = {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}
    return one is other or {one, other} <= listed


def _compatible(*pairs: tuple[str, str]) -> bool:
    """Whether nothing said by both differs; silence differs from nothing."""
    folded = [(plain_words(one), plain_words(other)) for one, other in pairs]
    return all(not one or not other or one == other for one, other in folded)
