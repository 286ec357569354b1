"""Times in questions: computed from the day, hung on a visit, or handed back in words."""

from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.answering.question.dates import AskedTime, find_time
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.question import DateAnchor, DateWindow
from tests.unit.answering.question.asking import TODAY

DATES = {
    "[DATE_1]": ClinicalDate.parse_iso("2025-03-14"),
    "[DATE_2]": ClinicalDate.parse_iso("2025-06"),
    "[DATE_3]": ClinicalDate(date(2025, 4, 3), None, DatePrecision.DAY, ambiguous=True),
}


def time_in(text: str) -> AskedTime:
    return find_time(text, DATES, TODAY, beside=True)


def days(start: str = "", end: str = "", around: str = "") -> DateWindow:
    return DateWindow(*(date.fromisoformat(day) if day else None for day in (start, end, around)))


@pytest.mark.parametrize(
    "text, window",
    [
        ("A1c in the last 6 months", days("2025-12-01")),
        ("A1c over the past year", days("2025-06-01")),
        ("BPs last 48 hours", days("2026-05-30")),
        ("labs past couple of weeks", days("2026-05-18")),
        ("A1c last year", days("2025-01-01", "2025-12-31")),
        ("labs last week", days("2026-05-24", "2026-05-30")),
        ("labs this year", days("2026-01-01", "2026-12-31")),
        ("labs YTD", days("2026-01-01", "2026-06-01")),
        ("labs yesterday", days("2026-05-31", "2026-05-31")),
        ("A1c 6 months ago", days(around="2025-12-01")),
        ("labs more than 2 years ago", days(end="2024-06-01")),
        ("labs since 3 wks ago", days("2026-05-11")),
        ("A1c since January", days("2026-01-01")),
        ("A1c in August", days("2025-08-01", "2025-08-31")),
        ("A1c last June", days("2025-06-01", "2025-06-30")),
        ("labs since Friday", days("2026-05-29")),
        ("labs on Monday", days(around="2026-06-01")),
        ("A1c in 2023", days("2023-01-01", "2023-12-31")),
        ("2023 A1c", days("2023-01-01", "2023-12-31")),
        ("A1c after 2023", days("2024-01-01")),
        ("A1c before 2023", days(end="2022-12-31")),
        ("A1c through 2023", days(end="2023-12-31")),
        ("A1c Q2 2025", days("2025-04-01", "2025-06-30")),
        ("A1c between 2022 and 2024", days("2022-01-01", "2024-12-31")),
        ("A1c from January to March 2025", days("2025-01-01", "2025-03-31")),
        ("A1c on [DATE_1]", days(around="2025-03-14")),
        ("A1c [DATE_1]", days(around="2025-03-14")),
        ("A1c around [DATE_1]", days(around="2025-03-14")),
        ("A1c in [DATE_2]", days("2025-06-01", "2025-06-30")),
        ("A1c since [DATE_2]", days("2025-06-01")),
        ("A1c after [DATE_1]", days("2025-03-15")),
        ("A1c until [DATE_1]", days(end="2025-03-14")),
        ("A1c between [DATE_1] and [DATE_2]", days("2025-03-14", "2025-06-30")),
        ("A1c since 2022 and before 2024", days("2022-01-01", "2023-12-31")),
        ("A1c 2023 vs 2025", days("2023-01-01", "2025-12-31")),
        ("labs since the beginning of the year", days("2026-01-01")),
    ],
)
def test_computed(text: str, window: DateWindow) -> None:
    assert time_in(text) == AskedTime(window, time_in(text).spans, compared=" vs " in text)


@pytest.mark.parametrize(
    "text, anchor",
    [
        ("labs since the last visit", DateAnchor.SINCE_LAST_VISIT),
        ("anything new since I last saw him", DateAnchor.SINCE_LAST_VISIT),
        ("weight at her last appointment", DateAnchor.AT_LAST_VISIT),
        ("wt last visit", DateAnchor.AT_LAST_VISIT),
        ("BP the last time she was here", DateAnchor.AT_LAST_VISIT),
        ("labs before her last visit", DateAnchor.BEFORE_LAST_VISIT),
    ],
)
def test_hung_on_a_visit(text: str, anchor: DateAnchor) -> None:
    assert time_in(text).window == DateWindow(anchor=anchor)


@pytest.mark.parametrize(
    "text, words",
    [
        ("A1c before the surgery", "before the surgery"),
        ("cbc since starting chemo", "since starting chemo"),
        ("weight during her pregnancy", "during her pregnancy"),
        ("K at discharge", "at discharge"),
        ("labs last winter", "last winter"),
        ("labs over the last few months", "over the last few months"),
        ("A1c on [DATE_3]", "[DATE_3]"),
        ("A1c on [DATE_9]", "[DATE_9]"),
    ],
)
def test_not_computed_and_said(text: str, words: str) -> None:
    assert time_in(text).window is None
    assert time_in(text).uncomputed == (words,)


@pytest.mark.parametrize(
    "text", ["last A1c", "A1c over 9", "500 mg", "may I see the labs", "latest 3 results", "is it on file"]
)
def test_no_time(text: str) -> None:
    assert time_in(text) == AskedTime()


def test_last_visit_alone_is_the_visit() -> None:
    assert find_time("last visit", {}, TODAY, beside=False) == AskedTime()


def test_anchors_become_days() -> None:
    visit = date(2026, 4, 2)
    assert DateWindow(anchor=DateAnchor.SINCE_LAST_VISIT).anchored(visit) == DateWindow(start=visit)
    assert DateWindow(anchor=DateAnchor.AT_LAST_VISIT).anchored(visit) == DateWindow(around=visit)
    assert DateWindow(anchor=DateAnchor.BEFORE_LAST_VISIT).anchored(visit) == DateWindow(end=date(2026, 4, 1))
    assert days("2026-01-01").anchored(visit) == days("2026-01-01")
