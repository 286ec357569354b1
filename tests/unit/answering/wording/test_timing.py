"""Distances from a day."""

from __future__ import annotations

from datetime import date
from typing import Any

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.timing import ago_words, distance_words


def test_distances_have_a_direction(build: Any) -> None:
    item = build.item()
    assert distance_words(item, date(2026, 4, 13), DateLabels()).value == (
        ", 3 days before the day asked about ([DATE_1])"
    )
    assert distance_words(item, date(2026, 4, 9), DateLabels()).value.startswith(", 1 day after")
    assert distance_words(item, date(2026, 4, 10), DateLabels()).value == ", the day asked about"
    assert distance_words(build.item(day=None), date(2026, 4, 10), DateLabels()).value == ""


def test_an_age_is_of_the_past_only(build: Any) -> None:
    assert ago_words(build.item(), date(2026, 4, 12)).value == ", 2 days ago"
    assert ago_words(build.item(), date(2026, 4, 10)).value == ""
    assert ago_words(build.item(day=None), date(2026, 4, 10)).value == ""
