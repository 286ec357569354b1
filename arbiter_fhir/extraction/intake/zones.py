"""The order in which a form is read: where sections stand in two columns, the left one first, then the right one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.extraction.intake.cells import Cell, Line
from arbiter_fhir.extraction.intake.grids import grid_header
from arbiter_fhir.extraction.intake.headings import form_heading
from arbiter_fhir.extraction.intake.rows import table_header

__all__ = ["in_reading_order"]

#: A right-hand column of sections begins in this part of the page's width.
LEFTMOST_SPLIT: Final = 0.35
RIGHTMOST_SPLIT: Final = 0.8
#: Words that reach over the line between two columns by more than this (0-1 of the page) end the columns.
REACH: Final = 0.01
#: White space left of a right-hand column, 0-1 of the page.
MARGIN: Final = 0.012


def in_reading_order(lines: Sequence[Line]) -> list[list[Line]]:
    """Runs of lines to be read one after the other: whole lines, or the lines of one column."""
    runs: list[list[Line]] = []
    start = 0
    while start < len(lines):
        split = _split(lines, start)
        if split is None:
            runs.append(list(lines[start:]))
            break
        first, end, middle = split
        if lines[start:first]:
            runs.append(list(lines[start:first]))
        left, right = _parted(lines[first:end], middle)
        runs += [run for run in (left, right) if run]
        start = end
    return runs


def _split(lines: Sequence[Line], start: int) -> tuple[int, int, float] | None:
    """First line, line after the last, and the parting line of the next two columns; ``None`` where none follow."""
    for index in range(start, len(lines)):
        for cell in _right_headings(lines[index]):
            middle = cell.box.x - MARGIN
            first = _first(lines, start, index, middle)
            end = next((at for at in range(index, len(lines)) if _crosses(lines[at], middle)), len(lines))
            if end - first >= 3 and any(_is_left(line, middle) for line in lines[first:end]):
                return first, end, middle
    return None


def _first(lines: Sequence[Line], start: int, index: int, middle: float) -> int:
    """The line at which the columns begin: the left one's own heading may stand a little higher."""
    line = lines[index]
    for at in range(index - 1, max(start, index - 4) - 1, -1):
        above = lines[at]
        opens = form_heading(above.cells[0].text) if len(above.cells) == 1 else None
        if opens is None or _crosses(above, middle) or above.box.bottom < line.box.y - 2.5 * line.box.height:
            break
        index = at
    return index


def _right_headings(line: Line) -> Iterator[Cell]:
    if table_header([cell.text for cell in line.cells]) is not None or grid_header(line) is not None:
        return
    for cell in line.cells:
        if LEFTMOST_SPLIT <= cell.box.x <= RIGHTMOST_SPLIT and cell.tick is None and not cell.field:
            heading = form_heading(cell.text)
            # A heading opens a column only if it ends its line and nothing answers it there.
            if heading is not None and heading.end == len(cell.text) and cell is line.cells[-1]:
                yield cell


def _crosses(line: Line, middle: float) -> bool:
    return any(cell.box.x < middle - REACH and cell.box.right > middle + REACH for cell in line.cells)


def _is_left(line: Line, middle: float) -> bool:
    return any(cell.box.right <= middle + REACH for cell in line.cells)


def _parted(lines: Sequence[Line], middle: float) -> tuple[list[Line], list[Line]]:
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        for side, run in ((True, left), (False, right)):
            cells = tuple(cell for cell in line.cells if (cell.box.x < middle) == side)
            if cells:
                run.append(Line(cells))
    return left, right
