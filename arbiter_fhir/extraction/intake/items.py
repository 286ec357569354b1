"""The lines of a section as items: what is written, what is ticked, and what is answered with yes or no.

A box that nobody ticked says nothing. Where a question has a box for yes and one for no, the one for no says that the
answer is no; both, or a box that cannot be told, is a question for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.domain.statement import MedicationStatus
from arbiter_fhir.extraction.intake.cells import Cell, Line, cut_cell
from arbiter_fhir.extraction.intake.grids import Grid, grid_header, is_relative
from arbiter_fhir.extraction.intake.options import NO, UNSURE, YES, Option, Said, decided, options_of
from arbiter_fhir.extraction.intake.prompts import is_prompt
from arbiter_fhir.extraction.intake.records import stacked_rows
from arbiter_fhir.extraction.intake.rows import Row, TableRows, is_of_entries, labelled_row
from arbiter_fhir.extraction.intake.ticks import TickState
from arbiter_fhir.extraction.narrative.medication_status import status_of
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.terminology.allergens import allergens

__all__ = ["Item", "items_of_lines"]

#: What stands before an item of a list.
_BULLET: Final = re.compile(r"[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*>\u2013\u2014-]|\(?\d{1,2}[.)]|[a-h][.)]")
#: A line that begins so much further right than the items (0-1 of the page) goes on with the item above.
INDENT: Final = 0.006
#: A cell that begins so much further right (0-1 of the page) than the end of the item before it belongs to no list.
ASIDE: Final = 0.06
#: Lines further apart than so many heights do not belong together.
FAR: Final = 2.2


_AGAINST: Final = re.compile(r"\b(?:not|no|wrong|never|ok now|gone|old)\b", re.IGNORECASE)


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


def items_of_lines(lines: Sequence[Line]) -> list[Item]:
    """The items of a section."""
    items: list[Item] = []
    done = 0
    for at, (row, count) in sorted(stacked_rows(lines).items()):
        items += [*_items_between(lines[done:at]), Item(row.words, row=row)]
        done = at + count
    return [*items, *_items_between(lines[done:])]


def _items_between(lines: Sequence[Line]) -> list[Item]:
    """The items of lines that are no entries asked for line by line."""
    items: list[Item] = []
    table: TableRows | None = None
    grid: Grid | None = None
    left = _usual_left(lines)
    last: Line | None = None
    for line in lines:
        asked = grid_header(line)
        found = None if asked is not None and not is_of_entries(line) else TableRows.begin(line)
        if found is not None or asked is not None:
            items += _rows(table)
            table, grid, last = found, asked if found is None else None, line
            continue
        if table is not None and table.take(line):
            continue
        items += _rows(table)
        table = None
        if (chosen := _field_answers(line)) is not None:
            items += chosen
        elif (row := labelled_row(line)) is not None:
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


def _field_answers(line: Line) -> list[Item] | None:
    """Names, each with a field in which yes or no was chosen, or nothing yet; ``None`` for other lines."""
    items: list[Item] = []
    asked: list[CleanWord] = []
    for cell in line.cells:
        if cell.tick is not None:
            return None
        said = _CHOSEN.get(cell.text.casefold().strip(" .")) if cell.field else None
        if asked and said is not None:
            items.append(Item(_without_bullet(tuple(asked)), said, cell.words))
            asked = []
        elif asked and cell.field and is_prompt(cell.text):
            asked = []
        elif cell.field:
            if not items:
                return None
            items[-1] = replace(items[-1], details=(*items[-1].details, *asked, *cell.words))
            asked = []
        else:
            asked += cell.words
    answered = any(cell.field and is_prompt(cell.text) for cell in line.cells) or items
    return items if answered and not asked else None


_CHOSEN: Final = {
    **dict.fromkeys(YES, Said.YES),
    **dict.fromkeys(NO, Said.NO),
    **dict.fromkeys(UNSURE, Said.UNCLEAR),
}


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
        said, marks = decided([(label, cell) for label, cell in plain], open_marks)
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


def _ticked(line: Line) -> Iterator[Item]:
    """Items of a line with boxes: a question with its answers, or options each with its box."""
    question, options = options_of(line)
    answers = [option for option in options if option.answer in YES | NO]
    if answers:
        others = [option for option in options if option not in answers and option.answer not in UNSURE]
        yield from _question(question, [option for option in options if option not in others])
        question, options = (), others
    before = _without_bullet(tuple(word for cell in question for word in cell.words))
    if before and options and all(option.cells and is_relative(option.cells[0].text) for option in options):
        yield from _of_relatives(before, options)
        return
    for option, *nameless in _by_name(options):
        shown = [each for each in (option, *nameless) if each.state is not TickState.EMPTY]
        if not shown or not option.cells:
            continue
        # Boxes beside each other whose titles are not there: which answer is ticked, nobody can tell.
        sure = not nameless and option.state is TickState.TICKED
        first, *rest = option.cells
        details = tuple(word for cell in rest for word in cell.words)
        marks = tuple(word for each in shown for word in each.tick.words)
        yield Item(first.words, Said.YES if sure else Said.UNCLEAR, marks, details=details)
    if before and not options and not answers:
        yield Item(before)


def _of_relatives(asked: tuple[CleanWord, ...], options: Sequence[Option]) -> Iterator[Item]:
    """A condition asked of relatives, each with a box of its own: one item for each that is ticked."""
    for option in options:
        if option.state is not TickState.EMPTY:
            said = Said.YES if option.state is TickState.TICKED else Said.UNCLEAR
            relative, *rest = option.cells
            details = tuple(word for cell in rest for word in cell.words)
            yield Item(asked, said, option.tick.words, details=details, relation=relative.words)


def _by_name(options: Sequence[Option]) -> list[list[Option]]:
    """Each box that stands beside words, with the boxes right behind it that stand beside none."""
    groups: list[list[Option]] = []
    for option in options:
        if groups and not option.cells:
            groups[-1].append(option)
        else:
            groups.append([option])
    return groups


def _question(question: Sequence[Cell], options: Sequence[Option]) -> Iterator[Item]:
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
    said, _ = decided(ticked, unclear)
    words = _without_bullet(tuple(word for cell in question for word in cell.words))
    if said is not None:
        yield Item(words, said, tuple(marks), details=tuple(details))
    elif words and details:
        yield Item(words, details=tuple(details))


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
