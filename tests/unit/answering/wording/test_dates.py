"""Labels and spans."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.answering.wording.dates import DateLabels, days_between, filled, label_free, span


def test_only_our_own_labels_are_filled(build: Any) -> None:
    labels = DateLabels(2)
    label = labels.label(build.when()).value
    assert filled(f"see [DATE_1] on {label}", labels.labels) == "see [DATE_1] on 2026-04-10"
    assert label_free(f"see [DATE_1] on {label}", labels.labels) == "see [DATE_1] on  "


def test_a_day_and_a_date_of_it_share_a_label(build: Any) -> None:
    labels = DateLabels()
    assert labels.day(date(2026, 4, 10)).value == labels.label(build.when()).value


@pytest.mark.parametrize(
    "start, end, said",
    [
        ("2026-01-01", "2026-01-02", "1 day"),
        ("2026-01-01", "2026-01-01", "0 days"),
        ("2026-01-01", "2026-04-01", "90 days"),
        ("2026-01-01", "2026-04-02", "3 months"),
        ("2025-01-15", "2026-04-14", "14 months"),
        ("2025-01-15", "2026-04-15", "15 months"),
        ("2024-01-01", "2026-01-01", "2 years"),
        ("2023-12-01", "2026-01-01", "2 years and 1 month"),
        ("2020-01-31", "2026-03-01", "6 years and 1 month"),
    ],
)
def test_spans_in_words(start: str, end: str, said: str) -> None:
    one, other = date.fromisoformat(start), date.fromisoformat(end)
    assert span(one, other).value == span(other, one).value == said


@given(st.dates(date(1950, 1, 1), date(2050, 1, 1)), st.integers(0, 5000))
def test_a_longer_span_is_never_told_as_a_shorter_one(start: date, days: int) -> None:
    end = start + timedelta(days=days)
    assert days_between(start, end) == days
    said = span(start, end).value
    if days <= 90:
        assert said.split()[0] == str(days)
    elif said.endswith("months") and "year" not in said:
        assert 2 < int(said.split()[0]) < 24
