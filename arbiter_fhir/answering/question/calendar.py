"""Spans of days: months, quarters, weeks and years, counted from a day. Pure arithmetic.

Weeks begin on Sunday, as calendars of US practices (and OpenEMR's own) print them.
"""

from __future__ import annotations

import calendar
import math
from datetime import date, timedelta
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision

__all__ = [
    "MONTHS",
    "WEEKDAYS",
    "Span",
    "back",
    "calendar_before",
    "current",
    "last_month_named",
    "last_weekday",
    "month_span",
    "quarter_span",
    "span_of",
    "year_span",
]

#: First and last day, both included.
Span = tuple[date, date]

#: Names of months and their short forms.
MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sept sep", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
#: Names of days of the week, Monday first as `date.weekday` counts.
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS_IN_QUARTER: Final = 3


def month_span(year: int, month: int) -> Span:
    """The days of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def year_span(year: int) -> Span:
    """The days of a year."""
    return date(year, 1, 1), date(year, 12, 31)


def quarter_span(year: int, quarter: int) -> Span:
    """The days of a quarter, 1 to 4."""
    last = quarter * _MONTHS_IN_QUARTER
    return date(year, last - 2, 1), month_span(year, last)[1]


def _months_back(day: date, months: int) -> date:
    """The same day of an earlier month; its last day where it is shorter."""
    index = day.year * 12 + day.month - 1 - months
    year, month = max(index // 12, 1), index % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def back(day: date, count: int, unit: str) -> date:
    """A day so many units before another.

    Args:
        day: Counted from.
        count: How many.
        unit: Begins with h, d, w, m, q or y. Hours are whole days, rounded up.
    """
    match unit[0].casefold():
        case "h":
            return day - timedelta(days=math.ceil(count / 24))
        case "d":
            return day - timedelta(days=count)
        case "w":
            return day - timedelta(weeks=count)
        case "m":
            return _months_back(day, count)
        case "q":
            return _months_back(day, count * _MONTHS_IN_QUARTER)
        case _:
            return _months_back(day, count * 12)


def current(day: date, unit: str) -> Span:
    """The week, month, quarter or year in which a day lies."""
    match unit[0]:
        case "w":
            start = day - timedelta(days=(day.weekday() + 1) % 7)
            return start, start + timedelta(days=6)
        case "m":
            return month_span(day.year, day.month)
        case "q":
            return quarter_span(day.year, (day.month - 1) // _MONTHS_IN_QUARTER + 1)
        case _:
            return year_span(day.year)


def calendar_before(day: date, unit: str) -> Span:
    """The week, month, quarter or year before the one in which a day lies."""
    return current(current(day, unit)[0] - timedelta(days=1), unit)


def last_month_named(day: date, month: int) -> Span:
    """The newest month of that number that has begun by a day."""
    return month_span(day.year if month <= day.month else day.year - 1, month)


def last_weekday(day: date, weekday: int) -> date:
    """The newest such day of the week up to a day, itself included."""
    return day - timedelta(days=(day.weekday() - weekday) % 7)


def span_of(when: ClinicalDate) -> Span:
    """The days that a date covers by its precision."""
    match when.precision:
        case DatePrecision.YEAR:
            return year_span(when.day.year)
        case DatePrecision.MONTH:
            return month_span(when.day.year, when.day.month)
        case _:
            return when.day, when.day
