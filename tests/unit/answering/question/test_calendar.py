"""Spans of days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.answering.question.calendar import (
    back,
    calendar_before,
    current,
    last_month_named,
    last_weekday,
    month_span,
    quarter_span,
    span_of,
    year_span,
)
from arbiter_fhir.domain.clinical_date import ClinicalDate

DAY = date(2026, 3, 31)  # a Tuesday


@pytest.mark.parametrize(
    "count, unit, day",
    [
        (1, "month", date(2026, 2, 28)),
        (1, "year", date(2025, 3, 31)),
        (2, "weeks", date(2026, 3, 17)),
        (48, "hours", date(2026, 3, 29)),
        (36, "h", date(2026, 3, 29)),
        (3, "d", date(2026, 3, 28)),
        (1, "quarter", date(2025, 12, 31)),
        (14, "mo", date(2025, 1, 31)),
    ],
)
def test_back(count: int, unit: str, day: date) -> None:
    assert back(DAY, count, unit) == day


def test_spans() -> None:
    assert month_span(2024, 2) == (date(2024, 2, 1), date(2024, 2, 29))
    assert quarter_span(2025, 4) == (date(2025, 10, 1), date(2025, 12, 31))
    assert year_span(2025) == (date(2025, 1, 1), date(2025, 12, 31))
    assert current(DAY, "week") == (date(2026, 3, 29), date(2026, 4, 4))
    assert current(date(2026, 3, 29), "week")[0] == date(2026, 3, 29)
    assert calendar_before(DAY, "week") == (date(2026, 3, 22), date(2026, 3, 28))
    assert calendar_before(DAY, "quarter") == (date(2025, 10, 1), date(2025, 12, 31))
    assert calendar_before(date(2026, 1, 5), "month") == (date(2025, 12, 1), date(2025, 12, 31))
    assert last_month_named(DAY, 4) == (date(2025, 4, 1), date(2025, 4, 30))
    assert last_month_named(DAY, 3) == (date(2026, 3, 1), date(2026, 3, 31))
    assert last_weekday(DAY, 1) == DAY
    assert last_weekday(DAY, 2) == date(2026, 3, 25)


@pytest.mark.parametrize(
    "written, span",
    [
        ("2025", year_span(2025)),
        ("2025-02", month_span(2025, 2)),
        ("2025-02-03", (date(2025, 2, 3), date(2025, 2, 3))),
        ("2025-02-03T10:00", (date(2025, 2, 3), date(2025, 2, 3))),
    ],
)
def test_a_date_covers_what_was_written(written: str, span: tuple[date, date]) -> None:
    assert span_of(ClinicalDate.parse_iso(written)) == span


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.integers(0, 600), st.sampled_from(["days", "weeks", "months"]))
def test_back_never_goes_forward(day: date, count: int, unit: str) -> None:
    assert back(day, count, unit) <= day
