"""Where a word that is also somebody's name stands as only a name can: it owns, acts, or has its capital amid prose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    BEFORE_DATES,
    GOING_ON,
    KIN,
    OPENERS,
    PERSON_OBJECTS,
    PERSON_PHRASES,
    PERSON_VERBS,
    SENTENCE_ADVERBS,
    WEAK_VERBS,
)
from arbiter_fhir.deid.labels import FieldKind, label_of
from arbiter_fhir.deid.lexicon import SPELT_NAMES
from arbiter_fhir.deid.people import NamePart
from arbiter_fhir.deid.reading import Reading, Token

__all__ = [
    "TITLED_PAPERS",
    "acts_in_capitals",
    "heads_number",
    "heads_papers",
    "in_mid_sentence",
    "is_spelt_otherwise",
    "is_time",
    "labels_person",
    "owns_as_person",
]

#: What persons have and diseases have not.
_POSSESSIONS: Final = KIN | {
    *("chart", "record", "records", "file", "results", "labs", "visit", "appointment", "exam", "room", "bed"),
    *("family", "home"),
}


#: What is titled with a patient's name: "Bell labs".
TITLED_PAPERS: Final = frozenset(("labs", "results", "chart", "records", "file", "notes", "visit", "family"))
#: Digits that a record's number has at least, and signs at most.
MIN_RECORD_DIGITS: Final = 6
MAX_RECORD_SIGNS: Final = 12
#: A label has rarely more words.
MAX_LABEL_WORDS: Final = 3
#: Words on either side that tell whether a line is written in capitals.
_NEAR: Final = 3


def is_time(tokens: Sequence[Token], index: int) -> bool:
    """Whether the name of a month, day or season stands for that: ``in May``, ``next Summer``, ``May 12``."""
    near = tokens[max(0, index - 1) : index + 2]
    return index == 0 or tokens[index - 1].key in BEFORE_DATES or any(each.text[:1].isdigit() for each in near)


def labels_person(tokens: Sequence[Token], index: int) -> bool:
    """Whether a label of people stands right before the token: ``Provider: Hand``, ``Family at bedside: River``."""
    for count in range(MAX_LABEL_WORDS, 0, -1):
        if count > index:
            continue
        label = label_of(" ".join(token.text for token in tokens[index - count : index]))
        if label is not None:
            return label.kind is FieldKind.NAME
    return tokens[index - 1].key in {"bedside", "present", "attendance"}


def heads_papers(reading: Reading, start: int) -> bool:
    """``URGENT: NG labs attached``: a family name between a colon and what is titled with it, even an abbreviation."""
    tokens, index = reading.tokens, reading.first_token_at(start)
    if index + 1 >= len(tokens) or tokens[index].gap not in {": ", ":"} or not tokens[index].is_name_shaped:
        return False
    return tokens[index + 1].gap == " " and tokens[index + 1].text in TITLED_PAPERS


def heads_number(tokens: Sequence[Token], index: int) -> bool:
    """``KING H6448899``: right before a number as long as a record's, in the header or footer of a page."""
    if index + 1 >= len(tokens) or not tokens[index].is_name_shaped or tokens[index + 1].gap.strip(" "):
        return False
    following = tokens[index + 1].text
    return sum(sign.isdigit() for sign in following) >= MIN_RECORD_DIGITS and len(following) <= MAX_RECORD_SIGNS


def is_spelt_otherwise(tokens: Sequence[Token], index: int) -> bool:
    """``called ED``, ``ANA positive``: an abbreviation that is a name too, in capitals beside small letters."""
    if not tokens[index].text.isupper() or tokens[index].key not in SPELT_NAMES:
        return False
    near = [each for each in tokens[max(0, index - _NEAR) : index + _NEAR + 1] if each.is_alphabetic]
    return any(each.text.islower() for each in near)


def acts_in_capitals(tokens: Sequence[Token], index: int) -> bool:
    """``DAY WAS COUNSELED``: among capitals only what persons alone do tells; ``BONE WAS NORMAL`` does not."""
    verb = tokens[index + 1].key
    if verb in PERSON_PHRASES:
        return index + 2 < len(tokens) and tokens[index + 2].key in PERSON_PHRASES[verb]
    return verb in PERSON_VERBS and verb not in WEAK_VERBS


def owns_as_person(part: NamePart, following: Token | None) -> bool:
    """``Rose's pain``, ``Graves's chart``; a family name alone may belong to a disease: ``Parkinson's tremor``."""
    if following is None:
        return False
    # "Stone's hemoglobin": a word that names no disease owns nothing unless it is somebody.
    owner = following.text.islower()
    return part is NamePart.GIVEN or owner or following.key in _POSSESSIONS


def in_mid_sentence(reading: Reading, start: int, gap: str) -> bool:
    """A capital inside a sentence of small letters is a name."""
    if gap == "\n":
        # Prose that wraps: the sentence goes on from the line above.
        return reading.tokens[max(0, reading.first_token_at(start) - 1)].text in GOING_ON
    if gap != " ":
        return False
    line = [token for token in reading.tokens_in(*reading.sentence_span(start)) if token.is_alphabetic]
    before = [token for token in line if token.start < start]
    after = [token for token in line if token.start > start]
    # "NTE-3 Comment Unfortunately Summer missed": a field's label may stand before the adverb.
    told = bool(before and after) and after[0].text.islower()
    if told and before[-1].key in SENTENCE_ADVERBS:
        return True
    amid = told and before[-1].text.islower()
    if not before or not (amid or 2 * sum(token.text.islower() for token in line) > len(line)):
        return False
    # "Scheduled Young with": the sentence's first word has its capital from there.
    return before[-1].text.islower() or (told and len(before) == 1 and before[0].key in PERSON_OBJECTS | OPENERS)
