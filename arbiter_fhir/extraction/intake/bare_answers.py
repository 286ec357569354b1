"""A yes or no to a heading itself: "Do you have any allergies? No", and "Yes" of which nothing is listed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Allergy, Assertion, NoKnownAllergies, Statement
from arbiter_fhir.extraction.intake.answered import answered
from arbiter_fhir.extraction.intake.cells import text_of
from arbiter_fhir.extraction.intake.grammars import allergies_in
from arbiter_fhir.extraction.intake.items import Item
from arbiter_fhir.extraction.intake.options import Said
from arbiter_fhir.extraction.intake.sheet import Section
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.open_answers import LIST_TOPICS, denies_list
from arbiter_fhir.extraction.narrative.passages import passage_of
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["bare_answer", "nothing_named", "without_named"]

_DRUGS: Final = re.compile(r"\b(?:drugs?|medic\w+)\b", re.IGNORECASE)
_FOOD: Final = re.compile(r"\bfoods?\b", re.IGNORECASE)
#: Who has no allergy of these has still said nothing of medicines.
_ENVIRONMENT: Final = re.compile(r"\b(?:season\w*|environment\w*|pollens?|animals?|insects?)\b", re.IGNORECASE)


def bare_answer(section: Section, item: Item) -> list[Candidate]:
    """What an answer says that has no words but the heading's."""
    if not section.heading:
        return []
    if named := _named_in_heading(section, item):
        return named
    if item.said in {Said.YES, Said.PAST, Said.UNCLEAR} and section.kind in LIST_TOPICS:
        return [nothing_named(section, item)]
    return _denial(section, item) if item.said is Said.NO else []


def _denial(section: Section, item: Item) -> list[Candidate]:
    """That there are none."""
    words = _words(section, item)
    said = text_of(section.page, words)
    doubts = (Reason.CONTRADICTED_IN_DOCUMENT,) if _told(item.details) else ()
    if section.kind is SectionKind.MEDICATIONS:
        return [_no_medications(section.page, words, said, doubts)]
    if section.kind in LIST_TOPICS and denies_list(section.kind, "none"):
        told = Statement(LIST_TOPICS[section.kind], said.value, Assertion.ABSENT)
        return [Candidate(FactType.OTHER, told, section.page, words, said, section.kind, doubts)]
    if section.kind is not SectionKind.ALLERGIES or _ENVIRONMENT.search(said.value):
        return []
    drugs, food = _DRUGS.search(said.value) is not None, _FOOD.search(said.value) is not None
    none = NoKnownAllergies.ALLERGIES
    if drugs != food:
        none = NoKnownAllergies.DRUG_ALLERGIES if drugs else NoKnownAllergies.FOOD_ALLERGIES
    value = Allergy(said.value, none_known=none)
    return [Candidate(FactType.ALLERGY, value, section.page, words, said, section.kind, doubts)]


def nothing_named(section: Section, item: Item) -> Candidate:
    """That a list was answered and nothing named, for a person to ask what is on it: "Yes", "see attached"."""
    words = _words(section, item)
    said = text_of(section.page, words)
    match item.said:
        case Said.YES:
            text = DeidentifiedText.compose("Answered yes, nothing named: {}", said)
        case Said.UNCLEAR:
            text = DeidentifiedText.compose("Answer not clear, nothing named: {}", said)
        case _:
            text = DeidentifiedText.compose("Nothing named: {}", said)
    return Candidate(
        FactType.OTHER,
        Statement(
            LIST_TOPICS[section.kind], said.value, Assertion.PRESENT if item.said is Said.YES else Assertion.POSSIBLE
        ),
        section.page,
        words,
        text,
        section.kind,
        (Reason.ANSWER_INCOMPLETE, *((Reason.CHECKBOX_UNCLEAR,) if item.said is Said.UNCLEAR else ())),
    )


def without_named(found: Sequence[tuple[Section, list[Candidate]]]) -> Iterator[Candidate]:
    """All candidates of a form but the yes to a list that goes on to name something.

    Args:
        found: Each section of the form with its candidates, in reading order.
    """
    for at, (section, candidates) in enumerate(found):
        named = any(not _is_incomplete(each) for each in candidates) or _goes_on(section.kind, found[at + 1 :])
        for candidate in candidates:
            if not (named and _is_incomplete(candidate)):
                yield candidate


def _goes_on(kind: SectionKind, following: Sequence[tuple[Section, list[Candidate]]]) -> bool:
    """Whether the next sections of the kind list something: under a title of their own, or on the next page."""
    for section, candidates in following:
        if section.kind is not kind or any(map(_is_incomplete, candidates)):
            return False
        if candidates:
            return True
    return False


def _is_incomplete(candidate: Candidate) -> bool:
    return Reason.ANSWER_INCOMPLETE in candidate.reasons


def _words(section: Section, item: Item) -> tuple[CleanWord, ...]:
    every = {word.start: word for word in (*section.heading, *item.words, *item.marks, *item.details)}
    return tuple(every[start] for start in sorted(every))


def _told(words: Sequence[CleanWord]) -> bool:
    return any(letter.isalnum() for word in words for letter in word.text)


def _named_in_heading(section: Section, item: Item) -> list[Candidate]:
    """The substance that a question names which was taken for a heading: "Any allergy to latex? Yes"."""
    if section.kind is not SectionKind.ALLERGIES:
        return []
    found = allergies_in([passage_of(section.page, section.heading, section.kind)], {})
    known = [each for each in found if isinstance(each.value, Allergy) and each.value.allergen]
    return [answered(_unasked(section, each), item) for each in known]


def _unasked(section: Section, candidate: Candidate) -> Candidate:
    """The candidate of a question: the question mark doubts nothing, the answer decides."""
    value = candidate.value
    if isinstance(value, Allergy):
        value = replace(value, assertion=Assertion.PRESENT, reaction="")
    kept = tuple(reason for reason in candidate.reasons if reason is not Reason.STATED_AS_UNCERTAIN)
    said = DeidentifiedText.compose("Allergy: {}", text_of(section.page, section.heading))
    return replace(candidate, value=value, reasons=kept, text=said)


def _no_medications(
    page: DeidentifiedPage, words: Sequence[CleanWord], said: DeidentifiedText, doubts: tuple[Reason, ...]
) -> Candidate:
    value = Statement("current_medications", said.value, Assertion.ABSENT)
    return Candidate(FactType.OTHER, value, page, tuple(words), said, SectionKind.MEDICATIONS, doubts)
