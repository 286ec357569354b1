"""A result in another unit: by a table of factors for each test, never by the units alone.

*Source*: ``data/unit_conversions.tsv``, which names its own. A conversion is always shown as one, beside the original.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import canonical_unit, fact_value

__all__ = ["ConvertedValue", "convert", "convertible_units"]


@dataclass(frozen=True, slots=True)
class _Rule:
    """One row: ``second = (first + shift) * factor``; units as shown, places as decimals shown."""

    first: str
    second: str
    spellings_first: frozenset[str]
    spellings_second: frozenset[str]
    factor: Decimal
    shift: Decimal
    places_first: int
    places_second: int


@dataclass(frozen=True, slots=True)
class ConvertedValue:
    """A value worked out from another unit.

    Attributes:
        exact: Before rounding, for comparing.
        number: Rounded half up to the decimals that are usual in the unit.
        sign: A comparator that goes with it: ``<``, or empty.
        unit: As shown.
    """

    exact: Decimal
    number: Decimal
    sign: str
    unit: str

    @property
    def text(self) -> str:
        """``7.0 mmol/L``, ``<0.3 mmol/L``."""
        return f"{self.sign}{self.number} {self.unit}"


@cache
def _rules() -> Mapping[str, tuple[_Rule, ...]]:
    rules: dict[str, tuple[_Rule, ...]] = {}
    for row in read_domain_table("unit_conversions.tsv"):
        first, second = row["first"].split("|"), row["second"].split("|")
        rule = _Rule(
            first[0],
            second[0],
            frozenset(canonical_unit(unit) for unit in first),
            frozenset(canonical_unit(unit) for unit in second),
            Decimal(row["factor"]),
            Decimal(row["shift"]),
            int(row["places_first"]),
            int(row["places_second"]),
        )
        for test in row["tests"].split():
            rules[test] = (*rules.get(test, ()), rule)
    return MappingProxyType(rules)


def _units_of(lab: LabResult) -> set[str]:
    return {canonical_unit(unit) for unit in (lab.unit, lab.ucum or "") if unit}


def convertible_units(test: str) -> tuple[str, ...]:
    """Units that results of a test can be shown in, as they are shown."""
    return tuple(dict.fromkeys(unit for rule in _rules().get(test, ()) for unit in (rule.first, rule.second)))


def convert(test: str, lab: LabResult, unit: str) -> ConvertedValue | None:
    """A result in another unit.

    Args:
        test: Stable name of the test (`domain.analyte`).
        lab: The result.
        unit: The unit wanted, in any spelling.

    Returns:
        ``None`` where the table has no such conversion, the value is no number, or it is in this unit already.
    """
    value, wanted, given = fact_value(lab), canonical_unit(unit), _units_of(lab)
    if value.number is None or not wanted or wanted in given:
        return None
    sign = value.comparator.value if value.comparator else ""
    for rule in _rules().get(test, ()):
        if wanted in rule.spellings_second and given & rule.spellings_first:
            exact = (value.number + rule.shift) * rule.factor
            return ConvertedValue(exact, _rounded(exact, rule.places_second), sign, rule.second)
        if wanted in rule.spellings_first and given & rule.spellings_second:
            exact = value.number / rule.factor - rule.shift
            return ConvertedValue(exact, _rounded(exact, rule.places_first), sign, rule.first)
    return None


def _rounded(number: Decimal, places: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
