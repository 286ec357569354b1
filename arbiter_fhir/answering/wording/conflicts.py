"""Contradictions in words: what they are about, then each side as it stands in its source."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.results import measured, name_of
from arbiter_fhir.answering.wording.sentences import item_sentence
from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import Conflict, ConflictKind, EvidenceItem, EvidenceKind

__all__ = ["CONFLICT_HEADS", "NOT_CONFIRMED", "SOURCES_DIFFER", "conflict_sentence", "side_words", "values_sentence"]

NOT_CONFIRMED = "Not confirmed: "
SOURCES_DIFFER = "The sources differ on "
CONFLICT_HEADS: Final = MappingProxyType(
    {
        ConflictKind.VALUES_DIFFER: "The sources give different values: ",
        ConflictKind.ALLERGY_AND_NONE_KNOWN: "The sources contradict each other on allergies: ",
        ConflictKind.ALLERGY_DENIED: "The sources contradict each other on an allergy: ",
        ConflictKind.PRESENT_AND_ABSENT: "The sources contradict each other on a condition: ",
        ConflictKind.ACTIVE_AND_STOPPED: "The sources contradict each other on whether a drug is taken: ",
        ConflictKind.DOSE_DIFFERS: "The sources give different doses of a drug: ",
        ConflictKind.DRUG_AND_ALLERGY: "A listed drug meets a listed allergy: ",
    }
)


def side_words(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """One side without its full stop, marked where nobody has confirmed it."""
    sentence = item_sentence(item, dates)
    said = sentence.slice(0, len(sentence) - 1)
    if item.kind is EvidenceKind.REVIEW_FINDING:
        return DeidentifiedText.compose("not confirmed: {}", said)
    return said


def conflict_sentence(conflict: Conflict, dates: DateLabels) -> DeidentifiedText:
    """``The sources contradict each other on allergies: Allergy to penicillin (…); No known drug allergies (…).``."""
    sides = DeidentifiedText.join("; ", [side_words(item, dates) for item in (conflict.one, conflict.other)])
    return DeidentifiedText.compose("{}{}.", own(CONFLICT_HEADS[conflict.kind]), sides)


def values_sentence(one: EvidenceItem, other: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``The sources differ on Hemoglobin A1c for [DATE_1]: 8.1 % and 7.9 %.``."""
    if one.observed is None:
        raise ValueError("results without a date are of no time but their own")
    return DeidentifiedText.compose(
        "The sources differ on {} for {}: {} and {}.",
        _names(one, other),
        dates.label(one.observed),
        measured(one),
        measured(other),
    )


def _names(one: EvidenceItem, other: EvidenceItem) -> DeidentifiedText:
    """The test's name; both names where the sources print it differently."""
    if one.words.name.value == other.words.name.value:
        return name_of(one)
    return DeidentifiedText.compose("{} and {}", name_of(one), name_of(other))
