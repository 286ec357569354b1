"""Licence and registration numbers."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.license import LicenseRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NPI: 1902847563", ["1902847563"]),
        ("NPI # 1902847563", ["1902847563"]),
        ("DEA FB4417736", ["FB4417736"]),
        ("CLIA No. 05D2081492", ["05D2081492"]),
        ("License: MD-44821", ["MD-44821"]),
        ("under 05D2081492", ["05D2081492"]),
        ("signed, BG1234563", ["BG1234563"]),
    ],
)
def test_numbers_are_found(text: str, expected: list[str]) -> None:
    assert found(LicenseRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "license pending",
        "CAP accredited",
        "HLA-DR4",
        "CA 19-9",
        "vitamin B12 450",
    ],
)
def test_other_letters_and_digits_are_no_licence(text: str) -> None:
    assert found(LicenseRecognizer(), text) == []
