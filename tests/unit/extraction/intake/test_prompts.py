"""What forms write where an answer goes."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.intake.prompts import is_prompt


@pytest.mark.parametrize(
    "text",
    [
        "Select one",
        "-- Select --",
        "Choose an item.",
        "Click or tap here to enter text.",
        "Please select one",
        "Select",
    ],
)
def test_prompts(text: str) -> None:
    assert is_prompt(text)


@pytest.mark.parametrize("text", ["Yes", "Gout", "Selective IgA deficiency", "Picks skin", "Taps knee", "None", "--"])
def test_answers(text: str) -> None:
    assert not is_prompt(text)
