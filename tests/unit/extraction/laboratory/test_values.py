from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.fact import Comparator
from arbiter_fhir.extraction.laboratory.values import (
    ValueKind,
    is_value_start,
    longest_value,
    looks_misread,
    parse_value,
)


@pytest.mark.parametrize(
    ("printed", "number", "comparator"),
    [
        ("8.1", "8.1", None),
        ("1,012", "1012", None),
        ("<5", "5", Comparator.LESS),
        ("< 5", "5", Comparator.LESS),
        (">60", "60", Comparator.GREATER),
        ("<=0.5", "0.5", Comparator.LESS_OR_EQUAL),
        (">= 90", "90", Comparator.GREATER_OR_EQUAL),
        (".5", "0.5", None),
        ("-2.0", "-2.0", None),
        ("7.0", "7.0", None),
    ],
)
def test_numbers_are_exact(printed: str, number: str, comparator: Comparator | None) -> None:
    parsed = parse_value(printed)
    assert parsed is not None
    assert parsed.kind is ValueKind.NUMBER
    assert str(parsed.numeric) == number
    assert parsed.comparator is comparator


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("1:80", ValueKind.TITRE),
        ("<1:40", ValueKind.TITRE),
        ("6-10", ValueKind.INTERVAL),
        ("Positive", ValueKind.QUALITATIVE),
        ("NON-REACTIVE", ValueKind.QUALITATIVE),
        ("None seen", ValueKind.QUALITATIVE),
        ("Trace", ValueKind.QUALITATIVE),
        ("2+", ValueKind.QUALITATIVE),
        ("See note", ValueKind.SEE_NOTE),
        ("SEE COMMENT", ValueKind.SEE_NOTE),
    ],
)
def test_other_results_have_their_kind(printed: str, kind: ValueKind) -> None:
    parsed = parse_value(printed)
    assert parsed is not None
    assert parsed.kind is kind
    assert parsed.numeric is None


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        ("TNP", "not_performed"),
        ("Pending", "pending"),
        ("QNS", "insufficient_specimen"),
        ("Cancelled", "cancelled"),
        ("NOT APPLICABLE", "not_performed"),
    ],
)
def test_words_that_say_there_is_no_result_are_no_result(printed: str, why: str) -> None:
    parsed = parse_value(printed)
    assert parsed is not None
    assert parsed.kind is ValueKind.NOT_RESULTED
    assert parsed.why == why


@pytest.mark.parametrize(
    "printed", ["", "8.l", "O.9", "1,23", "8.1.2", "04/10/2026", "Glucose", "12-", "555-0142", "1:"]
)
def test_what_is_no_value_is_none(printed: str) -> None:
    assert parse_value(printed) is None


@pytest.mark.parametrize("printed", ["8.l", "O.9", "1O5", "g.4", "l2.3", "139,", "17."])
def test_misread_numbers_are_seen(printed: str) -> None:
    assert looks_misread(printed)


@pytest.mark.parametrize("printed", ["8.1", "Glucose", "mg/dL", "H", "[DATE_1]", "B12", "4.0-5.6", "Sodium"])
def test_other_words_are_not_taken_for_misread_numbers(printed: str) -> None:
    assert not looks_misread(printed)


def test_the_longest_value_is_taken() -> None:
    assert longest_value(["None", "seen", "None", "seen"]) == 2
    assert longest_value(["<", "5", "mg/dL"]) == 2
    assert longest_value(["A", "Positive"]) == 2
    assert longest_value(["A"]) == 0
    assert is_value_start("<")
    assert not is_value_start("Glucose")


@given(st.decimals(min_value=0, max_value=99999, places=2, allow_nan=False))
def test_every_printed_decimal_comes_back_digit_for_digit(number: Decimal) -> None:
    parsed = parse_value(str(number))
    assert parsed is not None
    assert str(parsed.numeric) == str(number)


@given(st.text(max_size=40))
def test_any_text_is_a_value_or_none(text: str) -> None:
    parsed = parse_value(text)
    assert parsed is None or parsed.kind in ValueKind


@pytest.mark.parametrize("printed", ["0,012", "8,1", "1,02", "00,123", "2,3105"])
def test_a_comma_that_parts_no_thousands_makes_no_number(printed: str) -> None:
    assert parse_value(printed) is None
    assert looks_misread(printed)
