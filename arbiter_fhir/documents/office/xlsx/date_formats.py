"""Dates and times of a workbook: serial numbers that a number format shows as a date.

They are shown in ISO 8601 order, whatever the format's: 03/04/2026 is two dates to two readers, the number is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

__all__ = ["DateParts", "date_parts", "shown_date"]

#: Day 0 of both epochs (ISO/IEC 29500-1, 18.17.4.1). In the first, day 60 is a day that never was (29 February 1900):
#: later days count one more than there were.
_EPOCH_1900: Final = datetime(1899, 12, 30, tzinfo=UTC)
_EPOCH_1904: Final = datetime(1904, 1, 1, tzinfo=UTC)
_NO_DAY: Final = 60

#: The last day of year 9999.
_LAST: Final = 2_958_466

_IGNORED: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]', re.IGNORECASE)
_TOKEN: Final = re.compile(r"\[h+\]|\[m+\]|\[s+\]|AM/PM|A/P|y+|m+|d+|h+|s+|e+|b+|g+|\.0+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateParts:
    """What of a date a format shows."""

    year: bool = False
    month: bool = False
    day: bool = False
    clock: bool = False
    seconds: bool = False
    elapsed: bool = False


@lru_cache(maxsize=512)
def date_parts(code: str) -> DateParts | None:
    """What of a date a format code shows; ``None`` where it shows a number."""
    section = _IGNORED.sub("", code.split(";", maxsplit=1)[0])
    if "general" in section.casefold():
        return None
    bare = re.sub(r"E[+-]", "", section, flags=re.IGNORECASE)
    tokens = [match.group().casefold() for match in _TOKEN.finditer(bare)]
    letters = [token[0] for token in tokens if token[0] in "ymdhsea["]
    if not letters or any(sign in bare for sign in "#?"):
        return None
    firsts = [token[0] for token in tokens]
    # Minutes stand behind hours or before seconds; anywhere else these letters are months.
    minutes = {
        index
        for index, first in enumerate(firsts)
        if first == "m" and (firsts[max(index - 1, 0)] in {"h", "["} or firsts[index + 1 : index + 2] == ["s"])
    }
    return DateParts(
        year=not {"y", "e"}.isdisjoint(firsts),
        month=any(first == "m" and index not in minutes for index, first in enumerate(firsts)),
        day="d" in firsts,
        clock=bool(minutes) or not {"h", "a", "s", "["}.isdisjoint(firsts),
        seconds="s" in firsts,
        elapsed="[" in firsts,
    )


def shown_date(serial: float, parts: DateParts, *, from_1904: bool) -> str | None:
    """A serial number as a date or time; ``None`` where it is none.

    Args:
        serial: Days since the epoch.
        parts: What the format shows. A day without its year gets the year: it is stored.
        from_1904: Whether the workbook counts from 1904.
    """
    if not 0 <= serial < _LAST:
        return None
    if parts.elapsed:
        minutes = round(serial * 24 * 60)
        return f"{minutes // 60}:{minutes % 60:02d}"
    day_number, fraction = divmod(serial, 1)
    # Stored as binary fractions: a second is far more than their error.
    moment = timedelta(seconds=round(fraction * 86_400))
    clock = _clock(moment, parts)
    if not (parts.year or parts.month or parts.day):
        return clock
    if not from_1904 and day_number == _NO_DAY:
        return "1900-02-29"
    epoch = _EPOCH_1904 if from_1904 else _EPOCH_1900
    if not from_1904 and day_number < _NO_DAY:
        day_number += 1
    shown = epoch + timedelta(days=day_number) + moment
    if parts.day:
        day = f"{shown:%Y-%m-%d}" if shown.year >= 1000 else shown.date().isoformat()
    elif parts.month:
        day = f"{shown.year}-{shown.month:02d}"
    else:
        day = str(shown.year)
    return (
        f"{day} {_clock(timedelta(hours=shown.hour, minutes=shown.minute, seconds=shown.second), parts)}"
        if (parts.clock)
        else day
    )


def _clock(moment: timedelta, parts: DateParts) -> str:
    seconds = int(moment.total_seconds()) % 86_400
    shown = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    return f"{shown}:{seconds % 60:02d}" if parts.seconds else shown
