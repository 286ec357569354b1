"""What a word may be where a name could stand."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.name_words import could_name, goes_on, is_department, is_evident, is_role


def test_callings_and_departments_are_known_by_list_and_ending() -> None:
    tokens = Reading("therapist cardiologist Nephrology Vascular Pepper").tokens
    assert [is_role(each) for each in tokens] == [True, True, False, False, False]
    assert [is_department(each) for each in tokens] == [False, False, True, True, False]


@pytest.mark.parametrize(
    ("text", "fits"),
    [("Pepper", True), ("Metformin", False), ("Cardiology", False), ("C-section", False), ("Mother", False)],
)
def test_a_capital_may_be_a_name_unless_care_has_the_word(text: str, fits: bool) -> None:
    reading = Reading(text)
    assert could_name(reading.tokens, 0, reading.lexicon) is fits


def test_a_listed_name_and_a_word_of_no_list_are_evident() -> None:
    reading = Reading("Kirkpatrick Zizhyal Ridge")
    assert [is_evident(each, reading.lexicon) for each in reading.tokens] == [True, True, False]


def test_a_sentence_goes_on_behind_a_person() -> None:
    tokens = Reading("Pepper to the commode. Pepper Bone").tokens
    assert goes_on(tokens, 1)
    assert goes_on(tokens, 4)
    assert not goes_on(tokens, 5)
