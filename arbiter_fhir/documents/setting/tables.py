"""Tables as lines: columns as wide as what stands in them, text wrapped in its column, a row read line by line.

The lines of a row run across all its cells, as a person reads a printed table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from arbiter_fhir.documents.setting.text import (
    SIZES,
    Block,
    Cell,
    SetLine,
    Style,
    Table,
    least_width,
    natural_width,
    set_block,
)

__all__ = ["Columns", "Row", "measure_columns", "set_content", "set_table"]

#: Points between two columns: more than two blanks of any type used, so that columns show as columns.
GUTTER: Final = 14.0

#: A column is not made wider than this for running text while the page would have to grow; a longer text wraps.
COMFORTABLE: Final = 200.0

#: Least width of a column, points.
_LEAST: Final = 12.0

_ROW_SPACE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row as lines; kept together on a page where it fits."""

    lines: list[SetLine]


@dataclass(slots=True)
class Columns:
    """Widths of the columns that hold cells.

    Attributes:
        numbers: 1-based numbers of the columns that a cell begins in, ascending.
        index: The place of each in that list.
        least: Points that the longest word of each takes.
        natural: Points that each would take without wrapping.
    """

    numbers: list[int]
    index: dict[int, int]
    least: list[float]
    natural: list[float]

    @property
    def comfortable(self) -> float:
        """Points for all columns so that no word is squeezed and running text keeps a comfortable width."""
        return _total(
            [max(least, min(natural, COMFORTABLE)) for least, natural in zip(self.least, self.natural, strict=True)]
        )


def set_content(content: Sequence[Block | Table], width: float) -> list[SetLine]:
    """Lines of blocks and tables in ``width`` points."""
    lines: list[SetLine] = []
    for item in content:
        if isinstance(item, Table):
            for row in set_table(item, width):
                lines.extend(row.lines)
        else:
            lines.extend(set_block(item, width))
    return lines


def set_table(table: Table, width: float, measured: Columns | None = None) -> list[Row]:
    """Rows of a table in ``width`` points; ``measured`` are its columns, if they are known already."""
    columns = measured or measure_columns(table)
    if not columns.numbers:
        return []
    widths = _share(columns, width)
    lefts = [0.0]
    for column in widths:
        lefts.append(lefts[-1] + column + GUTTER)
    right_edge = lefts[-1] - GUTTER
    return [_set_row(row, columns, lefts, right_edge) for row in table.rows]


def _set_row(row: Sequence[Cell], columns: Columns, lefts: Sequence[float], right_edge: float) -> Row:
    """Lines of a row, merged over its cells."""
    merged: list[SetLine] = []
    for cell in row:
        first, last = _reach(cell, columns)
        left = lefts[first]
        for index, line in enumerate(set_content(cell.content, lefts[last + 1] - GUTTER - left)):
            if index == len(merged):
                merged.append(SetLine([], line.size))
            target = merged[index]
            target.words.extend(word.moved(left) for word in line.words)
            target.size = max(target.size, line.size)
            target.rules.extend((left + start, left + end) for start, end in line.rules)
            target.empty_tags.extend(line.empty_tags)
    if not merged:
        merged.append(SetLine([], SIZES[Style.TABLE]))
    for line in merged:
        line.words.sort(key=lambda word: word.left)
    merged[0].rules = [(0.0, right_edge)]
    merged[0].space_above = _ROW_SPACE
    return Row(merged)


def measure_columns(table: Table) -> Columns:
    """How wide the columns of a table want to be."""
    numbers = sorted({cell.column for row in table.rows for cell in row})
    index = {number: place for place, number in enumerate(numbers)}
    columns = Columns(numbers, index, [_LEAST] * len(numbers), [_LEAST] * len(numbers))
    wide: list[tuple[int, int, float, float]] = []
    for row in table.rows:
        for cell in row:
            least, natural = _cell_widths(cell)
            first, last = _reach(cell, columns)
            if first == last:
                columns.least[first] = max(columns.least[first], least)
                columns.natural[first] = max(columns.natural[first], natural)
            else:
                wide.append((first, last, least, natural))
    for first, last, least, natural in wide:
        # A cell over several columns makes the last of them wider where it needs more than they have together.
        _widen(columns.least, first, last, least)
        _widen(columns.natural, first, last, min(natural, COMFORTABLE))
    columns.natural = [max(pair) for pair in zip(columns.least, columns.natural, strict=True)]
    return columns


def _cell_widths(cell: Cell) -> tuple[float, float]:
    least = natural = 0.0
    for item in cell.content:
        if isinstance(item, Table):
            inner = measure_columns(item)
            least, natural = max(least, _total(inner.least)), max(natural, _total(inner.natural))
        else:
            least, natural = max(least, least_width(item)), max(natural, natural_width(item))
    return least, natural


def _widen(widths: list[float], first: int, last: int, wanted: float) -> None:
    lacking = wanted - _total(widths[first : last + 1])
    if lacking > 0:
        widths[last] += lacking


def _reach(cell: Cell, columns: Columns) -> tuple[int, int]:
    """Indexes of the first and last column that a cell takes, of those that hold cells."""
    first = columns.index[cell.column]
    last = first
    while last + 1 < len(columns.numbers) and columns.numbers[last + 1] < cell.column + cell.column_span:
        last += 1
    return first, last


def _total(widths: Sequence[float]) -> float:
    return sum(widths) + GUTTER * max(0, len(widths) - 1)


def _share(columns: Columns, width: float) -> list[float]:
    """Widths of the columns within ``width``: natural where they fit, else what is left after the longest words."""
    if _total(columns.natural) <= width:
        return columns.natural
    spare = width - _total(columns.least)
    if spare <= 0:
        # Words are squeezed in proportion: the page cannot grow further.
        room = max(width - GUTTER * (len(columns.least) - 1), 1.0 * len(columns.least))
        scale = room / sum(columns.least)
        return [least * min(scale, 1.0) for least in columns.least]
    return _pour(columns, spare)


def _pour(columns: Columns, spare: float) -> list[float]:
    """The longest words' widths and ``spare`` given to those that want more, evenly, to each no more than it wants."""
    wants = [natural - least for least, natural in zip(columns.least, columns.natural, strict=True)]
    ordered = sorted(want for want in wants if want > 0)
    level = 0.0
    left = spare
    for index, (before, want) in enumerate(pairwise([0.0, *ordered])):
        sharing = len(ordered) - index
        step = min(want - before, left / sharing)
        level += step
        left -= step * sharing
        if left <= 0:
            break
    return [least + min(want, level) for least, want in zip(columns.least, wants, strict=True)]
