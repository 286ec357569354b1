"""Ages over 89."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.age import AgeRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A 92-year-old woman", ["92"]),
        ("Age: 94", ["94"]),
        ("aged 101", ["101"]),
        ("Age/Sex: 93/F", ["93"]),
        ("Sex/Age: F 91", ["91"]),
        ("91F with dementia", ["91"]),
        ("Pt is 90+ yo.", ["90"]),
        ("Mother died at 101, father", ["101"]),
        ("has had 102 birthdays", ["102"]),
        ("took 91 mg", []),
        ("98F fever", []),
        ("temp 101F with chills", []),
        ("97 y/o male", ["97"]),
        ("a 90 yo lady", ["90"]),
        ("she turned 95", ["95"]),
        ("ninety-two year old", ["ninety-two"]),
        ("in her 90s", ["90s"]),
        ("95yM with pneumonia", ["95"]),
        ("Rose Vance, who\nis 91, still drives.", ["91"]),
    ],
)
def test_ages_over_89_are_found(text: str, expected: list[str]) -> None:
    assert found(AgeRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A 89-year-old woman",
        "Age: 54",
        "glucose 95 mg/dL",
        "SpO2 92%",
        "BP 120/92",
        "92 kg",
        "weight 101 lb",
        "in the 90th percentile",
        "pulse 98",
    ],
)
def test_ages_up_to_89_and_other_numbers_are_kept(text: str) -> None:
    assert found(AgeRecognizer(), text) == []
