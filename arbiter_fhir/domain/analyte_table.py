"""The one table of laboratory tests, read once: names, codes, units and limits for extraction, promotion and answers.

*Source*: ``data/analytes.tsv``, ``data/analyte_groups.tsv`` and ``data/analyte_magnitudes.tsv``, which name theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = [
    "AnalyteCode",
    "AnalyteGroup",
    "AnalyteMagnitude",
    "AnalyteRow",
    "analyte_groups",
    "analyte_magnitudes",
    "analyte_rows",
]


@dataclass(frozen=True, slots=True)
class AnalyteCode:
    """A LOINC code of a test.

    Attributes:
        specimen: ``blood``, ``urine``, or ``any`` for a code that is only recognised, never given out.
        loinc: The code; empty where the test is known in these units and no single code is safe.
        units: UCUM codes; an empty string among them for no unit.
        low: Hard lower limit of a value in these units, included; ``None`` where there are no limits.
        high: Hard upper limit, included.
    """

    specimen: str
    loinc: str
    units: frozenset[str]
    low: Decimal | None
    high: Decimal | None


@dataclass(frozen=True, slots=True)
class AnalyteRow:
    """A row: one test under one family of printed names.

    Attributes:
        test: Canonical key of the test, such as ``hba1c``.
        display: Our own wording of its name; empty on all rows of a test but its first.
        marks: ``unitless``, ``percent``, ``count``.
        analyte: Key of the family of printed names; empty where reports are not read for it.
        kind: ``numeric``, ``qualitative``, ``titer`` or ``either``.
        names: Printed names, folded.
        spellings: Names that mean the test anywhere.
        codes: Its codes.
    """

    test: str
    display: str
    marks: frozenset[str]
    analyte: str
    kind: str
    names: tuple[str, ...]
    spellings: tuple[str, ...]
    codes: tuple[AnalyteCode, ...]


@dataclass(frozen=True, slots=True)
class AnalyteGroup:
    """A name that stands for several tests.

    Attributes:
        key: Such as ``group:lipids``.
        display: Our own wording.
        spellings: Names in questions.
        members: Keys of its tests.
    """

    key: str
    display: str
    spellings: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalyteMagnitude:
    """How large reference intervals and values of a test in blood are, in one unit. All pairs include both ends.

    Attributes:
        analyte: Key of the family of printed names.
        units: UCUM codes of equal size.
        low: Usual lower reference bound; zero or less where there is none below.
        high: Usual upper reference bound.
        lows: Between which laboratories' lower bounds lie.
        highs: Between which laboratories' upper bounds lie.
        seen: Between which patients' values lie.
    """

    analyte: str
    units: frozenset[str]
    low: Decimal
    high: Decimal
    lows: tuple[Decimal, Decimal]
    highs: tuple[Decimal, Decimal]
    seen: tuple[Decimal, Decimal]


def _parted(cell: str, by: str = "|") -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(by) if part.strip())


def _code(cell: str) -> AnalyteCode:
    specimen, loinc, *rest = cell.split()
    units = frozenset("" if unit == "-" else unit for unit in rest[0].split("|")) if rest else frozenset[str]()
    low, high = (Decimal(rest[1]), Decimal(rest[2])) if len(rest) > 1 else (None, None)
    return AnalyteCode(specimen, "" if loinc == "-" else loinc, units, low, high)


@cache
def analyte_rows() -> tuple[AnalyteRow, ...]:
    """All rows of the table, in its order."""
    return tuple(
        AnalyteRow(
            test=row["test"],
            display=row["display"],
            marks=frozenset(row["marks"].split()),
            analyte=row["analyte"],
            kind=row["kind"],
            names=_parted(row["names"]),
            spellings=_parted(row["spellings"]),
            codes=tuple(_code(cell) for cell in _parted(row["codes"], ";")),
        )
        for row in read_domain_table("analytes.tsv")
    )


@cache
def analyte_groups() -> tuple[AnalyteGroup, ...]:
    """All groups, in the table's order."""
    return tuple(
        AnalyteGroup(row["group"], row["display"], _parted(row["spellings"]), tuple(row["members"].split()))
        for row in read_domain_table("analyte_groups.tsv")
    )


def _magnitudes(row: dict[str, str]) -> list[AnalyteMagnitude]:
    """A row's interval in its own unit and in the others."""
    low, high, spread, seen_low, seen_high = (
        Decimal(row[column]) for column in ("low", "high", "spread", "seen_low", "seen_high")
    )
    lows = (low / spread, low * spread) if low else (low, high)
    highs = (high / spread, high * spread)
    own = frozenset("" if unit == "-" else unit for unit in _parted(row["unit"]))
    units = [(own, Decimal(1), Decimal(0))]
    for cell in _parted(row["others"], ";"):
        unit, factor, *added = cell.split()
        units.append((frozenset({unit}), Decimal(factor), Decimal(added[0]) if added else Decimal(0)))
    return [
        AnalyteMagnitude(
            analyte,
            names,
            low * factor + added,
            high * factor + added,
            (lows[0] * factor + added, lows[1] * factor + added),
            (highs[0] * factor + added, highs[1] * factor + added),
            (seen_low * factor + added, seen_high * factor + added),
        )
        for analyte in _parted(row["analyte"])
        for names, factor, added in units
    ]


@cache
def analyte_magnitudes() -> tuple[AnalyteMagnitude, ...]:
    """Intervals by test and unit; several for a test and unit with more than one kind of interval."""
    return tuple(each for row in read_domain_table("analyte_magnitudes.tsv") for each in _magnitudes(row))
