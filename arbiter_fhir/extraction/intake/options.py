"""Boxes of a line with the words that they stand beside, and what the ticked ones say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.intake.cells import Cell, Line, cut_cell
from arbiter_fhir.extraction.intake.grids import is_relative
from arbiter_fhir.extraction.intake.ticks import TickState

__all__ = ["BEFORE", "NEVER", "NO", "UNSURE", "YES", "Option", "Said", "chosen", "decided", "options_of"]

#: An answer in one word.
YES: Final = frozenset({"yes", "y", "ye5"})
NO: Final = frozenset({"no", "n", "n0"})
#: Columns of a grid that say no.
NEVER: Final = NO | {"never"}
#: Columns of a grid that say that it was once.
BEFORE: Final = frozenset({"past", "previous"})
UNSURE: Final = frozenset({"n/a", "unsure", "not sure", "unknown", "don't know", "do not know", "maybe", "?"})

#: What a form asks for after an answer.
_REQUESTS: Final = frozenset({"if", "describe", "explain", "please", "list", "specify", "when", "what", "how", "type"})


class Said(Enum):
    """How an item is claimed."""

    WRITTEN = "written"
    YES = "yes"
    PAST = "past"
    NO = "no"
    UNCLEAR = "unclear"


def decided(ticked: Sequence[tuple[str, Cell]], unclear: Sequence[Cell]) -> tuple[Said | None, tuple[CleanWord, ...]]:
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
    if labels <= BEFORE:
        return Said.PAST, words
    return (Said.NO if no else Said.YES), words


@dataclass(frozen=True, slots=True)
class Option:
    """A box and the cells that it stands beside; none where it stands beside no words."""

    tick: Cell
    cells: tuple[Cell, ...]

    @property
    def state(self) -> TickState:
        """What the box shows."""
        return self.tick.tick.state if self.tick.tick else TickState.EMPTY

    @property
    def words(self) -> tuple[CleanWord, ...]:
        """The words that it stands beside."""
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
    before, options = options_of(Line(tuple(cells)))
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


def options_of(line: Line) -> tuple[tuple[Cell, ...], list[Option]]:
    """The cells before the boxes, and each box with its cells; boxes may stand before or after their words."""
    cells = line.cells
    first = next(place for place, cell in enumerate(cells) if cell.tick)
    if first and cells[-1].tick is not None:
        answered = _answer(cells[first - 1].words[-1].text) in YES | NO
        return _options_before(cells, first) if answered else _names_before(cells)
    options: list[Option] = []
    place = first
    while place < len(cells):
        end = place + 1
        while end < len(cells) and cells[end].tick is None:
            end += 1
        options.append(Option(cells[place], cells[place + 1 : end]))
        place = end
    return cells[:first], options


def _options_before(cells: Sequence[Cell], first: int) -> tuple[tuple[Cell, ...], list[Option]]:
    """The same where each box stands after its word: ``Yes [ ] No [X]``."""
    options: list[Option] = []
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
        options.append(Option(cell, tuple(own)))
        label = []
    return question, options


def _names_before(cells: Sequence[Cell]) -> tuple[tuple[Cell, ...], list[Option]]:
    """The same where each box stands after a name: ``Asthma [X]  Gout [ ]``; a box right after a box has no name."""
    options: list[Option] = []
    question: tuple[Cell, ...] = ()
    for place, cell in enumerate(cells):
        if cell.tick is None:
            continue
        own = cells[place - 1]
        if own.tick is not None:
            options.append(Option(cell, ()))
            continue
        asked = next((at for at, word in enumerate(own.words[:-1]) if word.text[-1] in ":?"), -1)
        if not options and asked >= 0 and (head := cut_cell(own, 0, asked + 1)) is not None:
            # The list's question stands before its first name: "Have you ever had: Stroke".
            question = (head,)
        elif not options and is_relative(own.words[-1].text) and len(own.words) > 1:
            # A relative's box behind the condition that is asked of: "Stroke  Mother [X]  Father [ ]".
            asked = len(own.words) - 2
            head = cut_cell(own, 0, asked + 1)
            question = () if head is None else (head,)
        named = cut_cell(own, asked + 1)
        options.append(Option(cell, () if named is None else (named,)))
    return question, options
