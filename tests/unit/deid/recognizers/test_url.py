"""Web addresses."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.url import UrlRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See https://portal.example.org/r/44?x=1.", ["https://portal.example.org/r/44?x=1"]),
        ("www.my-clinic.example/contact, or call", ["www.my-clinic.example/contact"]),
        ("results at mychart.clinic.org", ["mychart.clinic.org"]),
    ],
)
def test_addresses_are_found(text: str, expected: list[str]) -> None:
    assert found(UrlRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "dose 2.5 mg",
        "e.g. insulin",
        "Follow up.Call us",
        "sodium 138.0 mmol/L",
        "mg/dL.The result",
    ],
)
def test_a_full_stop_in_text_is_no_address(text: str) -> None:
    assert found(UrlRecognizer(), text) == []
