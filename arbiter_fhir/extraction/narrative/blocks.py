"""Blocks of a page in reading order: paragraphs, list items and table rows, from regions or from where words stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.extraction.narrative.columns import Column, header_of
from arbiter_fhir.extraction.narrative.lines import TextLine, character_width, gutter_of, lines_of
from arbiter_fhir.extraction.narrative.sections import SectionKind, read_heading
from arbiter_fhir.extraction.narrative.text_runs import TextRun, run_of

__all__ = ["Block", "blocks_of"]

_BULLET: Final = re.compile(
    r"^(?:[\u2022\u25cf\u25aa\u25e6*>\u2610-\u2612]|-(?!\d)|\(?\d{1,2}[.)](?!\d)|\[[ xX]?\]|o\s)"
)
#: How a line of the sheet's own labels ends, "Patient: [PERSON_1]  Sex: F": the next line is another matter.
_SHEET_LABEL_END: Final = re.compile(r"(?:\]|\d|\b(?:m|f|male|female))\s*$", re.IGNORECASE)
_BOX: Final = re.compile(r"^[\u2610-\u2612\u25a0\u25a1\u25fb\u2713\u2714]$")
#: Lines further apart than this many line heights begin a new paragraph.
PARAGRAPH_GAP: Final = 1.9
#: A block of text at least this wide (0-1 of the page) is prose, where a new line may begin with a capital.
PROSE_WIDTH: Final = 0.55
#: A shorter line (0-1 of the page) is an item of a list, however short all lines of the page are.
LEAST_FULL: Final = 0.2
#: Two columns of text have at most this many segments on a line, and this many lines on a page.
MOST_SEGMENTS: Final = 4
MOST_COLUMN_LINES: Final = 90
#: A gutter between columns must show itself within this many lines.
MOST_LINES_BEFORE_GUTTER: Final = 8


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or a row.

    Attributes:
        runs: The cells of a row; one run for running text.
        is_row: Whether it is a row of cells.
        columns: What the header says of each cell, parallel to `runs`; empty where there is no header.
        region: What the format says that it is; ``None`` for plain pages.
        hidden: The format hides it from readers.
        fresh: Nothing before it in its table: a header seen earlier no longer holds.
    """

    runs: tuple[TextRun, ...]
    is_row: bool = False
    columns: tuple[Column | None, ...] = ()
    region: RegionKind | None = None
    hidden: bool = False
    fresh: bool = True


def blocks_of(page: DeidentifiedPage) -> tuple[Block, ...]:
    """All blocks of a page, in reading order."""
    owner = _owners(page)
    loose = [word for index, word in enumerate(page.words) if owner[index] is None]
    if len(loose) == len(page.words):
        return tuple(_plain_blocks(page, page.words))
    blocks: list[tuple[int, Block]] = []
    by_region: dict[int, list[CleanWord]] = {}
    for index, word in enumerate(page.words):
        region = owner[index]
        if region is not None:
            by_region.setdefault(region, []).append(word)
    blocks.extend(_region_blocks(page, by_region))
    blocks.extend((block.runs[0].words[0].start, block) for block in _plain_blocks(page, loose))
    return tuple(block for _, block in sorted(blocks, key=lambda each: each[0]))


def _owners(page: DeidentifiedPage) -> list[int | None]:
    """For each word, the smallest region that holds it; ``None`` for words outside regions and of unchecked boxes."""
    sizes = [sum(end - start for start, end in region.spans) for region in page.regions]
    told = [index for index, region in enumerate(page.regions) if region.kind is not RegionKind.BLANK]
    order = sorted(told, key=lambda index: sizes[index])
    owners: list[int | None] = []
    for word in page.words:
        holder = next((index for index in order if page.regions[index].touches(word.start, word.end)), None)
        owners.append(holder)
    # A check box in a region of its own belongs to the words that it ticks.
    for index in range(len(owners) - 2, -1, -1):
        word, after = page.words[index], page.words[index + 1]
        if _BOX.match(word.text) and after.line == word.line:
            owners[index] = owners[index + 1]
    return owners


def _is_unchecked(region: Region) -> bool:
    return RegionMark.UNCHECKED in region.marks


def _region_blocks(page: DeidentifiedPage, by_region: dict[int, list[CleanWord]]) -> Iterator[tuple[int, Block]]:
    """Blocks with the offset at which each begins; cells of one row together."""
    rows: dict[tuple[int, int], list[tuple[int, TextRun, bool]]] = {}
    for index, words in by_region.items():
        region = page.regions[index]
        if _is_unchecked(region):
            continue
        run = run_of(page, words)
        hidden = RegionMark.HIDDEN in region.marks
        if region.grid is not None:
            rows.setdefault((region.grid.table, region.grid.row), []).append((region.grid.column, run, hidden))
        else:
            yield words[0].start, Block((run,), region=region.kind, hidden=hidden)
    headers: dict[int, dict[int, Column | None]] = {}
    for (table, _), cells in sorted(rows.items(), key=lambda each: each[0]):
        ordered = sorted(cells, key=lambda cell: cell[0])
        runs = tuple(run for _, run, _ in ordered)
        header = header_of([run.text for run in runs])
        fresh = table not in headers
        if header is not None:
            headers[table] = {cell[0]: column for cell, column in zip(ordered, header, strict=True)}
        known = headers.setdefault(table, {})
        columns = tuple(known.get(number) for number, _, _ in ordered) if known else ()
        yield (
            min(run.words[0].start for run in runs),
            Block(
                runs,
                is_row=True,
                columns=header or columns,
                region=RegionKind.CELL,
                hidden=all(hidden for _, _, hidden in ordered),
                fresh=fresh,
            ),
        )


def _plain_blocks(page: DeidentifiedPage, words: Sequence[CleanWord]) -> Iterator[Block]:
    lines = lines_of(page, words)
    char = character_width(page)
    for group in _flows(lines, char):
        yield from _flow_blocks(page, group, char)


def _flows(lines: Sequence[TextLine], char: float) -> Iterator[tuple[TextLine, ...]]:
    """Lines in reading order; where two columns of text stand side by side, the left one first."""
    plain: list[TextLine] = []
    start = 0
    while start < len(lines):
        stop, gutter = _columns_from(lines, start, char)
        if gutter is None:
            plain.append(lines[start])
            start += 1
            continue
        yield tuple(plain)
        plain = []
        yield tuple(part for line in lines[start:stop] if (part := _half(line, gutter, left=True)))
        yield tuple(part for line in lines[start:stop] if (part := _half(line, gutter, left=False)))
        start = stop
    yield tuple(plain)


def _columns_from(lines: Sequence[TextLine], start: int, char: float) -> tuple[int, float | None]:
    """Where two columns of text that begin at a line end, and the gutter between them; ``None`` where none begin."""
    segments = lines[start].segments
    if not 2 <= len(segments) <= MOST_SEGMENTS or not any(read_heading(segment.text) for segment in segments):
        return start, None
    best: tuple[int, float | None] = (start, None)
    for end in range(start + 2, min(len(lines), start + MOST_COLUMN_LINES) + 1):
        gutter = gutter_of(lines[start:end], char)
        if gutter is None and end - start > MOST_LINES_BEFORE_GUTTER:
            break
        if gutter is not None and _titled_columns(lines[start:end], gutter):
            best = (end, gutter)
    return best


def _half(line: TextLine, gutter: float, *, left: bool) -> TextLine | None:
    kept = tuple(segment for segment in line.segments if (segment.x0 < gutter) == left)
    return TextLine(kept, line.top, line.height) if kept else None


def _titled_columns(lines: Sequence[TextLine], gutter: float) -> bool:
    """Whether section headings stand in both columns, one alone at the right: no table has such cells."""
    left = right = False
    for line in lines:
        if header_of([segment.text for segment in line.segments]) is not None:
            return False
        for segment in line.segments:
            heading = read_heading(segment.text)
            if heading is None:
                continue
            left = left or segment.x0 < gutter
            right = right or (segment.x0 > gutter and heading.alone)
    return left and right


def _flow_blocks(page: DeidentifiedPage, lines: Sequence[TextLine], char: float) -> Iterator[Block]:
    """Rows and paragraphs of one flow of lines."""
    right = max((line.x1 for line in lines if len(line.segments) == 1), default=0.0)
    table: _Table | None = None
    paragraph: list[TextLine] = []
    for line in lines:
        header = header_of([segment.text for segment in line.segments])
        if header is not None:
            yield from _ended(page, paragraph, table)
            paragraph, table = [], _Table(header, tuple(segment.x0 for segment in line.segments), char)
            yield Block(_cells(page, line), is_row=True, columns=header)
            continue
        if table is not None and table.holds(line):
            if (block := table.add(page, line)) is not None:
                yield block
            continue
        if len(line.segments) > 1:
            yield from _ended(page, paragraph, table)
            paragraph, table = [], None
            yield Block(_cells(page, line), is_row=True)
            continue
        if not (paragraph and table is None and _continues(paragraph[-1], line, right, char)):
            yield from _ended(page, paragraph, table)
            paragraph = []
        table = None
        paragraph.append(line)
    yield from _ended(page, paragraph, table)


def _ended(page: DeidentifiedPage, paragraph: Sequence[TextLine], table: _Table | None) -> Iterator[Block]:
    if paragraph:
        yield Block((run_of(page, [w for line in paragraph for segment in line.segments for w in segment.words]),))
    if table is not None and (block := table.last(page)) is not None:
        yield block


def _cells(page: DeidentifiedPage, line: TextLine) -> tuple[TextRun, ...]:
    return tuple(run_of(page, segment.words) for segment in line.segments)


def _continues(above: TextLine, line: TextLine, right: float, char: float) -> bool:
    """Whether a line goes on with the paragraph above: its first word would not have fitted there."""
    text = line.text
    if line.top - above.top > PARAGRAPH_GAP * max(above.height, line.height) or line.top < above.top:
        return False
    title = read_heading(above.text)
    is_title = title is not None and title.alone
    if _BULLET.match(text) or read_heading(text) is not None or is_title or above.text.rstrip().endswith(":"):
        return False
    begins_small = text[:1].islower() or text[:1] in "(,;&+"
    if begins_small and line.x0 > above.x0 + char:
        return True
    if title is not None and title.kind is SectionKind.ADMINISTRATIVE and _SHEET_LABEL_END.search(above.text):
        return False
    first = line.segments[0].words[0].box.width
    full = above.x1 + first + 2 * char >= right and above.x1 - above.x0 >= LEAST_FULL
    prose = right - min(above.x0, line.x0) >= PROSE_WIDTH
    return full and (begins_small or prose) and line.x0 <= above.x0 + 4 * char


class _Table:
    """Rows under a header, put together cell by cell; a cell that wraps goes on in the next line."""

    def __init__(self, columns: tuple[Column | None, ...], starts: tuple[float, ...], char: float) -> None:
        self._columns = columns
        self._starts = starts
        self._char = char
        self._row: dict[int, list[CleanWord]] = {}
        self._bottom: float | None = None

    def _index(self, x0: float) -> int:
        slack = 2 * self._char
        return max((index for index, start in enumerate(self._starts) if start <= x0 + slack), default=0)

    def holds(self, line: TextLine) -> bool:
        """Whether a line can be a row of this table or go on with one."""
        if self._bottom is not None and line.top - self._bottom > 3 * PARAGRAPH_GAP * line.height:
            return False
        if len(line.segments) > 1:
            first = read_heading(line.segments[0].text)
            return first is None or not first.alone
        only = line.segments[0]
        index = self._index(only.x0)
        limit = self._starts[index + 1] if index + 1 < len(self._starts) else 1.0
        return only.x1 <= limit + 2 * self._char and read_heading(only.text) is None

    def add(self, page: DeidentifiedPage, line: TextLine) -> Block | None:
        """Take a line; gives the row before it once that is whole."""
        cells: dict[int, list[CleanWord]] = {}
        for segment in line.segments:
            cells.setdefault(self._index(segment.x0), []).extend(segment.words)
        near = self._bottom is not None and line.top - self._bottom <= PARAGRAPH_GAP * line.height
        if self._row and 0 not in cells and near:
            for index, words in cells.items():
                self._row.setdefault(index, []).extend(words)
            self._bottom = line.top
            return None
        done = self.last(page)
        self._row, self._bottom = cells, line.top
        return done

    def last(self, page: DeidentifiedPage) -> Block | None:
        """The row that is still open."""
        if not self._row:
            return None
        order = sorted(self._row)
        block = Block(
            tuple(run_of(page, self._row[index]) for index in order),
            is_row=True,
            columns=tuple(self._columns[index] for index in order),
            fresh=False,
        )
        self._row = {}
        return block
