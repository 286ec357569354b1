"""Birth dates as printed, in every usual form, compared with the chart's. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from arbiter_fhir.domain.identity import FieldComparison, MatchOutcome

__all__ = ["compare_birth_date", "read_birth_dates"]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}
_SEPARATOR = r"\s*[/.\-\s]\s*"
_YEAR_FIRST = re.compile(rf"(?<!\d)(\d{{4}}){_SEPARATOR}(\d{{1,2}}){_SEPARATOR}(\d{{1,2}})(?!\d)")
_YEAR_LAST = re.compile(rf"(?<!\d)(\d{{1,2}}){_SEPARATOR}(\d{{1,2}}){_SEPARATOR}(\d{{4}}|\d{{2}})(?!\d)")
_DAY_NAME = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.\-/]*([a-z]{3,9})\.?[\s,.\-/]*(\d{4}|\d{2})(?!\d)", re.IGNORECASE
)
_NAME_DAY = re.compile(r"([a-z]{3,9})\.?[\s.\-/]*(\d{1,2})(?:st|nd|rd|th)?[\s,.\-/]+(\d{4}|\d{2})(?!\d)", re.IGNORECASE)
_COMPACT = re.compile(r"(?<!\d)(\d{8})(?!\d)")
_YEAR_ONLY = re.compile(r"(?<!\d)((?:19|20)\d{2})(?!\d)")
#: Letters that OCR gives for digits.
_OCR_DIGITS = str.maketrans({"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1", "|": "1", "S": "5", "B": "8", "Z": "2"})
_MISREAD = re.compile(r"(?=[\dOoQlI|SBZ]*\d)[\dOoQlI|SBZ]+")


def _day(year: str, month: int, day: int) -> Iterator[date]:
    """The dates that a year, a month and a day can mean: a two-digit year means either century."""
    years = [int(year)] if len(year) == 4 else [1900 + int(year), 2000 + int(year)]
    for each in years:
        try:
            yield date(each, month, day)
        except ValueError:
            continue


def read_birth_dates(printed: str) -> tuple[list[date], list[date]]:
    """Every date that the print can mean: in the order that a US page means it, and with day and month swapped.

    A date that exists in one order only is in the first list whichever order that is.
    """
    plain: list[date] = []
    swapped: list[date] = []
    for pattern, order in ((_YEAR_FIRST, (0, 1, 2)), (_YEAR_LAST, (2, 0, 1))):
        for match in pattern.finditer(printed):
            year, month, day = (match.groups()[index] for index in order)
            usual = list(_day(year, int(month), int(day)))
            other = list(_day(year, int(day), int(month)))
            plain += usual or other
            swapped += other if usual else []
    for match in _DAY_NAME.finditer(printed):
        plain += _named(match[2], match[1], match[3])
    for match in _NAME_DAY.finditer(printed):
        plain += _named(match[1], match[2], match[3])
    for match in _COMPACT.finditer(printed):
        digits = match[1]
        compact = list(_day(digits[:4], int(digits[4:6]), int(digits[6:])))
        plain += compact if digits[:2] in {"19", "20"} else list(_day(digits[4:], int(digits[:2]), int(digits[2:4])))
    return plain, swapped


def _named(month: str, day: str, year: str) -> list[date]:
    number = _MONTHS.get(month.casefold())
    return list(_day(year, number, int(day))) if number else []


def _one_digit_apart(one: date, other: date) -> str:
    """The kind of slip between two dates: one digit, two neighbours exchanged, or none (empty)."""
    left, right = f"{one:%Y%m%d}", f"{other:%Y%m%d}"
    places = [index for index, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    if len(places) == 1:
        return "one_digit_differs"
    if len(places) == 2 and places[1] == places[0] + 1 and left[places[0]] == right[places[1]]:
        return "digits_transposed" if left[places[1]] == right[places[0]] else ""
    return ""


def compare_birth_date(printed: str, born: date | None) -> FieldComparison:
    """Compare a printed birth date with the chart's.

    Gives MATCH for the same day in any form, CLOSE for day and month swapped, one digit off or exchanged with its
    neighbour, a letter read for a digit, or a year alone that agrees, MISMATCH for another day, NOT_COMPARABLE where
    one side has none or the print cannot be read.
    """
    if born is None:
        return FieldComparison("birth_date", MatchOutcome.NOT_COMPARABLE, "not_in_chart")
    plain, swapped = read_birth_dates(printed)
    if born in plain:
        return FieldComparison("birth_date", MatchOutcome.MATCH)
    if born in swapped:
        return FieldComparison("birth_date", MatchOutcome.CLOSE, "day_month_swapped")
    if not plain:
        return _compare_unclear(printed, born)
    slip = next((kind for kind in (_one_digit_apart(each, born) for each in plain) if kind), "")
    if slip:
        return FieldComparison("birth_date", MatchOutcome.CLOSE, slip)
    return FieldComparison("birth_date", MatchOutcome.MISMATCH, "birth_date_differs")


def _compare_unclear(printed: str, born: date) -> FieldComparison:
    """A print that holds no whole date: perhaps misread letters, perhaps a year alone."""
    mended = _MISREAD.sub(lambda match: match.group().translate(_OCR_DIGITS), printed)
    if mended != printed and born in read_birth_dates(mended)[0]:
        return FieldComparison("birth_date", MatchOutcome.CLOSE, "letter_for_digit")
    years = {int(match[1]) for match in _YEAR_ONLY.finditer(printed)}
    if years == {born.year}:
        return FieldComparison("birth_date", MatchOutcome.CLOSE, "year_only")
    if years:
        return FieldComparison("birth_date", MatchOutcome.MISMATCH, "birth_year_differs")
    return FieldComparison("birth_date", MatchOutcome.NOT_COMPARABLE, "unreadable")
