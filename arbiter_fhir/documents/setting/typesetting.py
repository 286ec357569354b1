"""Sets the text of formats that have no pages of their own on pages, so that the whole line works on it as on paper.

Deterministic: the same calls give the same pages, words and boxes, on which drawing relies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.documents.blanks import blank_regions
from arbiter_fhir.documents.limits import MAX_PAGE_POINTS, MAX_PAGES
from arbiter_fhir.documents.lines import PlacedWord, is_leader
from arbiter_fhir.documents.pages import PageCollector, Ruling, SetSheet
from arbiter_fhir.documents.setting.tables import Row, measure_columns, set_table
from arbiter_fhir.documents.setting.text import (
    SIZES,
    Block,
    Cell,
    Piece,
    SetLine,
    SetWord,
    Style,
    Table,
    Tag,
    set_block,
)
from arbiter_fhir.domain.document import BoundingBox, PartKind, WarningCode, Word
from arbiter_fhir.domain.region import Region

__all__ = ["BASE_LINE", "INK_HEIGHT", "Block", "Cell", "Piece", "Style", "Table", "Tag", "Typesetter"]

#: US letter, points.
PAGE_WIDTH: Final = 612.0
PAGE_HEIGHT: Final = 792.0
MARGIN: Final = 36.0

#: Distance of two lines, and where letters begin and end in it, as parts of the size. An accented capital reaches 0.92
#: of its size above the base line, a "g" 0.22 below it.
_PITCH: Final = 1.3
_TOP: Final = 0.08
INK_HEIGHT: Final = 1.14
BASE_LINE: Final = 0.92

_SPACE_ABOVE: Final = {Style.TITLE: 10.0, Style.HEADING: 8.0, Style.BODY: 3.0, Style.TABLE: 2.0, Style.SMALL: 2.0}


class Typesetter:
    """Fills pages of a collector from top to bottom.

    Call `finish` at the end. When the document is full (`MAX_PAGES`) the rest is left out with one warning.

    Args:
        collector: Where pages go.
    """

    def __init__(self, collector: PageCollector) -> None:
        self._collector = collector
        self._width = PAGE_WIDTH
        self._sheet = _Sheet()
        self._y = MARGIN

    @property
    def is_full(self) -> bool:
        """Whether no more pages may be begun; what is set now is left out."""
        return len(self._collector.pages) >= MAX_PAGES

    def block(self, *pieces: Piece, style: Style = Style.BODY, indent: float = 0.0) -> None:
        """Set a paragraph under what stands already."""
        block = Block(pieces, style, indent)
        lines = set_block(block, min(self._width, PAGE_HEIGHT) - 2 * MARGIN)
        if not lines:
            return
        lines[0].space_above += _SPACE_ABOVE[style]
        if style in {Style.TITLE, Style.HEADING}:
            # A heading alone at the foot of a page heads nothing.
            self._require(sum(map(_height, lines)) + 2 * _PITCH * SIZES[Style.BODY])
        for line in lines:
            self._emit(line)

    def table(self, table: Table) -> None:
        """Set a table; the page grows wider where columns would be squeezed."""
        columns = measure_columns(table)
        needed = min(columns.comfortable + 2 * MARGIN, MAX_PAGE_POINTS)
        if needed > self._width:
            self.new_page()
            self._width = max(PAGE_HEIGHT, needed)
        rows = set_table(table, self._width - 2 * MARGIN, columns)
        head = rows[: table.header_rows]
        for index, row in enumerate(rows):
            height = sum(map(_height, row.lines))
            if not self._fits(height):
                self._break(head if index >= table.header_rows else (), height)
            for line in row.lines:
                self._emit(line)
        if rows:
            self._y += _SPACE_ABOVE[Style.TABLE]

    def new_page(self) -> None:
        """Begin a new page of the usual size, unless the present one is bare."""
        if self._sheet.lines:
            self._flush()
        self._width = PAGE_WIDTH

    def new_part(self, kind: PartKind, parent: int | None = None) -> int:
        """Begin a part of the document on a new page.

        Returns:
            The part's number.
        """
        self.new_page()
        return self._collector.begin_part(kind, parent)

    def finish(self) -> None:
        """Hand over the last page."""
        self.new_page()

    def _require(self, height: float) -> None:
        if not self._fits(height) and self._sheet.lines:
            self._flush()

    def _fits(self, height: float) -> bool:
        return self._y + height <= PAGE_HEIGHT - MARGIN

    def _break(self, head: Sequence[Row], height: float) -> None:
        """Begin the next page of a table with its head, if a row of ``height`` fits under it there."""
        if height > PAGE_HEIGHT - 2 * MARGIN:
            # Longer than a page: it is broken where the page ends.
            return
        self._flush()
        lines = [line for row in head for line in row.lines]
        if sum(map(_height, lines)) + height <= PAGE_HEIGHT - 2 * MARGIN:
            for line in lines:
                self._emit(line)

    def _emit(self, line: SetLine) -> None:
        if not self._fits(_height(line)) and self._sheet.lines:
            self._flush()
        self._y += line.space_above
        self._sheet.add(line, self._y)
        self._y += _PITCH * line.size

    def _flush(self) -> None:
        sheet, self._sheet, self._y = self._sheet, _Sheet(), MARGIN
        if not self.is_full:
            self._collector.add_set(sheet.printed(self._width))
        elif not any(warning.message == _REST for warning in self._collector.warnings):
            self._collector.warn(WarningCode.PARTIAL, _REST)


_REST: Final = f"The document has more than {MAX_PAGES} pages when it is set; what comes after them is unread."


def _height(line: SetLine) -> float:
    return line.space_above + _PITCH * line.size


class _Sheet:
    """Lines of one page with their places."""

    def __init__(self) -> None:
        self.lines: list[tuple[float, SetLine]] = []

    def add(self, line: SetLine, y: float) -> None:
        self.lines.append((y, line))

    def printed(self, width: float) -> SetSheet:
        """The page: text, words, regions and rules."""
        pieces: list[str] = []
        words: list[Word] = []
        spans: dict[Tag, list[tuple[int, int]]] = {}
        rulings: list[Ruling] = []
        offset = number = 0
        for y, line in self.lines:
            rulings.extend(Ruling(MARGIN + left, y - 1.0, MARGIN + right, y - 1.0) for left, right in line.rules)
            for tag in line.empty_tags:
                spans.setdefault(tag, [])
            # Dots and strokes that only fill the space between a name and its value are no words.
            kept = [word for word in line.words if not is_leader(word.text)]
            if not kept:
                continue
            for word in kept:
                end = offset + len(word.text)
                words.append(Word(word.text, _box(word, line, y, width), offset, end, number))
                for held in word.tags:
                    # A region goes on over the blank between two words of a line, if it holds the letters beside it.
                    reach = offset - (held.start == 0 and word is not kept[0])
                    _extend(spans.setdefault(held.tag, []), reach, offset + held.start, offset + held.end)
                offset = end + 1
            pieces.append(" ".join([word.text for word in kept]))
            number += 1
        regions = tuple(
            Region(tag.kind, tag.path, tuple(found), tag.grid, tag.marks, tag.declares) for tag, found in spans.items()
        )
        blanks = blank_regions(self._filling(width), words, ratio=PAGE_HEIGHT / width)
        return SetSheet("\n".join(pieces), tuple(words), (*regions, *blanks), tuple(rulings), width, PAGE_HEIGHT)

    def _filling(self, width: float) -> list[PlacedWord]:
        return [
            PlacedWord(word.text, _box(word, line, y, width), word.left, y, word.right, y)
            for y, line in self.lines
            for word in line.words
            if is_leader(word.text)
        ]


def _box(word: SetWord, line: SetLine, y: float, width: float) -> BoundingBox:
    # Words of smaller type stand on the base line of the largest.
    top = y + _TOP * line.size + BASE_LINE * (line.size - word.size)
    x = (MARGIN + word.left) / width
    across = min((word.right - word.left) / width, 1.0 - x)
    return BoundingBox(x, top / PAGE_HEIGHT, across, INK_HEIGHT * word.size / PAGE_HEIGHT)


def _extend(spans: list[tuple[int, int]], reach: int, start: int, end: int) -> None:
    """Add a stretch, joined to the one before where that ends at the stretch's start, or at ``reach`` before it."""
    if spans and spans[-1][1] in {start, reach}:
        spans[-1] = (spans[-1][0], end)
    else:
        spans.append((start, end))
