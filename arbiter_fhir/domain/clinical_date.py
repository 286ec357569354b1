"""Dates on paper: with the precision that was printed, and the ambiguity that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum

__all__ = ["ClinicalDate", "DatePrecision"]


class DatePrecision(StrEnum):
    """How much of the date was printed."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"


@dataclass(frozen=True, slots=True)
class ClinicalDate:
    """A date as printed, in the site's local time (paper carries no zone).

    Attributes:
        day: The date; first day of the month or year where less was printed.
        clock: Time of day where printed.
        precision: How much was printed.
        ambiguous: Day and month could be swapped and nothing on the page decides.
    """

    day: date
    clock: time | None
    precision: DatePrecision
    ambiguous: bool = False

    @property
    def iso(self) -> str:
        """ISO 8601 with the printed precision: ``2026``, ``2026-04``, ``2026-04-10`` or ``2026-04-10T08:30``."""
        match self.precision:
            case DatePrecision.YEAR:
                return f"{self.day.year:04d}"
            case DatePrecision.MONTH:
                return f"{self.day.year:04d}-{self.day.month:02d}"
            case DatePrecision.DAY:
                return self.day.isoformat()
            case DatePrecision.MINUTE:
                clock = self.clock or time()
                return f"{self.day.isoformat()}T{clock.hour:02d}:{clock.minute:02d}"

    @property
    def is_full_day(self) -> bool:
        """Whether at least year, month and day were printed and are not ambiguous."""
        return self.precision in {DatePrecision.DAY, DatePrecision.MINUTE} and not self.ambiguous

    def as_datetime(self) -> datetime:
        """Naive local date and time, midnight where no time was printed, as OpenEMR stores it."""
        return datetime.combine(self.day, self.clock or time())

    @staticmethod
    def parse_iso(text: str) -> ClinicalDate:
        """Read back what `iso` wrote.

        Raises:
            ValueError: Not one of the four forms.
        """
        if "T" in text:
            moment = datetime.fromisoformat(text)
            return ClinicalDate(moment.date(), moment.time(), DatePrecision.MINUTE)
        parts = [int(part) for part in text.split("-")]
        match len(parts):
            case 1:
                return ClinicalDate(date(parts[0], 1, 1), None, DatePrecision.YEAR)
            case 2:
                return ClinicalDate(date(parts[0], parts[1], 1), None, DatePrecision.MONTH)
            case 3:
                return ClinicalDate(date(*parts), None, DatePrecision.DAY)
            case _:
                raise ValueError("not an ISO date of a printed precision")
