"""Rows of a table on a form: cells under the columns that its title row names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.intake.cells import Cell, Line, cut_cell
from arbiter_fhir.extraction.intake.headings import form_heading
from arbiter_fhir.extraction.narrative.columns import Column, column_of, header_of

__all__ = ["Row", "TableRows", "is_of_entries", "labelled_row", "table_header"]

#: A cell belongs to the column whose title begins at most this far (0-1 of the page) to the right of it.
SLACK: Final = 0.012
#: Words of cells that touch; more are a sentence.
MOST_WORDS: Final = 6
#: Rows further apart than so many heights end a table.
FAR: Final = 3.5
#: A question with its answer, under a table and no row of it: ``Diabetes: No``.
_ANSWERED: Final = re.compile(r"^[^:]{2,60}[:?]\s*(?:yes|no|y|n|none|never|n/?a|unknown)\W*$", re.IGNORECASE)

#: What a table can be about; it has other columns beside.
_SUBJECTS: Final = frozenset({Column.MEDICATION, Column.SUBSTANCE, Column.PROCEDURE, Column.VACCINE, Column.PROBLEM})


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its words by column, in the columns' order; words under no known title are under ``None``."""

    cells: tuple[tuple[Column | None, tuple[CleanWord, ...]], ...]

    @property
    def words(self) -> tuple[CleanWord, ...]:
        """All words in reading order."""
        return tuple(sorted((word for _, words in self.cells for word in words), key=lambda word: word.start))


def table_header(texts: Sequence[str]) -> tuple[Column | None, ...] | None:
    """The columns that a row of texts titles; ``None`` where it is no title row.

    Titles of sections beside each other (``MEDICATIONS``  ``ALLERGIES``) are none: a table is about one thing.
    """
    columns = header_of(texts)
    if columns is None or all(column in _SUBJECTS for column in columns if column is not None):
        return None
    return columns


def is_of_entries(line: Line) -> bool:
    """Whether a title row is one of medicines, substances and the like, whatever other columns it has."""
    columns = table_header([cell.text for cell in line.cells])
    return columns is not None and not {*columns}.isdisjoint(_SUBJECTS - {Column.PROBLEM})


def labelled_row(line: Line) -> Row | None:
    """A line that names each of its cells itself: ``Relative: Mother  Condition: stroke``; ``None`` where it is none.

    A label without a colon needs a form field after it.
    """
    if any(cell.tick for cell in line.cells):
        return None
    found: list[tuple[Column, list[CleanWord]]] = []
    for place, cell in enumerate(line.cells):
        column, value = (None, cell) if cell.field else _labelled(cell)
        if column is None and not cell.field and place + 1 < len(line.cells) and line.cells[place + 1].field:
            column, value = column_of(cell.text), None
        if column is not None:
            found.append((column, []))
        elif not found:
            return None
        if value is not None:
            found[-1][1].extend(value.words)
    filled = [(column, tuple(words)) for column, words in found if words]
    if len({column for column, _ in found}) < 2 or not filled:
        return None
    return Row(tuple(filled))


def _labelled(cell: Cell) -> tuple[Column | None, Cell | None]:
    """The column that a cell names before its colon, and the rest of the cell."""
    label, colon, _ = cell.text.partition(":")
    column = column_of(label) if colon else None
    if column is None:
        return None, cell
    return column, cut_cell(cell, len(label.split()))


@dataclass(slots=True)
class TableRows:
    """A table while its lines are read."""

    columns: tuple[Column | None, ...]
    starts: tuple[float, ...]
    _rows: list[dict[int, list[CleanWord]]] = field(default_factory=list)
    _bottom: float | None = None

    @staticmethod
    def begin(line: Line) -> TableRows | None:
        """A table whose title row is the line; ``None`` where it is none."""
        cells = [cell for cell in line.cells if cell.tick is None]
        columns = table_header([cell.text for cell in cells])
        if columns is None or len(cells) < len(line.cells) or any(cell.field for cell in cells):
            return None
        return TableRows(columns, tuple(cell.box.x for cell in cells))

    def take(self, line: Line) -> bool:
        """Take the line as a row, or as more of the row above; whether it is one."""
        if any(cell.tick for cell in line.cells):
            return False
        if self._bottom is not None and line.box.y - self._bottom > FAR * line.box.height:
            return False
        cells: dict[int, list[CleanWord]] = {}
        for cell in line.cells:
            for index, words in self._parted(cell):
                cells.setdefault(index, []).extend(words)
        lone = len(line.cells) == 1 and set(cells) == {0}
        if lone and (_ANSWERED.match(line.text) or form_heading(line.text) or not self._fits(line.cells[0])):
            return False
        if self._rows and 0 not in cells:
            for index, words in cells.items():
                self._rows[-1].setdefault(index, []).extend(words)
        else:
            self._rows.append(cells)
        self._bottom = line.box.bottom
        return True

    def rows(self) -> Iterator[Row]:
        """The rows taken."""
        for cells in self._rows:
            yield Row(tuple((self.columns[index], tuple(cells[index])) for index in sorted(cells)))

    def _fits(self, cell: Cell) -> bool:
        """Whether a lone cell keeps to the first column: text under a table does not."""
        return len(self.starts) < 2 or cell.box.right <= self.starts[1] + SLACK

    def _index(self, x: float) -> int:
        return max((index for index, start in enumerate(self.starts) if start <= x + SLACK), default=0)

    def _parted(self, cell: Cell) -> Iterator[tuple[int, list[CleanWord]]]:
        """The cell's words by column: a cell stays in its column unless a word begins at the next title."""
        index = self._index(cell.box.x)
        words: list[CleanWord] = []
        # In a sentence some word begins under a title by chance.
        is_cells = len(cell.words) <= MOST_WORDS and not cell.field
        for word in cell.words:
            at = self._index(word.box.x)
            if at > index and abs(word.box.x - self.starts[at]) <= SLACK and is_cells:
                if words:
                    yield index, words
                words, index = [], at
            words.append(word)
        yield index, words
