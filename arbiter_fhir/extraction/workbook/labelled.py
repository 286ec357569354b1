"""Tests with their values side by side, without titles: a label, its result, and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arbiter_fhir.extraction.laboratory.analytes import find_analyte, units_of
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.geometry import text_of
from arbiter_fhir.extraction.laboratory.ranges import is_range
from arbiter_fhir.extraction.laboratory.units import is_unit_like, ucum_of
from arbiter_fhir.extraction.workbook.grid import GridCell
from arbiter_fhir.extraction.workbook.rows import RowParts, is_value, value_parts
from arbiter_fhir.extraction.workbook.titles import measured_in

__all__ = ["LabelledValue", "labelled_values", "sort_rest"]

_AROUND_UNIT = "()[],"


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A label with its result.

    Attributes:
        parts: The cells.
        dates: Cells with a date behind the value.
        rest: Cells of no known kind behind it.
    """

    parts: RowParts
    dates: tuple[GridCell, ...]
    rest: tuple[GridCell, ...]


def labelled_values(row: Sequence[GridCell]) -> Iterator[LabelledValue]:
    """The labelled values of a row, left to right; each known test with a value behind it begins one."""
    starts = [at for at in range(len(row) - 1) if _begins(row[at], row[at + 1])]
    for start, end in pairwise([*starts, len(row)]):
        name, value, *behind = row[start:end]
        others = [cell for cell in behind if not cell.date and cell.view is value.view]
        found, rest = sort_rest(others)
        parts = RowParts(
            name, value, unit=found.get(Part.UNIT), reference=found.get(Part.RANGE), flag=found.get(Part.FLAG)
        )
        if _is_measurement(parts):
            yield LabelledValue(parts, tuple(cell for cell in behind if cell.date), tuple(rest))


def _begins(name: GridCell, value: GridCell) -> bool:
    measured = measured_in(name)
    return measured is not None and measured.known and is_value(value) and name.view is value.view


def _is_measurement(parts: RowParts) -> bool:
    """Whether a unit fits what is measured: iron of 325 mg is a tablet."""
    measured = measured_in(parts.name)
    analyte = find_analyte(text_of(measured.name)) if measured is not None else None
    if analyte is None:
        return True
    inside = value_parts(parts.value)
    if inside.doubts:
        return False
    printed = parts.unit.text if parts.unit is not None else text_of(inside.parts.get(Part.UNIT, ()))
    bare = printed.strip(_AROUND_UNIT)
    return not bare or ucum_of(bare) in units_of(analyte)


def sort_rest(cells: Sequence[GridCell]) -> tuple[dict[Part, GridCell], list[GridCell]]:
    """Cells behind a value by their shape: unit, flag, range; and the rest."""
    found: dict[Part, GridCell] = {}
    rest: list[GridCell] = []
    for cell in cells:
        if Part.UNIT not in found and is_unit_like(cell.text.strip(_AROUND_UNIT)):
            found[Part.UNIT] = cell
        elif Part.FLAG not in found and is_flag(cell.text):
            found[Part.FLAG] = cell
        elif Part.RANGE not in found and is_range(cell.text):
            found[Part.RANGE] = cell
        else:
            rest.append(cell)
    return found, rest
