from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

import pytest

from arbiter_fhir.openemr.stored_values import full_name, stored_day, stored_moment, stored_number, stored_text

NOON = datetime(2026, 3, 1, 12, 0)  # noqa: DTZ001 - OpenEMR stores the site's local time


@pytest.mark.parametrize(
    ("stored", "number"),
    [
        (Decimal("180.000000"), "180"),
        (Decimal("98.600000"), "98.6"),
        (Decimal("1200.50"), "1200.5"),
        (" 128 ", "128"),
        ("200", "200"),
        (0.5, "0.5"),
    ],
)
def test_a_measured_number_loses_only_the_zeros_of_its_column(stored: object, number: str) -> None:
    found = stored_number(stored)
    assert str(found) == number


@pytest.mark.parametrize("stored", [None, "", "0", Decimal("0.000000"), "0.0", "120/80", "n/a", "-5", "1e3", "12a"])
def test_what_was_not_measured_gives_no_number(stored: object) -> None:
    assert stored_number(stored) is None


def test_zero_dates_are_no_dates() -> None:
    assert stored_moment("0000-00-00 00:00:00") is None
    assert stored_day("0000-00-00") is None
    assert stored_day(None) is None
    assert stored_moment(NOON) == NOON
    assert stored_day(NOON) == date(2026, 3, 1)
    assert stored_day(date(2026, 3, 1)) == date(2026, 3, 1)


def test_texts_and_names_are_trimmed() -> None:
    assert stored_text(None) == ""
    assert stored_text(" a ") == "a"
    assert full_name(" Rosa ", "Finch") == "Rosa Finch"
    assert full_name(None, "Finch") == "Finch"
    assert full_name(None, "") == ""
