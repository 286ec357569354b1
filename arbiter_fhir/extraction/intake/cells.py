"""A clean page as lines of cells: words that stand together, parted where a form has a gap, a border or a box."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.intake.ticks import Tick, find_ticks

__all__ = ["Cell", "Line", "cut_cell", "lines_of_page", "text_of", "words_of_region"]

#: A gap wider than this many times the line's height begins another cell; a blank is about a quarter of it. The same
#: rule parts fields for de-identification.
GAP_HEIGHTS: Final = 0.9

#: What recognition makes of a line to write on, or of a pen that left its box.
_SCRAPS: Final = '_|~^`\u201c\u201d"\u00ab\u2018 '

#: Regions whose border parts words.
_BORDERS: Final = frozenset({RegionKind.CELL, RegionKind.FORM_FIELD})


@dataclass(frozen=True, slots=True)
class Cell:
    """Words that stand together on one line; a tick box is a cell of its own.

    Attributes:
        words: At least one, in reading order.
        box: Around them.
        line: Number of the text line on the page.
        tick: Set for a tick box.
        field: Whether the words fill a form field: then they are an answer, never a label.
    """

    words: tuple[CleanWord, ...]
    box: BoundingBox
    line: int
    tick: Tick | None = None
    field: bool = False

    @property
    def text(self) -> str:
        """The words joined by blanks."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """Cells of one text line, from left to right, at least one."""

    cells: tuple[Cell, ...]

    @property
    def words(self) -> tuple[CleanWord, ...]:
        """All words."""
        return tuple(word for cell in self.cells for word in cell.words)

    @property
    def text(self) -> str:
        """All words joined by blanks."""
        return " ".join(cell.text for cell in self.cells)

    @property
    def box(self) -> BoundingBox:
        """Around all cells."""
        return BoundingBox.around(cell.box for cell in self.cells)


def text_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> DeidentifiedText:
    """The words as clean text, without what is left of rules and strokes at its ends."""
    text = quote_words(page, words)
    start, end = len(text.value) - len(text.value.lstrip(_SCRAPS)), len(text.value.rstrip(_SCRAPS))
    return text.slice(start, end) if start < end else text


def cut_cell(cell: Cell, first: int, end: int | None = None) -> Cell | None:
    """The cell with its words from ``first`` to ``end`` only; ``None`` where that leaves none."""
    words = cell.words[first:end]
    if not words:
        return None
    return Cell(words, BoundingBox.around(word.box for word in words), cell.line, cell.tick, cell.field)


def lines_of_page(page: DeidentifiedPage) -> list[Line]:
    """The page's lines in reading order."""
    ticks = find_ticks(page)
    borders = _borders(page)
    lines: list[Line] = []
    for _, words in groupby(page.words, key=lambda word: word.line):
        cells = tuple(_cells(list(words), page, ticks, borders))
        lines.append(Line(cells))
    return lines


def _borders(page: DeidentifiedPage) -> dict[int, tuple[int, bool]]:
    """By start of a word in a bordered region: the region's number, and whether it is a form field."""
    inside: dict[int, tuple[int, bool]] = {}
    starts = [word.start for word in page.words]
    for number, region in enumerate(page.regions):
        if region.kind in _BORDERS:
            for index in words_of_region(page, region, starts):
                inside[starts[index]] = (number, region.kind is RegionKind.FORM_FIELD)
    return inside


def words_of_region(page: DeidentifiedPage, region: Region, starts: Sequence[int]) -> Iterator[int]:
    """Indexes of the words that a region touches.

    Args:
        page: The page.
        region: One of its regions.
        starts: The starts of all its words, which ascend.
    """
    for first, end in region.spans:
        index = max(0, bisect_right(starts, first) - 1)
        while index < len(starts) and starts[index] < end:
            if page.words[index].end > first:
                yield index
            index += 1


def _cells(
    words: Sequence[CleanWord], page: DeidentifiedPage, ticks: dict[int, Tick], borders: dict[int, tuple[int, bool]]
) -> Iterator[Cell]:
    across, down = page.width_points, page.height_points
    group: list[CleanWord] = []
    index = 0
    while index < len(words):
        word = words[index]
        tick = ticks.get(word.start)
        if tick is not None:
            if group:
                yield _cell(group, borders)
                group = []
            yield Cell(tick.words, BoundingBox.around(each.box for each in tick.words), word.line, tick)
            index += len(tick.words)
            continue
        if group:
            last = group[-1]
            gap = (word.box.x - last.box.right) * across
            height = max(word.box.height, last.box.height) * down
            if gap > GAP_HEIGHTS * height or gap < -height or borders.get(word.start) != borders.get(last.start):
                yield _cell(group, borders)
                group = []
        group.append(word)
        index += 1
    if group:
        yield _cell(group, borders)


def _cell(words: Sequence[CleanWord], borders: dict[int, tuple[int, bool]]) -> Cell:
    field = borders.get(words[0].start, (0, False))[1]
    return Cell(tuple(words), BoundingBox.around(word.box for word in words), words[0].line, None, field)
