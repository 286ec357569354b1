"""Escape sequences are decoded once; what is no sequence stays visible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.documents.hl7v2.delimiters import Delimiters
from arbiter_fhir.documents.hl7v2.escapes import unescape

USUAL = Delimiters("|", "^", "~", "\\", "&")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"a\F\b\S\c\T\d\R\e\E\f", r"a|b^c&d~e\f"),
        (r"one\.br\two", "one\ntwo"),
        (r"one\.sp2\two", "one\ntwo"),
        (r"\H\bold\N\ plain", "bold plain"),
        (r"\.in+4\indented\.fi\ filled", "indented filled"),
        (r"a\.sk3\b", "a b"),
        (r"\X41\\X0D0A\B", "A\nB"),
        (r"\XC3A9\t\XC3A9\ ", "été "),
        (r"\E\X41\E\ ", "\\X41\\ "),
        ("no escape", "no escape"),
    ],
)
def test_sequences(raw: str, text: str) -> None:
    assert unescape(raw, USUAL) == text


@pytest.mark.parametrize(
    "raw", [r"\Zabc\ ", r"\C2842\ ", r"\X4\ ", r"\X", "C:\\temp", r"\unknown\ ", r"\X00\ ", r"\XFF\ ", "100\\", r"\\ "]
)
def test_what_is_no_sequence_stays_visible(raw: str) -> None:
    assert unescape(raw, USUAL) == raw


def test_decoded_delimiters_part_nothing_again() -> None:
    assert unescape(r"\X0D\PID\F\1\E\F\E\ ", USUAL) == "\nPID|1\\F\\ "


def test_a_message_without_an_escape_character_has_no_sequences() -> None:
    assert unescape(r"a\F\b", Delimiters("|", "^", "~")) == r"a\F\b"


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40))
def test_what_was_escaped_comes_back(text: str) -> None:
    marks = {
        "\\": r"\E\ ".strip(),
        "|": r"\F\ ".strip(),
        "^": r"\S\ ".strip(),
        "&": r"\T\ ".strip(),
        "~": r"\R\ ".strip(),
    }
    assert unescape("".join(marks.get(letter, letter) for letter in text), USUAL) == text
