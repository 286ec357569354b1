"""What a ticked or written yes or no makes of what was read in its question."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    Problem,
    Statement,
)
from arbiter_fhir.extraction.intake.items import Item
from arbiter_fhir.extraction.intake.options import Said
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["answered"]


def answered(candidate: Candidate, item: Item) -> Candidate:
    """The candidate with the marks that answer for it."""
    if item.noted:
        candidate = candidate.doubted(Reason.STATED_AS_UNCERTAIN)
    if item.said is Said.WRITTEN:
        return candidate
    words = tuple(sorted({*candidate.words, *item.marks, *item.details}, key=lambda word: word.start))
    candidate = replace(candidate, words=words)
    if item.said is Said.UNCLEAR:
        return candidate.doubted(Reason.CHECKBOX_UNCLEAR)
    if item.said is Said.PAST:
        return _over(candidate)
    if item.said is Said.NO:
        candidate = _denied(candidate)
        if any(letter.isalnum() for word in item.details for letter in word.text):
            candidate = candidate.doubted(Reason.CONTRADICTED_IN_DOCUMENT)
    return candidate


def _over(candidate: Candidate) -> Candidate:
    """The same, ticked as what was once."""
    value = candidate.value
    text = DeidentifiedText.compose("In the past: {}", candidate.text)
    match value:
        case Problem() | Allergy():
            return replace(candidate, value=replace(value, assertion=Assertion.HISTORICAL), text=text)
        case Medication():
            return replace(candidate, value=replace(value, status=MedicationStatus.STOPPED), text=text)
        case _:
            return candidate.doubted(Reason.STATED_AS_UNCERTAIN)


def _denied(candidate: Candidate) -> Candidate:
    """The same, answered with no."""
    value = candidate.value
    text = DeidentifiedText.compose("Answered no: {}", candidate.text)
    match value:
        case Problem() | Allergy() | FamilyHistory() | Statement():
            return replace(candidate, value=replace(value, assertion=Assertion.ABSENT), text=text)
        case Medication():
            return replace(candidate, value=replace(value, status=MedicationStatus.NOT_TAKEN), text=text)
        case _:
            return candidate.doubted(Reason.CONTRADICTED_IN_DOCUMENT)
