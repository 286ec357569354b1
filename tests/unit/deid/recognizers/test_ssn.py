"""Social security numbers."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.ssn import SsnRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SSN: 987-65-4320", ["987-65-4320"]),
        ("SSN 987654320", ["987654320"]),
        ("number 987-65-4320 on file", ["987-65-4320"]),
        ("987 65 4320", ["987 65 4320"]),
        ("SSN: XXX-XX-4320", ["XXX-XX-4320"]),
        ("Social Security Number: ***-**-4320", ["***-**-4320"]),
        ("last four of SSN 4320", ["4320"]),
        ("SSN: 9B7-6S-432O", ["9B7-6S-432O"]),
    ],
)
def test_numbers_are_found(text: str, expected: list[str]) -> None:
    assert found(SsnRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "555-234-0142",
        "2026-04-10",
        "12-34-5678",
        "Reference 100-20",
        "glucose 101 mg/dL",
    ],
)
def test_other_groupings_are_no_ssn(text: str) -> None:
    assert found(SsnRecognizer(), text) == []
