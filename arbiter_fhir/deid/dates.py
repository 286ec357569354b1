"""Dates on paper: the forms they are written in, and what each means."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from typing import Final

from arbiter_fhir.deid.ocr_digits import DIGIT, read_digits
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision

__all__ = [
    "DATE_FORMS",
    "MONTH",
    "TIME",
    "DateOrder",
    "DateOrders",
    "PrintedDate",
    "decide_orders",
    "is_plausible",
    "parse_date",
    "parse_stamp",
    "resolve",
]

_NAMES: Final = (
    "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
    "august aug", "september sept sep", "october oct", "november nov", "december dec",
)  # fmt: skip
_NUMBERS: Final = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
MONTH: Final = r"(?:" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + r")"

_D = DIGIT
#: Between month, day and year; a line break may stand there.
_GAP: Final = r"[\s\-/.,]{0,3}"
_YEAR: Final = rf"(?:(?:19|20|l9|2O|2o|I9){_D}{{2}})"
#: A time of day: two-digit hours, or one digit with minutes, or with a.m./p.m. ``1:40`` without more is a titre.
TIME: Final = (
    r"(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[ \t]?[ap]\.?m\b\.?)?"
    r"|[1-9]:[0-5]\d(?::[0-5]\d)?[ \t]?[ap]\.?m\b\.?|[02-9]:[0-5]\d(?::[0-5]\d)?(?![\d:])"
    r"|(?:[01]\d|2[0-3])[0-5]\d(?=[ \t]?(?:h\b|hrs?\b|hours\b)))"
    r"(?:[ \t]?(?:h|hrs|hours|Z|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\b)?"
)

#: Name of a form to its pattern. Groups: a, b numbers in unknown order; y year, m month, d day, mon month's name.
DATE_FORMS: Final = {
    "iso": r"(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})",
    "numeric": rf"(?P<a>{_D}{{1,2}})(?P<sep>[ \t]?[/-][ \t]?)(?P<b>{_D}{{1,2}})(?P=sep)(?P<y>{_YEAR}|{_D}{{2}})",
    # Recognition puts a space into a date here and there: "1971 -09-14", "12/ 17/84".
    "iso_parted": r"(?P<y>(?:19|20)\d\d)[ \t]?[-/][ \t]?(?P<m>\d\d)[ \t]?[-/][ \t]?(?P<d>\d\d)",
    "parted": rf"(?P<a>{_D}{{1,2}})[ \t]?[/-][ \t]?(?P<b>{_D}{{1,2}})[ \t]?[/-][ \t]?(?P<y>{_YEAR})",
    "parted_short": r"(?P<a>\d{1,2})[ \t]?[/-][ \t]?(?P<b>\d{1,2})[ \t]?[/-][ \t]?(?P<y>\d\d)",
    "dotted": rf"(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.(?P<y>{_YEAR})",
    "day_month": rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?{_GAP}(?:of\s+)?(?P<mon>{MONTH})(?:\.|\b|(?=\d)){_GAP}"
    rf"(?P<y>{_YEAR}|'?\d\d(?!\d|:\d))",
    "month_day": rf"(?P<mon>{MONTH})(?:\.|\b)?{_GAP}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
    # A reader loses the blank: "May 091976".
    r"(?:[\s,\-/.]{1,3}|(?<=[ .]\d\d)(?=(?:19|20)\d\d(?!\d)))"
    rf"(?P<y>{_YEAR}|'\d\d|(?<=[-/,] )\d\d(?![\d:])|(?<=[-/])\d\d(?![\d:]))",
    "month_year": rf"(?P<mon>{MONTH})(?:\.|\b)?[\s\-/.,]{{0,2}}(?:of\s+)?(?P<y>{_YEAR}|'\d\d)",
    "numeric_month_year": r"(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:19|20)\d\d)",
    "year_month": r"(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])",
    "compact": (
        r"(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?P<clock>(?:[01]\d|"
        r"2[0-3])[0-5]\d(?:[0-5]\d)?)?"
    ),
    "compact_us": r"(?P<a>\d\d)(?P<b>\d\d)(?P<y>(?:19|20)\d\d)",
    "spaced": rf"(?P<a>\d{{1,2}}) (?P<b>\d{{1,2}}) (?P<y>{_YEAR})",
}  # fmt: skip
_CLOCK: Final = rf"(?:[\s,]*(?:at|@|T|-)?[ \t]*(?P<time>{TIME}))?"
_PARSERS: Final = {name: re.compile(rf"\W*{form}{_CLOCK}\W*", re.IGNORECASE) for name, form in DATE_FORMS.items()}
#: HL7 v2.5.1 2.A.77 TS and 2.A.22 DTM: ``YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ]``; before 2.5 with a second
#: component, the precision.
_STAMP: Final = re.compile(
    r"(?P<y>\d{4})(?:(?P<m>\d\d)(?:(?P<d>\d\d)(?:(?P<hour>\d\d)(?:(?P<minute>\d\d)(?:\d\d(?:\.\d{1,6})?)?)?)?)?)?"
    r"(?:[+-]\d{4})?(?:\^[A-Z]?)?"
)
#: Far enough ahead that no two-digit year is taken for the last century while only the form is looked at.
_FAR_AHEAD: Final = date(2099, 12, 31)
_TIME_PARTS: Final = re.compile(r"(\d{1,2}):?(\d\d)(?::?(\d\d))?(?:\.\d+)?\s*([ap])?", re.IGNORECASE)


class DateOrder(StrEnum):
    """Which number comes first in ``04/10/2026``."""

    MONTH_FIRST = "month_first"
    DAY_FIRST = "day_first"


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A date as printed, before day and month are told apart.

    Attributes:
        year: Four digits.
        first: First number, or the month where the form says so; 0 where only a year was printed.
        second: Second number, or the day where the form says so; ``None`` where only a month was printed.
        clock: Time of day where printed.
        numeric: Whether the two numbers could be swapped.
        dotted: Whether points stand between them, as where most of the world writes the day first.
    """

    year: int
    first: int
    second: int | None
    clock: time | None
    numeric: bool
    dotted: bool = False


def _year(text: str, today: date) -> int:
    """Two digits mean the century that does not lie in the future (one year of slack for appointments)."""
    digits = read_digits(text.lstrip("'"))
    if len(digits) == 4:
        return int(digits)
    year = 2000 + int(digits)
    return year if year <= today.year + 1 else year - 100


def _clock(groups: dict[str, str | None]) -> time | None:
    text = groups.get("time") or groups.get("clock")
    parts = _TIME_PARTS.match(text) if text else None
    if parts is None:
        return None
    hour, minute = int(parts[1]), int(parts[2])
    if parts[4]:
        hour = hour % 12 + (12 if parts[4].lower() == "p" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def parse_date(text: str, today: date) -> PrintedDate | None:
    """What ``text`` (a date and nothing else) says; ``None`` where it is no complete date of a known form."""
    for form, parser in _PARSERS.items():
        match = parser.fullmatch(text)
        if match is None:
            continue
        groups = match.groupdict()
        year = _year(groups["y"] or "", today)
        clock = _clock(groups)
        if groups.get("a"):
            first, second = _number(groups["a"]), _number(groups["b"])
            return PrintedDate(year, first, second, clock, numeric=True, dotted=form == "dotted")
        name = groups.get("mon")
        month = _NUMBERS[name.lower()] if name else _number(groups["m"])
        day = _number(groups["d"]) if groups.get("d") else None
        return PrintedDate(year, month, day, clock, numeric=False)
    return None


def parse_stamp(text: str, today: date = _FAR_AHEAD) -> PrintedDate | None:
    """What a text says that its format declares to be a date: also a year alone, and HL7 v2 time stamps.

    The clock is kept as written, in the sender's local time: an offset at its end says which zone that is and does
    not move it, because paper and chart hold local times.

    Args:
        text: The whole field.
        today: For two-digit years.
    """
    match = _STAMP.fullmatch(text.strip())
    if match is None:
        return parse_date(text, today)
    year, month, day = int(match["y"]), int(match["m"] or 0), int(match["d"] or 0)
    if not (year >= 1 and month <= 12) or (day and _valid(year, month, day) is None):
        return None
    hour, minute = match["hour"], match["minute"]
    # An hour without minutes is less than a time of day.
    clock = time(int(hour), int(minute)) if hour and minute and int(hour) < 24 and int(minute) < 60 else None
    return PrintedDate(year, month, day or None, clock, numeric=False)


def _number(text: str | None) -> int:
    return int(read_digits(text or "0"))


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def is_plausible(printed: PrintedDate) -> bool:
    """Whether the numbers make a date in at least one order."""
    day = printed.second or 1
    return bool(
        _valid(printed.year, printed.first, day) or (printed.numeric and _valid(printed.year, day, printed.first))
    )


@dataclass(frozen=True, slots=True)
class DateOrders:
    """What comes first in a document's dates of numbers; ``None`` where nothing decides.

    Attributes:
        plain: In dates with strokes, dashes or nothing between the numbers.
        dotted: In dates with points, which sites that write the month first do not write themselves: only another
            dotted date of the document, or a site that writes the day first, tells how they are meant.
    """

    plain: DateOrder | None
    dotted: DateOrder | None


def decide_orders(dates: Iterable[PrintedDate], site_order: DateOrder) -> DateOrders:
    """The orders that a document's own dates prove, each shape for itself; the site's where none proves any.

    A shape of which dates in both orders occur has none.
    """
    numeric = [each for each in dates if each.numeric and each.second is not None and is_plausible(each)]
    by_site = site_order if site_order is DateOrder.DAY_FIRST else None
    return DateOrders(
        plain=_proven([each for each in numeric if not each.dotted], site_order),
        dotted=_proven([each for each in numeric if each.dotted], by_site),
    )


def _proven(numeric: Collection[PrintedDate], otherwise: DateOrder | None) -> DateOrder | None:
    day_first = any(each.first > 12 for each in numeric)
    month_first = any((each.second or 0) > 12 for each in numeric)
    if day_first and month_first:
        return None
    if day_first:
        return DateOrder.DAY_FIRST
    return DateOrder.MONTH_FIRST if month_first else otherwise


def resolve(printed: PrintedDate, orders: DateOrders | DateOrder) -> ClinicalDate | None:
    """The date meant.

    Args:
        printed: As read.
        orders: What comes first, for each shape or for all; where nothing decides and both orders make a date, it is
            ambiguous, and the likelier order is shown: the day first with points, the month otherwise.
    """
    if not printed.first:
        day = _valid(printed.year, 1, 1)
        return ClinicalDate(day, None, DatePrecision.YEAR) if day else None
    if printed.second is None:
        day = _valid(printed.year, printed.first, 1)
        return ClinicalDate(day, None, DatePrecision.MONTH) if day else None
    decided = orders if isinstance(orders, DateOrder) else orders.dotted if printed.dotted else orders.plain
    order = decided or (DateOrder.DAY_FIRST if printed.dotted else DateOrder.MONTH_FIRST)
    by_month = _valid(printed.year, printed.first, printed.second)
    by_day = _valid(printed.year, printed.second, printed.first) if printed.numeric else None
    chosen = by_day or by_month if order is DateOrder.DAY_FIRST else by_month or by_day
    if chosen is None:
        return None
    ambiguous = decided is None and by_month is not None and by_day is not None and by_month != by_day
    precision = DatePrecision.MINUTE if printed.clock else DatePrecision.DAY
    return ClinicalDate(chosen, printed.clock, precision, ambiguous)
