"""Column values as OpenEMR stores them, freed of what its empty `sql_mode` lets in."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal

__all__ = ["full_name", "plain_number", "stored_day", "stored_moment", "stored_number", "stored_text"]

_NUMBER = re.compile(r"\d{1,6}(?:\.\d+)?")


def stored_text(value: object) -> str:
    """Text without outer white space; empty for NULL."""
    return "" if value is None else str(value).strip()


def stored_moment(value: object) -> datetime | None:
    """A date and time; ``None`` for NULL and for 0000-00-00, which the driver hands over as text."""
    return value if isinstance(value, datetime) else None


def stored_day(value: object) -> date | None:
    """The day of a date or of a date and time; ``None`` for NULL and for 0000-00-00."""
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else None


def stored_number(value: object) -> Decimal | None:
    """A measured number without the zeros that its column's scale appends.

    ``None`` for NULL, for text that is no plain number, and for zero: OpenEMR's forms store 0 where nothing was typed.
    """
    plain = stored_text(value)
    if not _NUMBER.fullmatch(plain):
        return None
    number = Decimal(plain)
    return plain_number(number) if number else None


def plain_number(number: Decimal) -> Decimal:
    """A number without zeros behind its last digit that counts: 80.30 is 80.3, 80.00 is 80."""
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()


def full_name(given: object, family: object) -> str:
    """Given and family name as one text; an identifier."""
    return " ".join(part for part in (stored_text(given), stored_text(family)) if part)
