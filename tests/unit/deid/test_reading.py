"""Tokens and lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.reading import Reading


@given(st.text(alphabet="aB1 .\n-'", max_size=80))
def test_tokens_and_lines_keep_their_places(text: str) -> None:
    reading = Reading(text)
    for token in reading.tokens:
        assert text[token.start : token.end] == token.text
    lines = [text[slice(*reading.line_span(number))] for number in range(reading.line_count)]
    assert lines == text.split("\n")
    for offset in range(len(text)):
        start, end = reading.line_span(reading.line_number(offset))
        assert start <= offset <= end


def test_shapes_of_words() -> None:
    tokens = {token.text: token for token in Reading("McKay O'Brien IL J a1c rose").tokens}
    assert tokens["McKay"].is_capitalised
    assert tokens["O'Brien"].is_capitalised
    assert tokens["IL"].is_capitals
    assert tokens["J"].is_initial
    assert not tokens["a1c"].is_alphabetic
    assert not tokens["rose"].is_name_shaped


def test_tokens_of_a_stretch() -> None:
    assert [token.text for token in Reading("one two three four").tokens_in(5, 12)] == ["two", "three"]


def test_a_result_reaches_no_further_than_its_sentence() -> None:
    text = "TSH 2.31 uIU/mL. Visitor Kevin Foot asked. Dr. Reyes came"
    reading = Reading(text)
    assert Reading("TSH 2.31 uIU/mL").in_lab_row(0)
    assert Reading("about weight loss of 6 kg").in_lab_row(0)
    assert not Reading("about Olive's weight loss of 6 kg").in_lab_row(0)
    assert not reading.in_lab_row(text.index("Foot"))
    assert text[slice(*reading.sentence_span(text.index("Foot")))] == "Visitor Kevin Foot asked."
    assert text[slice(*reading.sentence_span(len(text) - 1))] == "Dr. Reyes came"
