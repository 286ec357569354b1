"""Record numbers without a label, beside a name and a date."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.header_lines import numbers_after_names, numbers_before_names, numbers_beside_names
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind


def _found(text: str, person: str, date: str) -> list[str]:
    known = [
        Finding(text.index(surface), text.index(surface) + len(surface), kind, Strength.PATTERN, "test", 0.9)
        for surface, kind in ((person, IdentifierKind.PERSON), (date, IdentifierKind.DATE))
        if surface
    ]
    return [text[each.start : each.end] for each in numbers_beside_names(Reading(text), known)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("SMITH, JOHN A (M) 03/12/1957 4410092", "4410092"),
        ("SMITH, JOHN A 03/12/1957 #00123", "00123"),
        ("44100 SMITH, JOHN A F 69 yrs 03/12/1957", "44100"),
        ("SMITH, JOHN A 03/12/1957 W-55102", "W-55102"),
    ],
)
def test_a_bare_number_in_a_header_is_the_record_number(text: str, number: str) -> None:
    person = "SMITH, JOHN A"
    assert _found(text, person, "03/12/1957") == [number]


@pytest.mark.parametrize(
    "text",
    [
        "Platelets 250000 called to Okafor 03/12/1957",
        "Okafor 03/12/1957 WBC 12400",
        "Okafor 03/12/1957 Room 412",
    ],
)
def test_numbers_beside_other_words_stay(text: str) -> None:
    assert _found(text, "Okafor", "03/12/1957") == []


def test_a_name_alone_says_nothing() -> None:
    assert _found("Okafor 12400", "Okafor", "") == []


def test_a_day_of_birth_may_stand_between_a_name_and_its_number() -> None:
    text = "Reference: M. Okafor 07/21/1952 3440-45253 Copies to: the clinic"
    known = [
        Finding(11, 20, IdentifierKind.PERSON, Strength.PATTERN, "test", 0.9),
        Finding(21, 31, IdentifierKind.DATE, Strength.PATTERN, "test", 0.9),
    ]
    assert [text[each.start : each.end] for each in numbers_after_names(Reading(text), known)] == ["3440-45253"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("539 9647 Bela Okafor 04/01/1950 seen", "539 9647"),
        ("Then 9904976 Bela Okafor Sunday, 04/01/1950 here", "9904976"),
        ("Glucose 120 Bela Okafor 04/01/1950", ""),
        ("9904976 Bela Okafor called on 04/01/1950", ""),
    ],
)
def test_a_number_before_a_name_and_its_date_is_the_record_number(text: str, number: str) -> None:
    known = [
        Finding(text.index(surface), text.index(surface) + len(surface), kind, Strength.PATTERN, "test", 0.9)
        for surface, kind in (("Bela Okafor", IdentifierKind.PERSON), ("04/01/1950", IdentifierKind.DATE))
    ]
    assert "".join(text[each.start : each.end] for each in numbers_before_names(Reading(text), known)) == number
