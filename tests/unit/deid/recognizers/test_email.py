"""E-mail addresses."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.email import EmailRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to jane.doe+lab@mail.example.org today", ["jane.doe+lab@mail.example.org"]),
        ("jane.doe @ mail.example.org", ["jane.doe @ mail.example.org"]),
        ("jane.doe [at] example [dot] org", ["jane.doe [at] example [dot] org"]),
        ("at heath.grove-\nweeks@longmail.example or", ["heath.grove-\nweeks@longmail.example"]),
        ("maria . lopez @ mail . example", ["maria . lopez @ mail . example"]),
        ("E-mail: jdoe@clinic", ["jdoe@clinic"]),
        ("Email address: jdoe©clinic.example", ["jdoe©clinic.example"]),
    ],
)
def test_addresses_are_found(text: str, expected: list[str]) -> None:
    assert found(EmailRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Seen @ 10:30",
        "taken at home",
        "HbA1c @ 3 months",
        "look at the dot plot",
    ],
)
def test_an_at_sign_alone_is_no_address(text: str) -> None:
    assert found(EmailRecognizer(), text) == []
