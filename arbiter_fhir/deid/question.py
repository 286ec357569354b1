"""Dates in a clinician's question that lack their year: "on March 14", "since 3/14" mean the last such day.

A day and a month without a year would be no date for the recognizers and so stay in the text; with its year it is
replaced like any other date, and the supervisor gets to know which day was meant.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from arbiter_fhir.deid.dates import MONTH, DateOrder, PrintedDate, parse_date, resolve

__all__ = ["with_years"]

_NO_YEAR: Final = r"(?![\w/]|[-.]\d|[,.]?\s*'?\d)"
#: What a day follows in a question; without it "3/14" may be a score, a vision, "5/325" the strength of a drug.
_BEFORE_A_DAY: Final = r"(?:\b(?:on|at|since|before|after|from|until|till|by|around|near|of|dated|the)|[-(])\s*"
_MONTH_DAY: Final = re.compile(
    rf"\b(?P<date>(?P<mon>{MONTH})\b\.?\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?){_NO_YEAR}", re.IGNORECASE
)
_DAY_MONTH: Final = re.compile(
    rf"\b(?P<date>(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<mon>{MONTH})\b\.?){_NO_YEAR}", re.IGNORECASE
)
_NUMBERS: Final = re.compile(rf"{_BEFORE_A_DAY}(?P<date>(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})){_NO_YEAR}", re.IGNORECASE)
#: "may" is a word of questions too: "may 5 tablets".
_MAY: Final = re.compile(rf"{_BEFORE_A_DAY}$", re.IGNORECASE)


def with_years(text: str, today: date, order: DateOrder) -> str:
    """The question with the year put behind each date that lacks it: the last such day up to today.

    Args:
        text: As typed.
        today: The site's day.
        order: Which number is the month in "3/4".
    """
    text = _NUMBERS.sub(lambda match: _numbers(match, today, order), text)
    text = _MONTH_DAY.sub(lambda match: _named(match, today), text)
    return _DAY_MONTH.sub(lambda match: _named(match, today), text)


def _numbers(match: re.Match[str], today: date, order: DateOrder) -> str:
    meant = _last(int(match["a"]), int(match["b"]), today, order, numeric=True)
    return match[0] if meant is None else f"{match[0]}/{meant.year}"


def _named(match: re.Match[str], today: date) -> str:
    if match["mon"] == "may" and not _MAY.search(match.string[: match.start()]):
        return match[0]
    month = parse_date(f"{match['mon']} 2000", today)
    meant = _last(month.first, int(match["d"]), today, DateOrder.MONTH_FIRST, numeric=False) if month else None
    return match[0] if meant is None else f"{match[0]} {meant.year}"


def _last(first: int, second: int, today: date, order: DateOrder, *, numeric: bool) -> date | None:
    """The last day of that day and month up to today; a leap day is looked for in up to eight years."""
    for year in range(today.year, today.year - 9, -1):
        meant = resolve(PrintedDate(year, first, second, None, numeric=numeric), order)
        if meant is not None and meant.day <= today:
            return meant.day
    return None
