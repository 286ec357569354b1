"""Statements of one document that cannot both hold: both go to a person. And echoes: the same said again in prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from arbiter_fhir.domain.fact import LabResult
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

__all__ = ["concept_of", "drop_echoes", "is_allergy_of_kind", "mark_contradictions"]

_TAKEN = frozenset({MedicationStatus.ACTIVE})
_NOT_TAKEN = frozenset({MedicationStatus.STOPPED, MedicationStatus.ON_HOLD, MedicationStatus.NOT_TAKEN})
_MOVED = frozenset({Reason.DOSE_PROPOSED, Reason.DOSE_CHANGING})
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
            return _measured(value) if isinstance(value, LabResult) else ""


def _measured(value: LabResult) -> str:
    """A result told in a sentence is the same only with its number and its day."""
    when = value.collection_date.iso if value.collection_date else ""
    return f"{value.loinc or value.test_name.casefold()}: {value.value} {value.unit.casefold()} {when}"


def mark_contradictions(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, those that contradict another one of the document with `Reason.CONTRADICTED_IN_DOCUMENT`.

    Contradictions are: no known allergies beside an allergy of that kind; one substance both an allergy and denied; one
    medication both taken and stopped, or taken with two strengths in lists; no medications beside a medication; one
    problem both present and denied.

    Args:
        candidates: All of one document, in reading order.
    """
    every = tuple(candidates)
    groups: dict[tuple[str, str], list[int]] = {}
    for index, candidate in enumerate(every):
        groups.setdefault((candidate.fact_type.value, concept_of(candidate)), []).append(index)
    clashing: set[int] = set()
    for members in groups.values():
        if len(members) > 1:
            clashing |= _clashing_in_group(every, members)
    clashing |= _clashing_with_none(every)
    return tuple(
        candidate.doubted(Reason.CONTRADICTED_IN_DOCUMENT) if index in clashing else candidate
        for index, candidate in enumerate(every)
    )


def _clashing_in_group(every: Sequence[Candidate], members: Sequence[int]) -> set[int]:
    """Those of the namings of one thing that say opposite things of it."""
    values = {index: every[index].value for index in members}
    claims = {
        index: value.assertion
        for index, value in values.items()
        if isinstance(value, Problem) or (isinstance(value, Allergy) and value.none_known is None)
    }
    if {Assertion.PRESENT, Assertion.ABSENT} <= set(claims.values()):
        return {index for index, claim in claims.items() if claim in {Assertion.PRESENT, Assertion.ABSENT}}
    medications = {index: value for index, value in values.items() if isinstance(value, Medication)}
    return _clashing_medications(every, medications) if medications else set()


def _clashing_medications(every: Sequence[Candidate], medications: Mapping[int, Medication]) -> set[int]:
    """One medication both taken and not, in the same strength or without one; or listed in two strengths."""
    taken = {index: _amount(value) for index, value in medications.items() if value.status in _TAKEN}
    ended = {index: _amount(value) for index, value in medications.items() if value.status in _NOT_TAKEN}
    clashing: set[int] = set()
    either = set(taken.values()) & set(ended.values())
    if taken and ended and ("" in taken.values() or "" in ended.values()):
        clashing |= set(taken) | set(ended)
    clashing |= {index for index, amount in [*taken.items(), *ended.items()] if amount in either}
    listed = {index: amount for index, amount in taken.items() if Reason.STATED_IN_PROSE not in every[index].reasons}
    if len({amount for amount in listed.values() if amount}) > 1:
        clashing |= {index for index, amount in listed.items() if amount}
    return clashing


def _amount(value: Medication) -> str:
    return "".join(value.strength.casefold().split())


def _clashing_with_none(every: Sequence[Candidate]) -> set[int]:
    """Statements that there are none, beside one that there is."""
    clashing: set[int] = set()
    for index, candidate in enumerate(every):
        value = candidate.value
        against: set[int] = set()
        if isinstance(value, Allergy) and value.none_known is not None:
            against = {at for at, other in enumerate(every) if _is_of_kind(other, value.none_known)}
        elif isinstance(value, Statement) and value.topic == "current_medications":
            against = {at for at, other in enumerate(every) if _is_taken(other)}
        if against:
            clashing |= against | {index}
    return clashing


def _is_taken(candidate: Candidate) -> bool:
    return isinstance(candidate.value, Medication) and candidate.value.status in _TAKEN


def _is_of_kind(candidate: Candidate, none_known: NoKnownAllergies) -> bool:
    """Whether a candidate is an allergy of the kind that a statement says there is none of."""
    return isinstance(candidate.value, Allergy) and is_allergy_of_kind(candidate.value, none_known)


def is_allergy_of_kind(value: Allergy, none_known: NoKnownAllergies) -> bool:
    """Whether an allergy is one of those of which a statement says that there are none.

    Args:
        value: The allergy.
        none_known: What the statement says.
    """
    if value.none_known is not None or value.assertion not in {Assertion.PRESENT, Assertion.POSSIBLE}:
        return False
    known = allergens().get(value.substance)
    kind = known.kind if known else ""
    match none_known:
        case NoKnownAllergies.ALLERGIES:
            return True
        case NoKnownAllergies.DRUG_ALLERGIES:
            return kind in _DRUG_KINDS
        case NoKnownAllergies.FOOD_ALLERGIES:
            return kind in _FOOD_KINDS


def drop_echoes(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates without those of prose that only repeat what a list, or earlier prose, says of the same thing.

    Args:
        candidates: All of one document, in reading order.
    """
    every = _with_changes(tuple(candidates))
    listed = {said for each in every if Reason.STATED_IN_PROSE not in each.reasons for said in _all_said(each)}
    kept: list[Candidate] = []
    seen: set[tuple[str, ...]] = set()
    for candidate in every:
        said = _said(candidate)
        if Reason.STATED_IN_PROSE in candidate.reasons:
            # What has no name to be compared by repeats nothing.
            if concept_of(candidate) and (said in listed or said in seen):
                continue
            seen.update(_all_said(candidate))
        kept.append(candidate)
    return tuple(kept)


def _with_changes(every: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates; a listed medication of which prose tells another amount to come has a dose that changes."""
    changed = {concept_of(each) for each in every if Reason.STATED_IN_PROSE in each.reasons and _is_moved(each)}
    return tuple(
        each.doubted(Reason.DOSE_CHANGING)
        if _is_taken(each) and Reason.STATED_IN_PROSE not in each.reasons and concept_of(each) in changed
        else each
        for each in every
    )


def _is_moved(candidate: Candidate) -> bool:
    """Whether a medication is told with an amount that is not taken yet, or no more."""
    moved = not _MOVED.isdisjoint(candidate.reasons)
    return moved and isinstance(candidate.value, Medication) and bool(concept_of(candidate))


def _all_said(candidate: Candidate) -> tuple[tuple[str, ...], ...]:
    """What a candidate says, and for a medication the same without its amount: prose may name it alone."""
    said = _said(candidate)
    return (said, (*said[:-1], ""))


def _said(candidate: Candidate) -> tuple[str, ...]:
    """What is said, normalised: the thing and the claim. A medication with another strength says something else."""
    value = candidate.value
    claim = value.status.value if isinstance(value, Medication) else ""
    if isinstance(value, (Allergy, Problem, FamilyHistory, Statement)):
        claim = value.assertion.value
    whose = Reason.SPEAKS_OF_ANOTHER.value if Reason.SPEAKS_OF_ANOTHER in candidate.reasons else ""
    return (
        candidate.fact_type.value,
        str(candidate.page.part),
        concept_of(candidate),
        claim,
        whose,
        _told_amount(candidate),
    )


def _told_amount(candidate: Candidate) -> str:
    """How much of a medication is told; empty where nothing is told of it."""
    value = candidate.value
    if not isinstance(value, Medication):
        return ""
    moved = " moved" if _is_moved(candidate) else ""
    return f"{re.sub(r'[^0-9a-z.]', '', (value.strength or value.dose).casefold())}{moved}"
