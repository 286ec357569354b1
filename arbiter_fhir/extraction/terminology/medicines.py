"""Medicines by ingredient, brand and abbreviation, with RxNorm codes and the usual range of one dose.

*Source*: ``data/drugs.tsv``.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.lexicon import Lexicon

__all__ = ["Medicine", "is_plausible_amount", "medicines"]

#: One dose may be half of the smallest or twice the largest product; ten times off is a misread point or unit.
MARGIN: Final = Decimal(2)
#: Units of mass in micrograms, and the spellings of units that are not mass.
_MICROGRAMS: Final = {"mcg": Decimal(1), "ug": Decimal(1), "mg": Decimal(1000), "g": Decimal(1_000_000)}
_UNITS: Final = {"unit": "units", "units": "units", "u": "units", "iu": "units", "meq": "meq"}


@dataclass(frozen=True, slots=True)
class Medicine:
    """A medicine of the table.

    Attributes:
        ingredient: As RxNorm names it; several parted by `` / `` for a combination.
        rxcui: RxNorm ingredient concept; ``None`` where no code is safe.
        unit: Unit of the usual range; empty where none is known.
        low: Smallest usual amount of one dose or product, in `unit`.
        high: Largest usual amount, in `unit`.
    """

    ingredient: str
    rxcui: str | None
    unit: str = ""
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)

    @property
    def is_combination(self) -> bool:
        """Whether it holds more than one ingredient."""
        return " / " in self.ingredient


@cache
def medicines() -> Lexicon[Medicine]:
    """All names of medicines."""
    names: list[tuple[str, Medicine]] = []
    for row in read_table("drugs.tsv"):
        medicine = Medicine(
            row["ingredient"],
            row["rxcui"] or None,
            row["unit"],
            Decimal(row["low"] or 0),
            Decimal(row["high"] or 0),
        )
        names.append((row["ingredient"], medicine))
        names.extend((name, medicine) for name in row["names"].split("|") if name)
    return Lexicon(names)


def is_plausible_amount(medicine: Medicine, amount: Decimal, unit: str) -> bool | None:
    """Whether one dose or product of this strength can be; ``None`` where the table cannot say.

    Args:
        medicine: Which.
        amount: The number.
        unit: As printed, in lower case: ``mg``, ``mcg``, ``units``.
    """
    if not medicine.unit:
        return None
    seen, known = _MICROGRAMS.get(unit), _MICROGRAMS.get(medicine.unit)
    if seen and known:
        amount = amount * seen / known
    elif _UNITS.get(unit, unit) != _UNITS.get(medicine.unit, medicine.unit):
        # Insulin is never weighed; of other units the table cannot say.
        return False if seen and "insulin" in medicine.ingredient else None
    return medicine.low / MARGIN <= amount <= medicine.high * MARGIN
