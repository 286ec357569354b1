"""What can be set on a page: pieces of text with what their format says of them, in blocks, cells, tables; and lines.

A word may be made of several pieces (a word processor parts words where their style changes), so tags hold letters,
not words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from arbiter_fhir.documents.setting.letter_widths import SPACE, text_width
from arbiter_fhir.domain.region import DeclaredContent, GridPlace, RegionKind, RegionMark

__all__ = [
    "SIZES",
    "Block",
    "Cell",
    "Piece",
    "SetLine",
    "SetWord",
    "Style",
    "Table",
    "Tag",
    "TaggedStretch",
    "least_width",
    "natural_width",
    "set_block",
    "visible_text",
]

#: Distance of tab stops, points: half an inch, as word processors have it.
TAB_STOP: Final = 36.0

#: Most blanks that are set as wide as they are; beyond that a run of blanks says no more.
_MOST_BLANKS: Final = 40

_WORD: Final = re.compile(r"\S+")


class Style(StrEnum):
    """How a block is set."""

    TITLE = "title"
    HEADING = "heading"
    BODY = "body"
    TABLE = "table"
    SMALL = "small"


#: Points of each style.
SIZES: Final = {Style.TITLE: 14.0, Style.HEADING: 12.0, Style.BODY: 10.0, Style.TABLE: 9.0, Style.SMALL: 8.0}


@dataclass(frozen=True, slots=True)
class Tag:
    """What a format says of some text; becomes a `Region` on every page where the text stands.

    Equal tags are one region: two stretches that stand for themselves need two paths.
    """

    kind: RegionKind
    path: str
    grid: GridPlace | None = None
    marks: tuple[RegionMark, ...] = ()
    declares: DeclaredContent | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one make. Pieces of a block follow each other without a blank unless they hold one.

    Attributes:
        text: May hold blanks, tabs (jump to the next stop) and newlines (begin a new line).
        tags: What holds it, outermost first. An empty text with tags makes empty regions.
    """

    text: str = field(repr=False)
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph.

    Attributes:
        pieces: Its text in order.
        style: How it is set.
        indent: Points from the left edge of where it is set.
    """

    pieces: tuple[Piece, ...]
    style: Style = Style.BODY
    indent: float = 0.0

    @staticmethod
    def of(text: str, *tags: Tag, style: Style = Style.BODY, indent: float = 0.0) -> Block:
        """A block of one piece."""
        return Block((Piece(text, tags),), style, indent)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        content: Blocks and tables in it, top to bottom.
        column: First column, 1-based; columns that no cell names take no room.
        column_span: Columns that it takes.
    """

    content: tuple[Block | Table, ...]
    column: int
    column_span: int = 1

    @staticmethod
    def of(text: str, column: int, *tags: Tag, column_span: int = 1) -> Cell:
        """A cell of one piece of text."""
        return Cell((Block.of(text, *tags, style=Style.TABLE),), column, column_span)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, each row in order of columns.

    Attributes:
        rows: The rows.
        header_rows: Rows at the top that are set again at the top of every page the table goes on to.
    """

    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int = 0


@dataclass(frozen=True, slots=True)
class TaggedStretch:
    """Letters ``start`` to ``end`` of a word under a tag."""

    tag: Tag
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SetWord:
    """A word in its line: edges in points from the left edge of where it is set, and what holds its letters."""

    text: str = field(repr=False)
    left: float
    right: float
    size: float
    tags: tuple[TaggedStretch, ...] = ()

    def moved(self, by: float) -> SetWord:
        """The word, ``by`` points further to the right."""
        return SetWord(self.text, self.left + by, self.right + by, self.size, self.tags) if by else self


@dataclass(slots=True)
class SetLine:
    """A line.

    Attributes:
        words: Left to right.
        size: Points of its largest type.
        space_above: Points left free above it.
        rules: Light rules above it, as left and right edges.
        empty_tags: Tags without text that stand here.
    """

    words: list[SetWord]
    size: float
    space_above: float = 0.0
    rules: list[tuple[float, float]] = field(default_factory=list)
    empty_tags: list[Tag] = field(default_factory=list)


@lru_cache(maxsize=2048)
def _is_unseen(letter: str) -> bool:
    return letter not in "\t\n" and unicodedata.category(letter) in {"Cc", "Cf"}


def visible_text(text: str) -> str:
    """``text`` without letters that nobody sees and that would part a name in two.

    Soft hyphens, joiners, direction marks, byte order marks and control characters go; every kind of line end becomes a
    newline, lone surrogates become the replacement character.
    """
    plain = text.isascii() and text.isprintable()
    if plain:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n\n")
    text = text.replace("\v", "\n").replace("\f", "\n").replace("\x85", "\n")
    letters = ["\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text if not _is_unseen(letter)]
    return "".join(letters)


def natural_width(block: Block) -> float:
    """Points that the block's longest line takes when nothing is wrapped."""
    size = SIZES[block.style]
    text = visible_text("".join(piece.text for piece in block.pieces))
    return block.indent + max((_line_width(line, size) for line in text.split("\n")), default=0.0)


def least_width(block: Block) -> float:
    """Points that the block's longest word takes."""
    size = SIZES[block.style]
    words = _WORD.findall(visible_text("".join(piece.text for piece in block.pieces)))
    return block.indent + max((text_width(word, size) for word in words), default=0.0)


def _line_width(line: str, size: float) -> float:
    at = 0.0
    end = 0
    for match in _WORD.finditer(line):
        at = _after_blanks(line[end : match.start()], at, size) + text_width(match.group(), size)
        end = match.end()
    return at


def _after_blanks(blanks: str, at: float, size: float) -> float:
    """Where the next word begins after ``blanks`` from ``at``."""
    for blank in blanks[:_MOST_BLANKS]:
        if blank == "\t":
            # A stop that is nearer than two blanks parts nothing.
            at = (int((at + 2 * SPACE * size) / TAB_STOP) + 1) * TAB_STOP
        else:
            at += SPACE * size
    return at


def set_block(block: Block, width: float) -> list[SetLine]:
    """Lines of a block in ``width`` points.

    A word wider than the line is set narrower, never cut.
    """
    size = SIZES[block.style]
    text, tags, empty = _joined(block.pieces)
    room = max(width - block.indent, 1.0)
    lines: list[SetLine] = []
    at_tag = 0
    offset = 0
    for printed in text.split("\n"):
        current: list[SetWord] = []
        at, end = 0.0, 0
        for match in _WORD.finditer(printed):
            word_width = min(text_width(match.group(), size) or size / 2, room)
            left = _after_blanks(printed[end : match.start()], at, size)
            if current and left + word_width > room + 0.01:
                lines.append(SetLine(current, size))
                current, left = [], 0.0
            elif left + word_width > room:
                left = max(0.0, room - word_width)
            start = offset + match.start()
            while at_tag < len(tags) and tags[at_tag].end <= start:
                at_tag += 1
            held = tuple(_held(tags, at_tag, start, offset + match.end()))
            current.append(SetWord(match.group(), block.indent + left, block.indent + left + word_width, size, held))
            at, end = left + word_width, match.end()
        if current:
            lines.append(SetLine(current, size))
        offset += len(printed) + 1
    if empty:
        if not lines:
            lines.append(SetLine([], size))
        lines[0].empty_tags.extend(empty)
    return lines


def _joined(pieces: Sequence[Piece]) -> tuple[str, list[TaggedStretch], list[Tag]]:
    """The text of all pieces, the stretches under each tag in order of their ends, and tags that hold nothing."""
    texts: list[str] = []
    stretches: list[TaggedStretch] = []
    empty: list[Tag] = []
    offset = 0
    for piece in pieces:
        text = visible_text(piece.text)
        if text.strip():
            stretches.extend(TaggedStretch(tag, offset, offset + len(text)) for tag in piece.tags)
        elif piece.tags:
            empty.extend(piece.tags)
        texts.append(text)
        offset += len(text)
    spoken = {stretch.tag for stretch in stretches}
    return "".join(texts), stretches, [tag for tag in dict.fromkeys(empty) if tag not in spoken]


def _held(tags: Sequence[TaggedStretch], first: int, start: int, end: int) -> Iterable[TaggedStretch]:
    """Tags on the word ``start`` to ``end``, as stretches of the word."""
    for index in range(first, len(tags)):
        stretch = tags[index]
        if stretch.start >= end:
            return
        yield TaggedStretch(stretch.tag, max(stretch.start, start) - start, min(stretch.end, end) - start)
