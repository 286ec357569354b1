"""Where a word that is also a name stands as one, and where it is the word."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.name_standing import (
    acts_in_capitals,
    heads_number,
    heads_papers,
    in_mid_sentence,
    is_time,
    labels_person,
    owns_as_person,
)
from arbiter_fhir.deid.people import NamePart
from arbiter_fhir.deid.reading import Reading


def place(text: str, word: str) -> tuple[Reading, int]:
    reading = Reading(text)
    return reading, next(index for index, token in enumerate(reading.tokens) if token.text == word)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Neither Pepper nor he could recall", "Pepper", True),
        ("NTE-3 Comment Pls bill Pepper again.", "Pepper", True),
        ("Scheduled Pepper with the nurse", "Pepper", True),
        ("Unfortunately Pepper missed dialysis", "Pepper", True),
        ("NTE-3 Comment Unfortunately Summer missed dialysis", "Summer", True),
        ("Hand Surgery Clinic Pepper Notes", "Pepper", False),
        ("Pepper was added", "Pepper", False),
    ],
)
def test_a_capital_amid_small_letters_is_a_name(text: str, word: str, expected: bool) -> None:
    reading, at = place(text, word)
    token = reading.tokens[at]
    assert in_mid_sentence(reading, token.start, token.gap) is expected


@pytest.mark.parametrize(
    ("text", "word", "expected"), [("since last May he", "May", True), ("told May to rest", "May", False)]
)
def test_a_month_is_one_behind_words_of_time(text: str, word: str, expected: bool) -> None:
    reading, at = place(text, word)
    assert is_time(reading.tokens, at) is expected


def test_among_capitals_only_what_persons_do_tells() -> None:
    reading, at = place("DAY WAS COUNSELED", "DAY")
    assert acts_in_capitals(reading.tokens, at)
    reading, at = place("BONE WAS NORMAL", "BONE")
    assert not acts_in_capitals(reading.tokens, at)


def test_a_family_name_owns_what_persons_have() -> None:
    reading, at = place("Graves's chart", "chart")
    assert owns_as_person(NamePart.FAMILY, reading.tokens[at])
    assert not owns_as_person(NamePart.FAMILY, None)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Visit type: new. Provider: Hand, D. Hand", "Hand", True),
        ("Family at bedside: River, Bela", "River", True),
        ("Site: Hand", "Hand", False),
        ("Assessment: Short stature", "Short", False),
    ],
)
def test_a_label_of_people_before_a_word(text: str, word: str, expected: bool) -> None:
    reading, at = place(text, word)
    assert labels_person(reading.tokens, at) is expected


def test_a_word_before_a_records_number_heads_it() -> None:
    assert heads_number(Reading("KING H6448899 27, 2025").tokens, 0)
    assert not heads_number(Reading("KING 27, 2025").tokens, 0)
    assert not heads_number(Reading("KING: H6448899").tokens, 0)


def test_papers_are_titled_with_whatever_stands_before_them() -> None:
    assert heads_papers(Reading("URGENT: NG labs attached"), 8)
    assert not heads_papers(Reading("URGENT: NG tube placed"), 8)
    assert not heads_papers(Reading("Insert NG labs"), 7)
