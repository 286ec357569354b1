"""Phone, fax and pager numbers."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.phone import PhoneRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call (555) 234-0142 now", ["(555) 234-0142"]),
        ("555-234-0142", ["555-234-0142"]),
        ("555.234.0142", ["555.234.0142"]),
        ("555 234 0142", ["555 234 0142"]),
        ("+1 555 234 0142", ["+1 555 234 0142"]),
        ("1-800-555-0144", ["1-800-555-0144"]),
        ("5552340142", ["5552340142"]),
        ("(555)2340142", ["(555)2340142"]),
        ("Fax: 555/234-0142", ["555/234-0142"]),
        ("(555) 234-0142 ext. 22", ["(555) 234-0142 ext. 22"]),
        ("555-234-0142 x4", ["555-234-0142 x4"]),
        ("phone 234-0142", ["234-0142"]),
        ("Tel: (SS5) 234-Ol42", ["(SS5) 234-Ol42"]),
        ("+44 20 7946 0958", ["+44 20 7946 0958"]),
        ("Ph: 555 2340142", ["555 2340142"]),
        ("reach him at 5552340142", ["5552340142"]),
        ("on 07700 900123", ["07700 900123"]),
        ("117-055-0188 is of no plan", ["117-055-0188"]),
        ("(055) 100-2000", ["(055) 100-2000"]),
        ("from 1408-055-0158", ["1408-055-0158"]),
        ("Fax: +1 558\n555 0151 EKG", ["+1 558\n555 0151"]),
        ("received from (937)\n555-0183 today", ["(937)\n555-0183"]),
        ("left at 937-555-\n0183", ["937-555-\n0183"]),
    ],
)
def test_numbers_are_found(text: str, expected: list[str]) -> None:
    assert found(PhoneRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Vitamin B12 450 pg/mL 200-1100",
        "Reference 250-1100",
        "Vitamin B12 pg/mL 232-1245 1,310",
        "pH 8.0 5.0 - 8.0",
        "Platelets 250000",
        "2026-04-10",
        "04/10/2026 08:30",
        "987-65-4320",
        "4548-4",
        "HIV RNA 1250000000 copies/mL",
        "ratio 1:640",
    ],
)
def test_results_ranges_and_dates_are_no_phones(text: str) -> None:
    assert found(PhoneRecognizer(), text) == []
