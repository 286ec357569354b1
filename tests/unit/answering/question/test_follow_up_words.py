"""How a question leans, in its words."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.follow_up_words import matches, opened, says


@pytest.mark.parametrize(
    "kind, text, holds",
    [
        ("only", "just the labs", True),
        ("only", "2025 only", True),
        ("only", "the labs", False),
        ("compared", "compare with last year", True),
        ("compared", "what changed", False),
        ("others", "any others", True),
        ("others", "any other labs", False),
        ("then", "what labs were done then", True),
        ("then", "potassium same period", True),
        ("then", "the labs and then the meds", False),
        ("for_what", "which are for her heart", True),
        ("for_what", "what is it for", False),
    ],
)
def test_kinds_of_leaning(kind: str, text: str, holds: bool) -> None:
    assert says(kind, text) is holds


def test_a_polite_beginning_is_cut_off() -> None:
    assert opened("ok thanks. and the one before that?") == "and the one before that?"


def test_the_words_are_given() -> None:
    assert list(matches("then", "sodium on that day")) == ["on that day"]
    assert list(matches("then", "sodium")) == []
