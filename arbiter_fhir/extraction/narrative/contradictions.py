"""Statements of one document that cannot both hold: both go to a person. And echoes: the same said again in prose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    Statement,
)
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.allergens import allergens
from arbiter_fhir.extraction.terminology.conditions import conditions
from arbiter_fhir.extraction.terminology.vocabularies import procedures, relations

__all__ = ["concept_of", "drop_echoes", "mark_contradictions"]

_TAKEN = frozenset({MedicationStatus.ACTIVE})
_NOT_TAKEN = frozenset({MedicationStatus.STOPPED, MedicationStatus.ON_HOLD, MedicationStatus.NOT_TAKEN})
_DRUG_KINDS = frozenset({"drug", "drug_class", "contrast", "biologic", "topical"})
_FOOD_KINDS = frozenset({"food"})


def concept_of(candidate: Candidate) -> str:
    """What a candidate is about, normalised, so that two namings of one thing are seen to be one."""
    value = candidate.value
    match value:
        case Medication():
            return value.ingredient or value.name.casefold()
        case Allergy():
            return value.none_known.value if value.none_known else value.allergen or value.substance.casefold()
        case Problem():
            known = conditions().get(value.name)
            return known.name if known else procedures().get(value.name) or value.name.casefold()
        case FamilyHistory():
            known = conditions().get(value.condition)
            who = relations().get(value.relation) or value.relation.casefold()
            return f"{who}: {known.name if known else value.condition.casefold()}"
        case Statement():
            return f"{value.topic}: {value.text.casefold()}"
        case _:
            return ""


def mark_contradictions(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, those that contradict another one of the document with `Reason.CONTRADICTED_IN_DOCUMENT`.

    Contradictions are: no known allergies beside an allergy of that kind; one substance both an allergy and denied; one
    medication both taken and stopped, or taken with two strengths in lists; no medications beside a medication; one
    problem both present and denied.

    Args:
        candidates: All of one document, in reading order.
    """
    every = tuple(candidates)
    clashing: set[int] = set()
    for rule in (_allergies_clash, _medications_clash, _problems_clash, _no_medications_clash):
        clashing |= _pairs(every, rule)
    return tuple(
        candidate.doubted(Reason.CONTRADICTED_IN_DOCUMENT) if index in clashing else candidate
        for index, candidate in enumerate(every)
    )


def _pairs(every: Sequence[Candidate], rule: Callable[[Candidate, Candidate], bool]) -> set[int]:
    found: set[int] = set()
    for index, one in enumerate(every):
        for other_index in range(index + 1, len(every)):
            other = every[other_index]
            if rule(one, other) or rule(other, one):
                found |= {index, other_index}
    return found


def _allergies_clash(one: Candidate, other: Candidate) -> bool:
    first, second = one.value, other.value
    if not isinstance(first, Allergy) or not isinstance(second, Allergy) or second.none_known is not None:
        return False
    if first.none_known is None:
        same = concept_of(one) == concept_of(other)
        return same and first.assertion is Assertion.ABSENT and second.assertion is Assertion.PRESENT
    if second.assertion not in {Assertion.PRESENT, Assertion.POSSIBLE}:
        return False
    known = allergens().get(second.substance)
    kind = known.kind if known else ""
    match first.none_known:
        case NoKnownAllergies.ALLERGIES:
            return True
        case NoKnownAllergies.DRUG_ALLERGIES:
            return kind in _DRUG_KINDS
        case NoKnownAllergies.FOOD_ALLERGIES:
            return kind in _FOOD_KINDS


def _medications_clash(one: Candidate, other: Candidate) -> bool:
    first, second = one.value, other.value
    if not isinstance(first, Medication) or not isinstance(second, Medication) or concept_of(one) != concept_of(other):
        return False
    if first.status in _TAKEN and second.status in _NOT_TAKEN:
        return not first.strength or not second.strength or _amount(first) == _amount(second)
    both_listed = Reason.STATED_IN_PROSE not in one.reasons and Reason.STATED_IN_PROSE not in other.reasons
    differ = bool(first.strength and second.strength and _amount(first) != _amount(second))
    return both_listed and differ and {first.status, second.status} <= _TAKEN


def _amount(value: Medication) -> str:
    return "".join(value.strength.casefold().split())


def _problems_clash(one: Candidate, other: Candidate) -> bool:
    first, second = one.value, other.value
    if not isinstance(first, Problem) or not isinstance(second, Problem) or one.fact_type is not other.fact_type:
        return False
    return (
        first.assertion is Assertion.PRESENT
        and second.assertion is Assertion.ABSENT
        and concept_of(one) == concept_of(other)
    )


def _no_medications_clash(one: Candidate, other: Candidate) -> bool:
    first, second = one.value, other.value
    return (
        isinstance(first, Statement)
        and first.topic == "current_medications"
        and isinstance(second, Medication)
        and second.status in _TAKEN
    )


def drop_echoes(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates without those of prose that only repeat what a list, or earlier prose, says of the same thing.

    Args:
        candidates: All of one document, in reading order.
    """
    every = tuple(candidates)
    listed = {_said(candidate) for candidate in every if Reason.STATED_IN_PROSE not in candidate.reasons}
    kept: list[Candidate] = []
    seen: set[tuple[str, ...]] = set()
    for candidate in every:
        said = _said(candidate)
        if Reason.STATED_IN_PROSE in candidate.reasons:
            if said in listed or said in seen:
                continue
            seen.add(said)
        kept.append(candidate)
    return tuple(kept)


def _said(candidate: Candidate) -> tuple[str, ...]:
    """What is said, normalised: the thing and the claim. A medication with another strength says something else."""
    value = candidate.value
    claim = value.status.value if isinstance(value, Medication) else ""
    if isinstance(value, (Allergy, Problem, FamilyHistory, Statement)):
        claim = value.assertion.value
    return candidate.fact_type.value, str(candidate.page.part), concept_of(candidate), claim
