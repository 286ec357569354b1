"""Grids of answers in a letter: a row for each condition, a column for yes, no, the patient or the family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.intake.grids import label_of_column
from arbiter_fhir.extraction.intake.options import BEFORE, NEVER, UNSURE
from arbiter_fhir.extraction.intake.ticks import TickState
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind, read_heading
from arbiter_fhir.extraction.narrative.text_runs import run_of
from arbiter_fhir.extraction.referral.blocks import Block, Paragraph
from arbiter_fhir.extraction.terminology.conditions import conditions

__all__ = ["LetterGrid", "letter_grid"]

#: Columns of answers that make a grid.
LEAST_COLUMNS: Final = 2
#: A question of a grid has at most this many words.
MOST_WORDS_ASKED: Final = 4
#: What stands in a cell that says that its column holds.
_MARK: Final = re.compile(r"^(?:[xXvV*\u2611\u2612\u2713-\u2718\u221a\u00d7]|\[[xX]\]|\([xX]\)|yes|y)$", re.IGNORECASE)
#: What stands in one that says that it does not.
_NOTHING: Final = re.compile(r"^(?:\W*|[\u2610\u25a1]|no|n|n/?a)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LetterGrid:
    """The title row of a grid.

    Attributes:
        table: Number of its table.
        columns: By left edge: what each column answers, its words, and whether it is a relative's.
    """

    table: int
    columns: tuple[tuple[float, str, tuple[CleanWord, ...], bool], ...]

    def asks(self, block: Block) -> bool:
        """Whether a line of paper is a question of the grid that nobody has answered: a name without any mark."""
        words = block.text.split()
        return not (self.table or block.region or read_heading(block.text)) and len(words) <= MOST_WORDS_ASKED

    def passages(self, block: Block) -> Iterator[Passage]:
        """What a row says: a condition that is the patient's, ruled out, past, a relative's, or not to be told."""
        name = tuple(word for paragraph in block.cells[0] for word in paragraph.words)
        said: set[str] = set()
        relatives: list[tuple[CleanWord, ...]] = []
        unclear = False
        for start, cell in zip(block.starts[1:], block.cells[1:], strict=True):
            _, label, words, is_person = min(self.columns, key=lambda column: abs(column[0] - start))
            marked = _is_marked(cell)
            unclear = unclear or marked is None
            if marked and is_person:
                relatives.append(words)
            elif marked:
                said.add(label)
        if section := _section_of(said, unclear=unclear):
            yield Passage(section, (run_of(block.page, name),), region=block.region)
        for words in relatives:
            yield Passage(SectionKind.FAMILY_HISTORY, (run_of(block.page, (*words, *name)),), region=block.region)


def letter_grid(block: Block) -> LetterGrid | None:
    """The grid whose title row is the block; ``None`` where it is none."""
    named = " ".join(paragraph.text for paragraph in block.cells[0])
    if conditions().get(named.strip(" .,:*-")) is not None:
        # "Breast cancer | Family | mother" is an answer, though its cells would title a grid.
        return None
    columns = []
    for start, cell in zip(block.starts[1:], block.cells[1:], strict=False):
        words = tuple(word for paragraph in cell for word in paragraph.words)
        label, is_person = label_of_column(" ".join(word.text for word in words))
        if not label:
            return None
        columns.append((start, label, words, is_person))
    return LetterGrid(block.table, tuple(columns)) if len(columns) >= LEAST_COLUMNS else None


def _is_marked(cell: tuple[Paragraph, ...]) -> bool | None:
    """Whether a cell is marked; ``None`` where something else stands in it."""
    ticks = [tick for paragraph in cell for tick in paragraph.ticks]
    if ticks:
        states = {tick.state for tick in ticks}
        return None if len(states) > 1 or TickState.UNCLEAR in states else states == {TickState.TICKED}
    text = " ".join(paragraph.text for paragraph in cell).strip()
    if _NOTHING.match(text):
        return False
    return True if _MARK.match(text) else None


def _section_of(said: set[str], *, unclear: bool) -> SectionKind | None:
    if unclear or said & UNSURE or (said & NEVER and said - NEVER):
        return SectionKind.SUSPECTED_PROBLEMS
    if not said:
        return None
    if said <= NEVER:
        return SectionKind.RULED_OUT_PROBLEMS
    return SectionKind.RESOLVED_PROBLEMS if said <= BEFORE else SectionKind.PROBLEMS
