from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import Comparator
from arbiter_fhir.extraction.laboratory.ranges import (
    NumericRange,
    is_for_some,
    is_range,
    parse_range,
    strip_range_label,
)


@pytest.mark.parametrize(
    ("printed", "low", "high"),
    [
        ("4.0-5.6", "4.0", "5.6"),
        ("4.0 - 5.6", "4.0", "5.6"),
        ("(70\u201399)", "70", "99"),
        ("70 to 99", "70", "99"),
        ("< 200", None, "200"),
        ("<=0.50", None, "0.50"),
        (">= 40", "40", None),
        ("> OR = 60", "60", None),
        (">59", "59", None),
        ("Up to 40", None, "40"),
        ("Reference range: 136-145", "136", "145"),
        ("1,500 - 7,800", "1500", "7800"),
    ],
)
def test_numeric_ranges_are_understood(printed: str, low: str | None, high: str | None) -> None:
    limits = parse_range(printed)
    assert limits is not None
    assert limits.low == (Decimal(low) if low else None)
    assert limits.high == (Decimal(high) if high else None)


@pytest.mark.parametrize("printed", ["Negative", "Not Estab.", "", "99-70", "4.0", "See note", "1:80", "04/10/2026"])
def test_others_are_not_numeric(printed: str) -> None:
    assert parse_range(printed) is None


@pytest.mark.parametrize(
    "printed", ["Negative", "Not Estab.", "Non-Reactive", "< 1:80", "M: 13.5-17.5", "4.0-5.6", "(< 100)"]
)
def test_ranges_in_words_are_ranges(printed: str) -> None:
    assert is_range(printed)


@pytest.mark.parametrize("printed", ["105", "mg/dL", "H", "Glucose", "", "70 -"])
def test_other_words_are_no_ranges(printed: str) -> None:
    assert not is_range(printed)


def test_labels_and_brackets_are_not_part_of_the_range() -> None:
    text = "Ref Range: (4.0 - 5.6)"
    start, end = strip_range_label(text)
    assert text[start:end] == "4.0 - 5.6"
    assert strip_range_label("()") == (0, 0)


def test_open_bounds_exclude_their_value() -> None:
    below_hundred = NumericRange(None, Decimal(100), high_included=False)
    assert below_hundred.above(Decimal(100))
    assert not below_hundred.above(Decimal("99.9"))


@pytest.mark.parametrize(
    ("value", "comparator", "below", "inside", "above"),
    [
        ("5", Comparator.LESS, True, False, False),
        ("12", Comparator.LESS, False, False, False),
        ("60", Comparator.GREATER, False, False, True),
        ("15", None, False, True, False),
    ],
)
def test_comparators_decide_only_what_is_sure(
    value: str, comparator: Comparator | None, below: bool, inside: bool, above: bool
) -> None:
    limits = NumericRange(Decimal(10), Decimal(20))
    number = Decimal(value)
    assert (limits.below(number, comparator), limits.inside(number, comparator), limits.above(number, comparator)) == (
        below,
        inside,
        above,
    )


@pytest.mark.parametrize("printed", ["4,0-5,6", "0,400-4,500", "< 0,04", "3,5 - 5,1"])
def test_decimal_commas_give_no_bounds(printed: str) -> None:
    assert parse_range(printed) is None


@pytest.mark.parametrize(
    "printed", ["Male: 30 - 400", "F 15-150", "Postmenopausal <6.0", "20-39 years 8-60", "Adults <30"]
)
def test_ranges_of_some(printed: str) -> None:
    assert is_for_some(printed)


@pytest.mark.parametrize("printed", ["30 - 400", "<59", "Negative", "20-39"])
def test_ranges_of_all(printed: str) -> None:
    assert not is_for_some(printed)
