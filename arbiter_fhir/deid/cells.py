"""Cells of a page: words of a line that stand close together, by geometry or, without boxes, by blanks and bars."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from arbiter_fhir.domain.document import BoundingBox, Page, Word
from arbiter_fhir.domain.reading_direction import TextRun, text_run, upright

__all__ = ["Cell", "cell_below", "cells_of_page", "cells_of_text", "next_cell"]

#: A gap wider than this many times the line's height begins another cell; a blank is about a quarter of it.
GAP_HEIGHTS: Final = 0.9
#: How far below a label its value may stand, in heights of the label.
BELOW_HEIGHTS: Final = 2.6
_TEXT_CELL: Final = re.compile(r"[^\s|](?:[^\n|\t]*?[^\s|])??(?=[ ]{2,}|\t|\s*\||[ ]*$|[ ]*\n)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A group of words.

    Attributes:
        start: Offset in the page's text, inclusive.
        end: Offset, exclusive.
        line: Line number, 0-based.
        box: Where it stands on the page held upright; ``None`` without geometry.
    """

    start: int
    end: int
    line: int
    box: BoundingBox | None


def cells_of_page(page: Page) -> list[Cell]:
    """Cells in reading order."""
    if not page.words:
        return cells_of_text(page.text)
    width, height = page.width_points, page.height_points
    usual = text_run(page.words, width=width, height=height)
    cells: list[Cell] = []
    for line, words in groupby(page.words, key=lambda word: word.line):
        own = list(words)
        # A line of one word tells no direction; a line along the margin may run otherwise than the page.
        run = text_run(own, width=width, height=height) if len(own) > 1 else usual
        ratio = (height / width if run.is_sideways else width / height) if width and height else 1.0
        cells += _cells_of_line(own, line, ratio, run)
    return cells


def _cells_of_line(words: Sequence[Word], line: int, ratio: float, run: TextRun) -> Iterator[Cell]:
    group = [(words[0], upright(words[0].box, run))]
    for word in words[1:]:
        box, last = upright(word.box, run), group[-1][1]
        gap = (box.x - last.right) * ratio
        if gap > GAP_HEIGHTS * max(box.height, last.height) or gap < -box.width:
            yield _cell(group, line)
            group = []
        group.append((word, box))
    yield _cell(group, line)


def _cell(words: Sequence[tuple[Word, BoundingBox]], line: int) -> Cell:
    return Cell(words[0][0].start, words[-1][0].end, line, BoundingBox.around(box for _, box in words))


def cells_of_text(text: str) -> list[Cell]:
    """Cells of a text without boxes."""
    cells: list[Cell] = []
    offset = 0
    for line, content in enumerate(text.split("\n")):
        cells += [
            Cell(offset + match.start(), offset + match.end(), line, None) for match in _TEXT_CELL.finditer(content)
        ]
        offset += len(content) + 1
    return cells


def next_cell(cells: Sequence[Cell], index: int) -> int | None:
    """Index of the cell to the right on the same line."""
    if index + 1 < len(cells) and cells[index + 1].line == cells[index].line:
        return index + 1
    return None


def cell_below(cells: Sequence[Cell], index: int) -> int | None:
    """Index of the nearest cell under this one; without geometry, the next line's first cell after a lone label."""
    cell = cells[index]
    if cell.box is None:
        alone = (index == 0 or cells[index - 1].line != cell.line) and next_cell(cells, index) is None
        following = index + 1
        return following if alone and following < len(cells) and cells[following].line == cell.line + 1 else None
    for other_index in range(index + 1, len(cells)):
        other = cells[other_index]
        if other.line == cell.line or other.box is None:
            continue
        if other.box.y - cell.box.bottom > BELOW_HEIGHTS * cell.box.height:
            break
        overlap = min(cell.box.right, other.box.right) - max(cell.box.x, other.box.x)
        if other.box.y >= cell.box.y + cell.box.height / 2 and overlap > 0:
            return other_index
    return None
