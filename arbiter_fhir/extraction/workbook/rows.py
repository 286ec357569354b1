"""Rows of results as a sheet's cells make them up, for the same interpretation that printed rows get."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.flags import longest_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment
from arbiter_fhir.extraction.laboratory.units import longest_unit
from arbiter_fhir.extraction.laboratory.values import longest_value, parse_value
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.workbook.grid import GridCell
from arbiter_fhir.extraction.workbook.titles import measured_in

__all__ = ["FoundRow", "RowParts", "build_row", "cell_doubts", "is_number", "is_value", "value_parts"]

_DOUBTS = {
    RegionMark.HIDDEN: Reason.HIDDEN_TEXT,
    RegionMark.FORMULA_WITHOUT_VALUE: Reason.FORMULA_WITHOUT_VALUE,
    RegionMark.ERROR_VALUE: Reason.VALUE_IS_ERROR,
}
_AROUND_UNIT = "()[],"


@dataclass(frozen=True, slots=True)
class RowParts:
    """Cells of one result, all in one row but for a name that stands in a title.

    Attributes:
        name: What is measured; on the value's page.
        value: The result.
        unit: Its unit, in a cell of its own or, for a title of a column, the fragments in the title.
        reference: Its range.
        flag: Its flag.
        status: Its status.
        low: Lower limit, where limits have cells of their own.
        high: Upper limit.
        titled: The name is the title of the value's column.
        title_unit: A unit that stands in the column's title, for values without one.
    """

    name: GridCell
    value: GridCell
    unit: GridCell | None = None
    reference: GridCell | None = None
    flag: GridCell | None = None
    status: GridCell | None = None
    low: GridCell | None = None
    high: GridCell | None = None
    titled: bool = False
    title_unit: GridCell | None = None

    @property
    def cells(self) -> tuple[GridCell, ...]:
        """All of them that are there."""
        every = (self.name, self.value, self.unit, self.reference, self.flag, self.status, self.low, self.high)
        return tuple(cell for cell in every if cell is not None)


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A result row with the cells that it was made of."""

    candidate: RowCandidate
    parts: RowParts


def build_row(
    parts: RowParts, *, dated: str, panel: DeidentifiedText | None, specimen: DeidentifiedText | None
) -> FoundRow:
    """The row candidate of some cells.

    Args:
        parts: The cells.
        dated: Placeholder label of the collection date; empty where the sheet tells none for this row.
        panel: Heading in force.
        specimen: Specimen in force or of the row.
    """
    measured = measured_in(parts.name)
    name = measured.name if measured else parts.name.fragments
    named_unit = tuple(measured.unit) if measured else ()
    found = value_parts(parts.value)
    kept = {Part.NAME: name, **found.parts}
    if parts.unit is not None:
        kept[Part.UNIT] = parts.unit.fragments
    elif named_unit and not parts.titled and Part.UNIT not in kept:
        kept[Part.UNIT] = named_unit
    if parts.flag is not None:
        kept[Part.FLAG] = parts.flag.fragments
    if parts.reference is not None:
        kept[Part.RANGE] = parts.reference.fragments
    if parts.status is not None:
        kept[Part.STATUS] = parts.status.fragments
    shared = named_unit if parts.titled else ()
    if not shared and parts.title_unit is not None:
        shared = parts.title_unit.fragments
    candidate = RowCandidate(
        view=parts.value.view,
        line=parts.value.fragments[0].word.line,
        parts=RowCandidate.kept(kept),
        structure=Structure.TABLE,
        doubts=[reason.value for reason in (*found.doubts, *cell_doubts(parts.cells))],
        dated=dated,
        shared_unit=() if Part.UNIT in kept else shared,
        panel=panel,
        specimen=specimen,
    )
    return FoundRow(candidate, parts)


def cell_doubts(cells: Iterable[GridCell]) -> list[Reason]:
    """What the format says against some cells: hidden, never calculated, an error."""
    every = list(cells)
    return [reason for mark, reason in _DOUBTS.items() if any(cell.has(mark) for cell in every)]


@dataclass(frozen=True, slots=True)
class _ValueParts:
    parts: dict[Part, tuple[Fragment, ...]]
    doubts: tuple[Reason, ...]


def value_parts(cell: GridCell) -> _ValueParts:
    """A value cell taken apart: value, and a flag or unit that stands behind it in the same cell."""
    fragments = cell.fragments
    words = [fragment.text for fragment in fragments]
    whole = parse_value(" ".join(words))
    size = len(words) if whole is not None else longest_value(words)
    if size == 0:
        return _ValueParts({Part.VALUE: fragments}, ())
    parts = {Part.VALUE: fragments[:size]}
    rest = list(fragments[size:])
    while rest:
        texts = [fragment.text for fragment in rest]
        bare = [text.strip(_AROUND_UNIT) for text in texts]
        taken = longest_flag(texts)
        if taken and Part.FLAG not in parts:
            parts[Part.FLAG] = tuple(rest[:taken])
        elif Part.UNIT not in parts and (taken := longest_unit(bare)):
            parts[Part.UNIT] = tuple(rest[:taken])
        else:
            return _ValueParts(parts, (Reason.VALUE_CELL_UNCLEAR,))
        rest = rest[taken:]
    return _ValueParts(parts, ())


def is_number(cell: GridCell) -> bool:
    """Whether a cell holds a number and no more than its unit or flag beside it."""
    words = [fragment.text for fragment in cell.fragments]
    parsed = parse_value(" ".join(words[: longest_value(words)]))
    return parsed is not None and parsed.numeric is not None and not value_parts(cell).doubts


def is_value(cell: GridCell) -> bool:
    """Whether a cell begins with something that can be a result, or is marked as a value that cannot be told."""
    unsaid = cell.has(RegionMark.FORMULA_WITHOUT_VALUE) or cell.has(RegionMark.ERROR_VALUE)
    words = [fragment.text for fragment in cell.fragments]
    return unsaid or longest_value(words) > 0 or parse_value(cell.text) is not None
