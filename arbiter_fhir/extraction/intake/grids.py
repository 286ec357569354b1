"""Grids of questions: a row for each condition, a column for each answer or relative, a mark where they meet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.intake.cells import Cell, Line
from arbiter_fhir.extraction.intake.ticks import TickState
from arbiter_fhir.extraction.terminology.conditions import conditions

__all__ = ["Grid", "grid_header", "is_relative", "label_of_column"]

_ANSWERS: Final = frozenset({"yes", "no", "y", "n", "unsure", "unknown", "not sure", "don't know", "never", "n/a"})
_SELF: Final = frozenset({"self", "you", "me", "patient", "yourself", "now", "past", "current", "previous"})
_PEOPLE: Final = frozenset(
    {
        "mother",
        "father",
        "mom",
        "dad",
        "brother",
        "sister",
        "sibling",
        "siblings",
        "brothers",
        "sisters",
        "grandmother",
        "grandfather",
        "grandparent",
        "grandparents",
        "aunt",
        "uncle",
        "son",
        "daughter",
        "child",
        "children",
        "parent",
        "parents",
        "spouse",
        "aunts",
        "uncles",
        "cousin",
        "cousins",
        "relative",
        "family",
        "maternal",
        "paternal",
        "brother(s)",
        "sister(s)",
        "sibling(s)",
        "child(ren)",
        "grandparent(s)",
    }
)
_JOINT: Final = re.compile(r"[\s/&,.()]+")
#: Marks people write into a column without a box.
_MARK: Final = re.compile(r"[xXvV\u2713\u2714\u2715\u2716\u2717\u2718\u221a\u00d7*]")
#: Words of a column's title.
MOST_WORDS: Final = 3
#: A mark belongs to the column whose title's middle is nearest, and at most this far (0-1 of the page).
NEAR: Final = 0.05


@dataclass(frozen=True, slots=True)
class _GridColumn:
    label: str
    words: tuple[CleanWord, ...]
    middle: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The title row of a grid."""

    columns: tuple[_GridColumn, ...]

    @property
    def begin(self) -> float:
        """Where the columns of answers begin (0-1 of the page)."""
        return min(column.middle for column in self.columns) - NEAR

    def answers(self, line: Line) -> tuple[tuple[Cell, ...], list[tuple[str, Cell]], list[Cell]]:
        """The cells of the question, the marked columns with their marks, and marks that cannot be told."""
        first = self.begin
        asked: list[Cell] = []
        ticked: list[tuple[str, Cell]] = []
        unclear: list[Cell] = []
        for cell in line.cells:
            if cell.tick is None and not _MARK.fullmatch(cell.text):
                if cell.box.x < first:
                    asked.append(cell)
                continue
            column = self._column(cell)
            if column is None:
                return (), [], []
            if not column.label or (cell.tick is not None and cell.tick.state is TickState.EMPTY):
                continue
            if cell.tick is not None and cell.tick.state is TickState.UNCLEAR:
                unclear.append(cell)
            else:
                ticked.append((column.label, cell))
        return tuple(asked), ticked, unclear

    def details(self, line: Line) -> tuple[CleanWord, ...]:
        """What is written after the last column."""
        last = max(column.middle for column in self.columns if column.label) + NEAR / 2
        return tuple(word for cell in line.cells if cell.tick is None and cell.box.x > last for word in cell.words)

    @property
    def asks_of_people(self) -> bool:
        """Whether a column is the patient's own or a relative's."""
        return any(column.label in _SELF or self.is_person(column.label) for column in self.columns if column.label)

    def is_person(self, label: str) -> bool:
        """Whether a column is a relative's."""
        return any(part in _PEOPLE for part in _JOINT.split(label)) or label in _PEOPLE

    def words_of(self, label: str) -> tuple[CleanWord, ...]:
        """The words of a column's title."""
        return next(column.words for column in self.columns if column.label == label)

    def _column(self, cell: Cell) -> _GridColumn | None:
        middle = cell.box.x + cell.box.width / 2
        nearest = min(self.columns, key=lambda column: abs(column.middle - middle))
        return nearest if abs(nearest.middle - middle) <= NEAR else None


def grid_header(line: Line) -> Grid | None:
    """The grid whose title row is the line: two or more answers or people; ``None`` where it is none."""
    if any(cell.tick or cell.field for cell in line.cells):
        return None
    if conditions().get(line.cells[0].text.strip(" .,:*-")) is not None:
        # "Stroke | no | father" is an answer, though its cells would title a grid.
        return None
    found = [_column(cell) for cell in line.cells]
    known = [column for column in found if column.label]
    # The first title may stand over the questions.
    rest = found if found[0].label else found[1:]
    if len(known) < 2 or len(rest) - len(known) > 1 + len(known) // 3:
        return None
    return Grid(tuple(rest))


def label_of_column(title: str) -> tuple[str, bool]:
    """What a column's title answers ("yes", "you", "mother"; empty where nothing known), and whether a relative's."""
    label = title.casefold().strip(" :.?")
    parts = [part for part in _JOINT.split(label) if part]
    person = label in _PEOPLE or (bool(parts) and all(part in _PEOPLE for part in parts))
    known = (person or label in _ANSWERS | _SELF) and len(title.split()) <= MOST_WORDS
    return (label, person) if known else ("", False)


def is_relative(text: str) -> bool:
    """Whether a word or two name a relative and nothing else."""
    return label_of_column(text)[1]


def _column(cell: Cell) -> _GridColumn:
    """The column that a cell titles; without a label where it is no answer and no relative."""
    label, _ = label_of_column(cell.text)
    return _GridColumn(label, cell.words, cell.box.x + cell.box.width / 2)
