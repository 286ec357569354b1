"""The lines of a section as items: what is written, what is ticked, and what is answered with yes or no.

A box that nobody ticked says nothing. Where a question has a box for yes and one for no, the one for no says that the
answer is no; both, or a box that cannot be told, is a question for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.domain.statement import MedicationStatus
from arbiter_fhir.extraction.intake.cells import Cell, Line, cut_cell
from arbiter_fhir.extraction.intake.grids import Grid, grid_header
from arbiter_fhir.extraction.intake.rows import Row, TableRows, labelled_row
from arbiter_fhir.extraction.intake.ticks import TickState
from arbiter_fhir.extraction.narrative.medication_status import status_of
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.terminology.allergens import allergens

__all__ = ["NO", "YES", "Item", "Said", "chosen", "items_of_lines"]

#: An answer in one word.
YES: Final = frozenset({"yes", "y", "ye5"})
NO: Final = frozenset({"no", "n", "n0"})
#: Columns of a grid that say no.
NEVER: Final = NO | {"never"}
UNSURE: Final = frozenset({"n/a", "unsure", "not sure", "unknown", "don't know", "do not know", "maybe", "?"})

#: What a form asks for after an answer.
_REQUESTS: Final = frozenset({"if", "describe", "explain", "please", "list", "specify", "when", "what", "how", "type"})

#: What stands before an item of a list.
_BULLET: Final = re.compile(r"[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*>\u2013\u2014-]|\(?\d{1,2}[.)]|[a-h][.)]")
#: A line that begins so much further right than the items (0-1 of the page) goes on with the item above.
INDENT: Final = 0.006
#: A cell that begins so much further right (0-1 of the page) than the end of the item before it belongs to no list.
ASIDE: Final = 0.06
#: Lines further apart than so many heights do not belong together.
FAR: Final = 2.2


_AGAINST: Final = re.compile(r"\b(?:not|no|wrong|never|ok now|gone|old)\b", re.IGNORECASE)


class Said(Enum):
    """How an item is claimed."""

    WRITTEN = "written"
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a section.

    Attributes:
        words: What it is about, in reading order.
        said: How it is claimed.
        marks: The ticked boxes and the words of the answer.
        details: What is written after it.
        row: The table's row, where it stands in one.
        relation: A relative under whose column it is ticked.
        aside: It stands beside the section's own lines, as a note in the margin does.
        noted: A note beside it in the margin says something against it.
    """

    words: tuple[CleanWord, ...]
    said: Said = Said.WRITTEN
    marks: tuple[CleanWord, ...] = ()
    details: tuple[CleanWord, ...] = ()
    row: Row | None = None
    relation: tuple[CleanWord, ...] = ()
    aside: bool = False
    noted: bool = False

    @property
    def text(self) -> str:
        """What it is about."""
        return " ".join(word.text for word in self.words)

    @property
    def all_words(self) -> tuple[CleanWord, ...]:
        """Every word that says it, in reading order."""
        words = {word.start: word for word in (*self.words, *self.marks, *self.details, *self.relation)}
        return tuple(words[start] for start in sorted(words))


def items_of_lines(lines: Sequence[Line]) -> list[Item]:
    """The items of a section."""
    items: list[Item] = []
    table: TableRows | None = None
    grid: Grid | None = None
    left = _usual_left(lines)
    last: Line | None = None
    for line in lines:
        found = TableRows.begin(line)
        if found is not None:
            items += _rows(table)
            table, grid = found, None
            continue
        if (asked := grid_header(line)) is not None:
            items += _rows(table)
            table, grid, last = None, asked, line
            continue
        if table is not None and table.take(line):
            continue
        items += _rows(table)
        table = None
        if (row := labelled_row(line)) is not None:
            items.append(Item(row.words, row=row))
        elif grid is not None and (answered := list(_grid_items(grid, line))):
            items += answered
        elif grid is not None and _is_row_of(grid, line, last):
            items += _unanswered(grid, line)
        elif any(cell.tick for cell in line.cells):
            items += _ticked(line)
        else:
            _write(items, line, left, last)
        last = line
    return [*items, *_rows(table)]


def _usual_left(lines: Sequence[Line]) -> float:
    starts = sorted(line.cells[0].box.x for line in lines if line.cells[0].tick is None)
    return starts[0] if starts else 0.0


def _rows(table: TableRows | None) -> list[Item]:
    return [] if table is None else [Item(row.words, row=row) for row in table.rows()]


def _grid_items(grid: Grid, line: Line) -> Iterator[Item]:
    """Items of a line under columns of answers: one for each relative ticked, or one for yes and no."""
    asked, ticked, open_marks = grid.answers(line)
    if not asked:
        return
    words = _without_bullet(tuple(word for cell in asked for word in cell.words))
    plain = [(label, cell) for label, cell in ticked if not grid.is_person(label)]
    if plain or open_marks:
        said, marks = _decided([(label, cell) for label, cell in plain], open_marks)
        if said is not None:
            yield Item(words, said, marks, details=grid.details(line))
    for label, cell in ticked:
        if grid.is_person(label):
            yield Item(words, Said.YES, cell.words, relation=grid.words_of(label))


def _is_row_of(grid: Grid, line: Line, last: Line | None) -> bool:
    """Whether a line without marks is a row of the grid: a question under the one before it, at the same margin."""
    if last is None or any(cell.tick for cell in line.cells):
        return False
    near = line.box.y - last.box.y <= FAR * max(line.box.height, last.box.height)
    return near and abs(line.box.x - last.box.x) < INDENT and line.cells[0].box.right < grid.begin


def _unanswered(grid: Grid, line: Line) -> Iterator[Item]:
    """Nothing for a question that nobody answered; a question for a person where something else is written."""
    if any(cell.box.x >= grid.begin for cell in line.cells):
        words = _without_bullet(tuple(word for cell in line.cells if cell.box.x < grid.begin for word in cell.words))
        rest = tuple(word for cell in line.cells if cell.box.x >= grid.begin for word in cell.words)
        yield Item(words, Said.UNCLEAR, rest)


def _decided(ticked: Sequence[tuple[str, Cell]], unclear: Sequence[Cell]) -> tuple[Said | None, tuple[CleanWord, ...]]:
    """What ticked answers say together."""
    words = tuple(word for _, cell in ticked for word in cell.words)
    labels = {label for label, _ in ticked}
    if unclear:
        return Said.UNCLEAR, (*words, *(word for cell in unclear for word in cell.words))
    if not labels:
        return None, ()
    # A column such as "You" or "Past" says yes as well.
    yes, no = bool(labels - NEVER - UNSURE), bool(labels & NEVER)
    if (yes and no) or labels & UNSURE:
        return Said.UNCLEAR, words
    return (Said.NO if no else Said.YES), words


@dataclass(frozen=True, slots=True)
class _Option:
    tick: Cell
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)

    @property
    def state(self) -> TickState:
        return self.tick.tick.state if self.tick.tick else TickState.EMPTY

    @property
    def words(self) -> tuple[CleanWord, ...]:
        return tuple(word for cell in self.cells for word in cell.words)

    @property
    def answer(self) -> str:
        """The first word, where it is an answer: alone, or parted from what follows by a mark or a request."""
        if not self.cells:
            return ""
        words = self.cells[0].words
        first = words[0].text
        told = len(words) == 1 or first[-1] in ",:;." or _answer(words[1].text) in _REQUESTS or words[1].text[0] in "(-"
        return _answer(first) if told else ""


def chosen(cells: Sequence[Cell]) -> tuple[Said | None, tuple[CleanWord, ...], tuple[CleanWord, ...]]:
    """Which of the options in a row of boxes is ticked.

    Args:
        cells: At least one of them a box.

    Returns:
        `Said.YES`, `Said.UNCLEAR` or ``None`` for no box ticked; the words of the options ticked and what is written
        before the boxes; and the boxes' own words.
    """
    before, options = _options(Line(tuple(cells)))
    words = [word for cell in before for word in cell.words]
    marks: list[CleanWord] = []
    said: Said | None = None
    answers = [option for option in options if option.state is not TickState.EMPTY]
    for option in options:
        if option.answer in YES | NO and answers:
            words += option.words if option in answers else option.words[1:]
    for option in answers:
        words += () if option.answer in YES | NO else option.words
        marks += option.tick.words
        if option.state is TickState.UNCLEAR:
            said = Said.UNCLEAR
    one_of = all(option.answer in YES | NO | UNSURE for option in answers)
    if said is None and answers:
        said = Said.UNCLEAR if one_of and len(answers) > 1 else Said.YES
    return said, tuple(words), tuple(marks)


def _answer(text: str) -> str:
    return text.casefold().strip(".,:;()")


def _ticked(line: Line) -> Iterator[Item]:
    """Items of a line with boxes: a question with its answers, or options each with its box."""
    question, options = _options(line)
    answers = [option for option in options if option.answer in YES | NO]
    if answers:
        others = [option for option in options if option not in answers and option.answer not in UNSURE]
        yield from _question(question, [option for option in options if option not in others])
        question, options = (), others
    before = _without_bullet(tuple(word for cell in question for word in cell.words))
    for option in options:
        state = option.state
        if state is TickState.EMPTY or not option.cells:
            continue
        said = Said.YES if state is TickState.TICKED else Said.UNCLEAR
        first, *rest = option.cells
        details = tuple(word for cell in rest for word in cell.words)
        yield Item(first.words, said, option.tick.words, details=details, relation=())
    if before and not options and not answers:
        yield Item(before)


def _question(question: Sequence[Cell], options: Sequence[_Option]) -> Iterator[Item]:
    ticked: list[tuple[str, Cell]] = []
    unclear: list[Cell] = []
    marks: list[CleanWord] = []
    details: list[CleanWord] = []
    for option in options:
        state = option.state
        first = cut_cell(option.cells[0], 0, 1) if option.cells else None
        details += option.words[1:]
        if state is TickState.EMPTY or first is None:
            continue
        marks += [*option.tick.words, *first.words]
        if state is TickState.UNCLEAR:
            unclear.append(option.tick)
        else:
            ticked.append((option.answer, first))
    said, _ = _decided(ticked, unclear)
    words = _without_bullet(tuple(word for cell in question for word in cell.words))
    if said is not None:
        yield Item(words, said, tuple(marks), details=tuple(details))
    elif words and details:
        yield Item(words, details=tuple(details))


def _options(line: Line) -> tuple[tuple[Cell, ...], list[_Option]]:
    """The cells before the boxes, and each box with its cells; boxes may stand before or after their words."""
    cells = line.cells
    first = next(place for place, cell in enumerate(cells) if cell.tick)
    if first and cells[-1].tick is not None and _answer(cells[first - 1].words[-1].text) in YES | NO:
        return _options_before(cells, first)
    options: list[_Option] = []
    place = first
    while place < len(cells):
        end = place + 1
        while end < len(cells) and cells[end].tick is None:
            end += 1
        options.append(_Option(cells[place], cells[place + 1 : end]))
        place = end
    return cells[:first], options


def _options_before(cells: Sequence[Cell], first: int) -> tuple[tuple[Cell, ...], list[_Option]]:
    """The same where each box stands after its word: ``Yes [ ] No [X]``."""
    options: list[_Option] = []
    label: list[Cell] = []
    question: tuple[Cell, ...] = ()
    for place, cell in enumerate(cells):
        if cell.tick is None:
            label.append(cell)
            continue
        own = label[-1:]
        if place == first:
            head = cut_cell(label[-1], 0, len(label[-1].words) - 1)
            question = (*label[:-1], *((head,) if head else ()))
            tail = cut_cell(label[-1], len(label[-1].words) - 1)
            own = [tail] if tail else []
        options.append(_Option(cell, tuple(own)))
        label = []
    return question, options


def _write(items: list[Item], line: Line, left: float, last: Line | None) -> None:
    """Add a written line: an item, the rest of the one above, or notes beside it."""
    main, asides = _asides(line)
    words = _without_bullet(tuple(word for cell in main for word in cell.words))
    if not words:
        return
    has_bullet = len(words) < sum(len(cell.words) for cell in main)
    start = main[0].box.x
    near = last is not None and line.box.y - last.box.y <= FAR * max(line.box.height, last.box.height)
    goes_on = (
        items
        and near
        and not has_bullet
        and items[-1].row is None
        and items[-1].said is Said.WRITTEN
        and not items[-1].aside
        and last is not None
        and start > left + INDENT
        and _wants_more(items[-1], words)
        and (start > last.cells[0].box.x + INDENT or _is_joined(items[-1], start))
        and start < left + 4 * ASIDE
    )
    if goes_on:
        items[-1] = replace(items[-1], words=(*items[-1].words, *words))
    else:
        # A field is where the form itself puts an answer.
        items.append(Item(words, aside=start > left + 4 * ASIDE and not main[0].field))
    if any(_speaks_against(cell.text) and not _speaks_of_another(cell.text, items[-1].text) for cell in asides):
        items[-1] = replace(items[-1], noted=True)
    items += [Item(cell.words, aside=True) for cell in asides]


def _speaks_against(note: str) -> bool:
    """Whether a note in the margin may take back what stands beside it: ``NOT taking``, ``(wife)``, ``ok now``."""
    ended = status_of(note, 0, 0)[0] not in {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}
    return ended or any(has_reservation(note, kind) for kind in EntryKind) or _AGAINST.search(note) is not None


def _speaks_of_another(note: str, item: str) -> bool:
    """Whether a note names a substance first and the item beside it none: ``? sulfa`` beside ``Asthma``."""
    names = allergens()
    return names.at_start(note) is not None and next(names.find(item, tolerant=True), None) is None


def _wants_more(item: Item, words: Sequence[CleanWord]) -> bool:
    """Whether an item ends, or words begin, in mid-sentence; where a bullet was not read, the next item does not."""
    first, last = words[0].text[0], item.words[-1].text[-1]
    return first.islower() or first.isdigit() or first in "(,;&" or last in ",;(&-/"


def _is_joined(item: Item, start: float) -> bool:
    """Whether the item has been put together from indented lines already: the next one stands as far in."""
    return any(abs(word.box.x - start) < INDENT for word in item.words[1:])


def _asides(line: Line) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The line's own cells, and those that stand far to the right of them."""
    cells = line.cells
    for place in range(1, len(cells)):
        short = len(cells[place - 1].words) == 1 and _BULLET.fullmatch(cells[place - 1].text)
        if not short and not cells[place].field and cells[place].box.x - cells[place - 1].box.right > ASIDE:
            return cells[:place], cells[place:]
    return cells, ()


def _without_bullet(words: tuple[CleanWord, ...]) -> tuple[CleanWord, ...]:
    return words[1:] if len(words) > 1 and _BULLET.fullmatch(words[0].text) else words
