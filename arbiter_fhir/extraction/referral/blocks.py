"""A letter as blocks in reading order: paragraphs, list items and rows of cells, in Word or on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import GridPlace, Region, RegionKind
from arbiter_fhir.extraction.intake.cells import Line, lines_of_page, words_of_region
from arbiter_fhir.extraction.intake.ticks import Tick, TickState, find_ticks
from arbiter_fhir.extraction.intake.zones import in_reading_order
from arbiter_fhir.extraction.narrative.sections import read_heading
from arbiter_fhir.extraction.referral.labels import read_referral_label

__all__ = ["Block", "Paragraph", "blocks_of_page"]

_BASE: Final = frozenset(
    {
        RegionKind.HEADING,
        RegionKind.PARAGRAPH,
        RegionKind.LIST_ITEM,
        RegionKind.CELL,
        RegionKind.HEADER,
        RegionKind.FOOTER,
        RegionKind.TEXT_BOX,
        RegionKind.COMMENT,
        RegionKind.NOTE,
    }
)
_BULLET: Final = re.compile(r"[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*>\u2013\u2014-]|\(?\d{1,2}[.)]|[a-h][.)]")
#: Words after which a sentence goes on in the next line.
_GOES_ON: Final = frozenset({"and", "or", "of", "the", "a", "an", "with", "for", "to", "in", "on", "by", "at", "from"})
#: Lines this long (characters) that end without a full stop go on where the next word would not have fitted.
LONG_LINE: Final = 40
#: A line ends short of its right edge by less than this (0-1 of the page) besides the next word where it is full.
FULL: Final = 0.03
#: Lines further apart than so many heights do not belong together.
FAR: Final = 1.9


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words that belong together.

    Attributes:
        words: In reading order, without a bullet.
        ticks: Boxes among them, by the start of their first word.
        is_item: Whether a bullet or number begins it.
    """

    words: tuple[CleanWord, ...]
    ticks: tuple[Tick, ...] = ()
    is_item: bool = False

    @property
    def text(self) -> str:
        """The words joined by blanks."""
        return " ".join(word.text for word in self.words)

    @property
    def unticked(self) -> bool:
        """Whether it begins with a box that nobody ticked."""
        return bool(self.ticks) and self.ticks[0].words[0] == self.words[0] and self.ticks[0].state is TickState.EMPTY


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or the cells of a row.

    Attributes:
        page: The page.
        cells: The paragraphs of each cell; one cell with one paragraph for running text.
        region: What the format says that it is; ``None`` for plain pages.
        table: Number of its table; 0 outside tables.
        starts: Left edge of each cell (0-1 of the page).
    """

    page: DeidentifiedPage
    cells: tuple[tuple[Paragraph, ...], ...]
    region: RegionKind | None = None
    table: int = 0
    starts: tuple[float, ...] = ()

    @property
    def is_row(self) -> bool:
        """Whether it is a row of cells."""
        return bool(self.table) or len(self.cells) > 1

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(paragraph.text for cell in self.cells for paragraph in cell)


def blocks_of_page(page: DeidentifiedPage) -> list[Block]:
    """The blocks of a page."""
    if any(region.kind in _BASE for region in page.regions):
        return list(_region_blocks(page))
    return list(_plain_blocks(page))


def _region_blocks(page: DeidentifiedPage) -> Iterator[Block]:
    ticks = find_ticks(page)
    owned: dict[int, list[CleanWord]] = {}
    owners = [-1] * len(page.words)
    starts = [word.start for word in page.words]
    # The largest first, so that the smallest region that holds a word owns it.
    for number in reversed(_bases(page.regions)):
        for place in words_of_region(page, page.regions[number], starts):
            owners[place] = number
    for owner, word in zip(owners, page.words, strict=True):
        owned.setdefault(owner, []).append(word)
    loose = owned.pop(-1, [])
    rows: dict[tuple[int, int], list[tuple[GridPlace, list[CleanWord]]]] = {}
    found: list[tuple[int, Block]] = []
    for index, words in owned.items():
        region = page.regions[index]
        if region.grid is not None:
            rows.setdefault((region.grid.table, region.grid.row), []).append((region.grid, words))
            continue
        text = (tuple(_paragraphs(words, ticks, limit=1.0, whole=True)),)
        found.append((words[0].start, Block(page, text, region.kind)))
    for row in rows.values():
        row.sort(key=lambda each: each[0].column)
    edges = _edges(rows)
    for (table, _), cells in rows.items():
        start = min(words[0].start for _, words in cells)
        parts = tuple(
            tuple(_paragraphs(words, ticks, limit=edges.get((table, grid.column + grid.column_span), 1.0)))
            for grid, words in cells
        )
        lefts = tuple(min(word.box.x for word in words) for _, words in cells)
        found.append((start, Block(page, parts, RegionKind.CELL, table, lefts)))
    for _, group in groupby(loose, key=lambda word: word.line):
        line = list(group)
        found.append((line[0].start, Block(page, (tuple(_paragraphs(line, ticks, limit=1.0, whole=True)),))))
    for _, block in sorted(found, key=lambda each: each[0]):
        yield block


def _bases(regions: Sequence[Region]) -> list[int]:
    """Regions that are blocks, the smallest first; marks on a part of a block are no blocks."""
    sizes = [sum(end - start for start, end in region.spans) for region in regions]
    largest: dict[tuple[str, RegionKind], int] = {}
    for size, region in zip(sizes, regions, strict=True):
        key = (region.path, region.kind)
        largest[key] = max(size, largest.get(key, 0))
    kept = [
        index
        for index, region in enumerate(regions)
        if region.kind in _BASE and sizes[index] == largest[region.path, region.kind]
    ]
    return sorted(kept, key=lambda index: sizes[index])


def _edges(rows: dict[tuple[int, int], list[tuple[GridPlace, list[CleanWord]]]]) -> dict[tuple[int, int], float]:
    """Left edge of the words of each column of each table."""
    edges: dict[tuple[int, int], float] = {}
    for (table, _), cells in rows.items():
        for grid, words in cells:
            left = min(word.box.x for word in words)
            edges[table, grid.column] = min(left, edges.get((table, grid.column), 1.0))
    return edges


def _paragraphs(
    words: Sequence[CleanWord], ticks: dict[int, Tick], *, limit: float, whole: bool = False
) -> Iterator[Paragraph]:
    """The paragraphs of some words: all in one, or by line where a line does not go on in the next."""
    lines = [list(group) for _, group in groupby(words, key=lambda word: word.line)]
    group: list[CleanWord] = []
    for line in lines:
        if group and not whole and not _continues(group, line, limit):
            yield _paragraph(group, ticks)
            group = []
        group += line
    if group:
        yield _paragraph(group, ticks)


def _paragraph(words: Sequence[CleanWord], ticks: dict[int, Tick]) -> Paragraph:
    is_item = len(words) > 1 and _BULLET.fullmatch(words[0].text) is not None
    kept = tuple(words[1:] if is_item else words)
    return Paragraph(kept, tuple(ticks[word.start] for word in kept if word.start in ticks), is_item)


def _continues(above: Sequence[CleanWord], line: Sequence[CleanWord], limit: float) -> bool:
    """Whether a line goes on with the one above it."""
    last, first = above[-1], line[0]
    if _BULLET.fullmatch(first.text) or first.text[:1] in "\u2610\u2611\u2612[":
        return False
    upper = [word for word in above if word.line == last.line]
    # From first word to first word, because lines of a scan lean.
    if first.box.y - upper[0].box.y > FAR * max(word.box.height for word in (*upper, *line)):
        return False
    if _opens(line, after=last) or (len(upper) == len(above) and _is_title(upper)):
        return False
    full = last.box.right + first.box.width + FULL >= limit
    if first.text[:1].islower() or last.text[-1] in ",(&-/" or last.text.casefold() in _GOES_ON:
        return full or first.text[:1].islower()
    return full and len(" ".join(word.text for word in upper)) >= LONG_LINE and last.text[-1] not in ".:;"


def _is_title(line: Sequence[CleanWord]) -> bool:
    """Whether a whole line is a title: its list begins below, in small letters too."""
    text = " ".join(word.text for word in line)
    title = read_heading(text)
    return title is not None and title.alone and text[:1].isupper() and text[-1] not in ".,;&-/"


def _opens(line: Sequence[CleanWord], *, after: CleanWord) -> bool:
    """Whether a line is a title or begins with a label: then it goes on with nothing, however full the one above is."""
    text = " ".join(word.text for word in line)
    label = read_referral_label(text)
    if label is not None and label.closed and line[0].text[:1].isupper():
        return True
    if not text[:1].isupper() or after.text[-1] in ",(&-/" or after.text.casefold() in _GOES_ON:
        return False
    title = read_heading(text)
    return title is not None and title.alone and text[-1] not in ".,;"


def _plain_blocks(page: DeidentifiedPage) -> Iterator[Block]:
    """Blocks of a page of paper: rows where a line has several cells, else paragraphs of lines that go on."""
    ticks = find_ticks(page)
    for run in in_reading_order(lines_of_page(page)):
        limit = max((line.box.right for line in run), default=1.0)
        group: list[CleanWord] = []
        for line in run:
            text_line = _is_text(line)
            words = list(line.words)
            if group and not (text_line and _continues(group, words, limit)):
                yield Block(page, ((_paragraph(group, ticks),),))
                group = []
            if text_line:
                group += words
            else:
                cells = tuple((_paragraph(cell.words, ticks),) for cell in line.cells)
                yield Block(page, cells, starts=tuple(cell.box.x for cell in line.cells))
        if group:
            yield Block(page, ((_paragraph(group, ticks),),))


def _is_text(line: Line) -> bool:
    """Whether a line is running text: one cell, or cells beside a bullet or a box."""
    cells = [cell for cell in line.cells if cell.tick is None and not _BULLET.fullmatch(cell.text)]
    return len(cells) <= 1 or any(cell.tick for cell in line.cells)
