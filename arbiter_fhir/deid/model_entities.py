"""What the named-entity model says, judged by the word lists: its errors on clinical text are many and of few kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.deid.anchors import (
    ADDRESSING,
    CLINICAL_TITLES,
    MEETING,
    NO_PERSON_ENDINGS,
    PERSON_OBJECTS,
    PERSON_VERBS,
    PRONOUNS,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.word_lists import read_sections
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["ModelEntity", "judge_entities"]

_PLACES: Final = frozenset({"GPE", "LOC", "FAC"})
#: Unknown capitals of this length or less are abbreviations more often than names.
MAX_ABBREVIATION: Final = 5
MAX_LONE_CAPITALS: Final = 2
#: A name has at most so many words in small letters: *van der*, *de la*.
MAX_SMALL_WORDS: Final = 2
_NO_HALF: Final = (
    PERSON_OBJECTS | PERSON_VERBS | MEETING | PRONOUNS | ADDRESSING | TITLES | CLINICAL_TITLES | NO_PERSON_ENDINGS
)
#: Degrees, and methods that results are obtained by: nobody where written in capitals.
_NOBODY: Final = CREDENTIALS | frozenset(read_sections("name_grammar.txt")["methods"].split())
#: What stands before a disease.
_HAVING: Final = frozenset(
    ("has", "had", "have", "having", "hx", "history", "known", "suspected", "possible", "probable")
)
#: Marks that part names from other things.
_BREAK: Final = re.compile(r"[;:/()|\[\]]| - ")


@dataclass(frozen=True, slots=True)
class ModelEntity:
    """An entity as the model gave it: offsets, spaCy label, score."""

    start: int
    end: int
    label: str
    score: float


def judge_entities(reading: Reading, entities: Sequence[ModelEntity]) -> Iterator[Finding]:
    """Findings for the entities that can be names or places; plain words at their ends are cut off."""
    tokens = reading.tokens
    for entity in entities:
        for first, last in _word_runs(reading, entity):
            kind = _kind(reading, tokens, first, last, entity)
            start, end = _cut(reading, first, last)
            # A lone letter is a flag, a grade or a sex more often than it is anybody's initial.
            if kind is not None and any(not token.is_initial for token in tokens[start:end]):
                span = tokens[start].start, tokens[end - 1].end
                yield Finding(*span, kind, Strength.MODEL, "language_model", entity.score)


def _word_runs(reading: Reading, entity: ModelEntity) -> Iterator[tuple[int, int]]:
    """Token indices of the stretches of words in an entity: a date or number inside ends a name."""
    tokens = reading.tokens
    small = sum(token.text.islower() for token in reading.tokens_in(entity.start, entity.end))
    first = last = reading.first_token_at(entity.start)
    while last < len(tokens) and tokens[last].start < entity.end:
        # A sentence taken for a name: only its capitals may be one.
        if small > MAX_SMALL_WORDS and tokens[last].text.islower():
            if last > first:
                yield first, last
            first = last = last + 1
            continue
        if last > first and (_BREAK.search(tokens[last].gap) or not tokens[last].is_alphabetic):
            yield first, last
            first = last
        if not tokens[last].is_alphabetic:
            first = last + 1
        last += 1
    if first < last:
        yield first, last


def _cut(reading: Reading, first: int, last: int) -> tuple[int, int]:
    """The tokens without plain words, form words and numbers at both ends."""
    tokens, lexicon = reading.tokens, reading.lexicon

    def is_outside(index: int) -> bool:
        token = tokens[index]
        if token.is_initial:
            return False
        if (
            not token.is_alphabetic
            or token.key in FORM_WORDS
            or token.key in CLINICAL_TITLES
            or (token.is_capitals and token.key in _NOBODY)
        ):
            return True
        return lexicon.is_only_word(token.key) and not _beside_name(reading, index, first, last)

    start, end = first, last
    while start < end and is_outside(start):
        start += 1
    while end > start and is_outside(end - 1):
        end -= 1
    return start, end


def _beside_name(reading: Reading, index: int, first: int, last: int) -> bool:
    """Whether a capitalised ordinary word is the other half of a name: *Lea Petersen*, *Fausto Calabrese*."""
    tokens, lexicon = reading.tokens, reading.lexicon
    token = tokens[index]
    if last - first != 2 or not token.is_capitalised or token.key in lexicon.clinical or token.key in _NO_HALF:
        return False
    other = tokens[first] if index > first else tokens[first + 1]
    if tokens[first + 1].gap != " ":
        return False
    return lexicon.is_plain_name(other.key) or (index > first and not lexicon.is_known(other.key))


def _kind(
    reading: Reading, tokens: Sequence[Token], first: int, last: int, entity: ModelEntity
) -> IdentifierKind | None:
    lexicon = reading.lexicon
    words = [index for index in range(first, last) if tokens[index].is_alphabetic]
    open_words = [index for index in words if not lexicon.is_only_word(tokens[index].key)]
    if not open_words:
        return None
    listed = any(lexicon.is_plain_name(tokens[index].key) for index in open_words)
    if reading.in_lab_row(entity.start) and not listed:
        return None
    if entity.label in _PLACES:
        return IdentifierKind.LOCATION if _is_place(tokens, words, open_words, lexicon) else None
    if entity.label == "PERSON":
        return IdentifierKind.PERSON if _is_person(tokens, open_words, lexicon) else None
    # Foreign names are often taken for organisations: every word unknown or a name, and one of them listed.
    all_open = len(open_words) == len(words) and all(tokens[index].is_capitalised for index in words)
    several = len(words) >= 2 and all(not lexicon.is_known(tokens[index].key) for index in words)
    return (
        IdentifierKind.PERSON if all_open and (listed or several) and _is_person(tokens, open_words, lexicon) else None
    )


def _is_place(tokens: Sequence[Token], words: Sequence[int], open_words: Sequence[int], lexicon: Lexicon) -> bool:
    text = " ".join(tokens[index].key for index in words)
    if text in lexicon.countries or text in lexicon.states:
        return False
    only = tokens[open_words[0]]
    if (
        len(open_words) == 1
        and only.is_capitals
        and len(only.text) <= MAX_ABBREVIATION
        and (len(only.text) <= MAX_LONE_CAPITALS or not lexicon.is_name(only.key))
    ):
        return False
    if len(open_words) == 1 and lexicon.is_ambiguous(only.key) and not only.is_capitalised:
        return False
    return not is_clinical_term(tokens, open_words[0]) and not lexicon.eponyms.get(only.key, False)


def _is_had(tokens: Sequence[Token], index: int) -> bool:
    """``Mom has Graves``, ``hx of Barrett``: what somebody has is a disease."""
    before = [token.key for token in tokens[max(0, index - 2) : index]]
    return bool(before) and (before[-1] in _HAVING or (before[-1] == "of" and before[0] in _HAVING))


def _is_person(tokens: Sequence[Token], open_words: Sequence[int], lexicon: Lexicon) -> bool:
    if len(open_words) > 1:
        # "Epstein-Barr", "Bence Jones": eponyms side by side in a clinical term.
        return not all(lexicon.eponyms.get(tokens[index].key) for index in open_words) and not (
            is_clinical_term(tokens, open_words[-1])
            and all(tokens[index].key in lexicon.eponyms for index in open_words)
        )
    index = open_words[0]
    token = tokens[index]
    if is_clinical_term(tokens, index) or lexicon.eponyms.get(token.key):
        return False
    # "ELISA", "QTc", "Doppler".
    mixed = token.text[:2].isupper() and not token.is_capitals and len(token.text) <= MAX_ABBREVIATION
    eponym = token.key in lexicon.eponyms
    if mixed or (token.key in _NOBODY and (eponym or token.is_capitals)) or (eponym and _is_had(tokens, index)):
        return False
    if token.is_capitals and len(token.text) <= MAX_ABBREVIATION:
        # Two capitals alone are an abbreviation even where a list has them for a name: "Oriented, AL".
        short = len(token.text) <= MAX_LONE_CAPITALS
        if short or not lexicon.is_plain_name(token.key):
            return False
    # A lone word that is also a name: only inside a sentence does its capital say anything.
    if lexicon.is_ambiguous(token.key):
        return token.is_capitalised and token.gap == " " and index > 0 and tokens[index - 1].text.islower()
    return token.is_name_shaped or lexicon.is_plain_name(token.key)
