"""Gives each fragment of a line to a column of the table above it.

The columns' titles say where a column roughly is, but not how its cells are aligned or how far they reach. So a line
is laid into the columns as a whole: from left to right, each fragment into the same column as the one before or into a
later one, so that the sum of three costs is least: distance from the column's title, a shape that does not suit the
column (a word among values, a number among units), and cuts where only a blank parts two words or none where a wide gap
does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arbiter_fhir.extraction.laboratory.geometry import CELL_GAP_CHARS, Fragment
from arbiter_fhir.extraction.laboratory.rules.header import Column, ColumnKind, TableHeader
from arbiter_fhir.extraction.laboratory.rules.shapes import Shape, shape_of

__all__ = ["Laid", "lay_into_columns"]

_K = ColumnKind

#: Costs are in units of "one clear sign against": weights were set by hand so that one sign of shape outweighs two
#: characters of distance, and a wide gap outweighs a doubtful shape; the sample layouts test them.
_DISTANCE_PER_CHAR = 0.4
_DISTANCE_CAP_CHARS = 14.0
#: Names and ranges are set from the left and reach far beyond their titles.
_RIGHTWARD_PER_CHAR = {_K.NAME: 0.12, _K.RANGE: 0.15, _K.COMMENT: 0.05}
_TIGHT_CUT = 2.5
_NATURAL_CUT = 0.5
_FLUSH_CHARS = 0.5
_FLUSH_COST = 0.3
_WIDE_GAP_PER_CHAR = 0.35
_WIDE_GAP_CAP = 3.0
_IMPOSSIBLE = 1e6


@dataclass(frozen=True, slots=True)
class Laid:
    """A line laid into columns.

    Attributes:
        cells: Fragments by column, in the order of `columns`.
        cost: Mean cost for each fragment.
    """

    columns: tuple[Column, ...]
    cells: tuple[tuple[Fragment, ...], ...]
    cost: float

    def of(self, kind: ColumnKind) -> tuple[Fragment, ...]:
        """All fragments in columns of a kind."""
        return tuple(
            fragment
            for column, cell in zip(self.columns, self.cells, strict=True)
            if column.kind is kind
            for fragment in cell
        )


def _name_cost(shape: Shape) -> float:
    if shape.date or shape.comparator:
        return 3.0
    if shape.known_unit and not shape.flag:
        return 1.2
    return 1.6 if shape.number and not shape.letters else 0.0


def _value_cost(shape: Shape) -> float:
    if shape.number or shape.comparator or shape.value:
        return 0.0
    if shape.misread:
        return 0.2
    if shape.flag:
        return 0.5
    if shape.date:
        return 3.0
    return 1.0 if shape.unit else 1.4


def _former_cost(shape: Shape) -> float:
    return 0.2 if shape.date else _value_cost(shape)


def _unit_cost(shape: Shape) -> float:
    if shape.unit:
        return 0.0
    return 3.0 if shape.number or shape.date or shape.flag else 1.4


def _range_cost(shape: Shape) -> float:
    if shape.number or shape.dash or shape.comparator or shape.range:
        return 0.0
    if shape.flag or shape.date:
        return 1.8
    return 0.5


def _flag_cost(shape: Shape) -> float:
    return 0.0 if shape.flag else 3.0


def _date_cost(shape: Shape) -> float:
    return 0.0 if shape.date else 3.0


def _lead_cost(shape: Shape) -> float:
    return 0.0 if shape.flag else 6.0


def _word_cost(shape: Shape) -> float:
    return 0.6 if shape.letters else 2.0


def _any_cost(shape: Shape) -> float:
    return 1.5 if shape.unit or shape.flag else 0.9


_SHAPE_COSTS: dict[ColumnKind, Callable[[Shape], float]] = {
    _K.NAME: _name_cost,
    _K.VALUE: _value_cost,
    _K.IN_RANGE: _value_cost,
    _K.OUT_OF_RANGE: _value_cost,
    _K.PREVIOUS: _former_cost,
    _K.DATED: _value_cost,
    _K.FLAG: _flag_cost,
    _K.UNIT: _unit_cost,
    _K.RANGE: _range_cost,
    _K.LOW: _range_cost,
    _K.HIGH: _range_cost,
    _K.COLLECTED: _date_cost,
    _K.STATUS: _word_cost,
    _K.COMMENT: _any_cost,
    _K.OTHER: _any_cost,
    _K.LEAD: _lead_cost,
    _K.TAIL: _flag_cost,
}
_RESULTS = frozenset({_K.VALUE, _K.IN_RANGE, _K.OUT_OF_RANGE, _K.DATED, _K.PREVIOUS})


def _completed(header: TableHeader, char: float, line_x0: float) -> tuple[Column, ...]:
    """The titled columns with untitled ones at the edges: flags before the names, flags after the last column."""
    columns = sorted(header.columns, key=lambda column: column.x0)
    first = columns[0]
    if not header.has(_K.NAME):
        left = min(line_x0, first.x0 - 4 * char)
        columns.insert(0, Column(_K.NAME, left, max(left + char, first.x0 - 8 * char)))
    if not header.has(_K.FLAG):
        name = columns[0]
        columns.insert(0, Column(_K.LEAD, name.x0 - 12 * char, name.x0 - 1.5 * char))
        last = max(column.x1 for column in columns)
        columns.append(Column(_K.TAIL, last + 3 * char, last + 12 * char))
    return tuple(columns)


def _distance_cost(fragment: Fragment, column: Column, char: float) -> float:
    gap = max(column.x0 - fragment.x1, fragment.x0 - column.x1, 0.0) / char
    gap = min(gap, _DISTANCE_CAP_CHARS)
    rightward = fragment.x0 > column.x1
    return gap * (_RIGHTWARD_PER_CHAR.get(column.kind, _DISTANCE_PER_CHAR) if rightward else _DISTANCE_PER_CHAR)


def _cell_cost(fragment: Fragment, column: Column, shape: Shape, char: float) -> float:
    """Cost of a fragment in a column; flush with a title of unknown meaning it belongs there."""
    if column.kind is _K.OTHER and abs(fragment.x0 - column.x0) < _FLUSH_CHARS * char:
        return _FLUSH_COST
    return _distance_cost(fragment, column, char) + _SHAPE_COSTS[column.kind](shape)


def _natural_cut(left: ColumnKind, right: ColumnKind, before: Shape, after: Shape) -> bool:
    """Whether a new column can begin after a mere blank: what comes next is of another nature."""
    if left in _RESULTS and right in {_K.FLAG, _K.TAIL}:
        return after.flag
    if left in _RESULTS and right is _K.UNIT:
        return after.unit
    if left in {_K.UNIT, _K.FLAG} and right is _K.RANGE:
        return after.number or after.comparator or after.range
    if right in _RESULTS:
        return (after.number or after.comparator) and not (before.number and left is not _K.NAME)
    return left in {_K.LEAD, _K.FLAG} and right is _K.NAME


def _step_cost(
    gap_chars: float, left: Column, right: Column, shapes: tuple[Shape, Shape], offset_chars: float
) -> float:
    """Cost of going from one column to another (or of staying) between two neighbours.

    Args:
        gap_chars: Gap between the two fragments.
        left: Column of the left one.
        right: Column of the right one.
        shapes: Of both.
        offset_chars: How far the right one begins from its column's left edge.
    """
    if left is right:
        return min(max(gap_chars - CELL_GAP_CHARS, 0.0) * _WIDE_GAP_PER_CHAR, _WIDE_GAP_CAP)
    if gap_chars > CELL_GAP_CHARS:
        return 0.0
    before, after = shapes
    if abs(offset_chars) < _FLUSH_CHARS:
        # A fragment flush with its column's title begins a cell, however long the cell before it is.
        return _NATURAL_CUT
    return _NATURAL_CUT if _natural_cut(left.kind, right.kind, before, after) else _TIGHT_CUT


def lay_into_columns(fragments: Sequence[Fragment], header: TableHeader, char: float) -> Laid:
    """Lay one line into the columns of a table.

    Args:
        fragments: Left to right, at least one.
        header: The table's titles.
        char: Mean character width in points.
    """
    columns = _completed(header, char, fragments[0].x0)
    shapes = [shape_of(fragment) for fragment in fragments]
    costs = [[_cell_cost(f, c, shape, char) for c in columns] for f, shape in zip(fragments, shapes, strict=True)]
    best = [list(costs[0])]
    came: list[list[int]] = [[0] * len(columns)]
    for index in range(1, len(fragments)):
        gap = (fragments[index].x0 - fragments[index - 1].x1) / char
        pair = (shapes[index - 1], shapes[index])
        row, back = [], []
        for right in range(len(columns)):
            offset = (fragments[index].x0 - columns[right].x0) / char
            total, left = min(
                (best[-1][left] + _step_cost(gap, columns[left], columns[right], pair, offset), left)
                for left in range(right + 1)
            )
            row.append(min(total + costs[index][right], _IMPOSSIBLE))
            back.append(left)
        best.append(row)
        came.append(back)
    return _trace(fragments, columns, best, came)


def _trace(
    fragments: Sequence[Fragment], columns: tuple[Column, ...], best: list[list[float]], came: list[list[int]]
) -> Laid:
    at = min(range(len(columns)), key=lambda column: best[-1][column])
    total = best[-1][at]
    cells: list[list[Fragment]] = [[] for _ in columns]
    for index in range(len(fragments) - 1, -1, -1):
        cells[at].insert(0, fragments[index])
        at = came[index][at]
    mean = total / len(fragments)
    return Laid(columns, tuple(tuple(cell) for cell in cells), mean if math.isfinite(mean) else _IMPOSSIBLE)
