"""Text lines by geometry: the same rule for text layers and for OCR, so that both copies of a page read alike.

Words whose vertical bands share a base become one line, left to right, whatever order the file stores them in: a result
table is often stored column by column. The order of storage never counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from statistics import median
from typing import Final, NamedTuple

from arbiter_fhir.domain.document import BoundingBox, Word

__all__ = ["PlacedWord", "compose_text", "is_leader"]

#: Two bands belong to one line when they share this part of the lower one's height.
SHARED_HEIGHT: Final = 0.5

#: Words taller than this many times the page's median word start no line that ordinary words could join, and words
#: flatter than the second factor (hyphens, dots) join the line they lie in. Our own choice, measured on tables beside
#: large headings.
GIANT_HEIGHT: Final = 2.2
TINY_HEIGHT: Final = 0.45

#: Lines that a word may still join, and the share from which no other line is looked at.
_OPEN_LINES: Final = 4
_SURE_SHARE: Final = 0.9

#: Two words on one band that share more than this part of the narrower one's width stand above each other, or are the
#: same word printed twice for bold.
STACKED_WIDTH: Final = 0.6

#: Characters that fill the space between a name and its value, and the run from which they are only that.
_LEADER_CHARACTERS: Final = frozenset(
    ".\u00b7\u2022\u2026_-\u2010\u2011\u2012\u2013\u2014=~:,'`\u00b4\u2018\u2019\"|\u00a6"
)
LEADER_RUN: Final = 3


class PlacedWord(NamedTuple):
    """A word before it has its line.

    Attributes:
        text: As read, no white space.
        box: On the page as displayed, fractions.
        left: Edges in the reading frame: points (or pixels) along and across the direction of reading, y down. They
            equal the displayed place for upright text, and are turned with the text where it is turned.
        frame: Number of the reading frame; frames are composed one after the other, the fullest first.
        confidence: OCR confidence 0-100, or ``None``.
    """

    text: str
    box: BoundingBox
    left: float
    top: float
    right: float
    bottom: float
    frame: int = 0
    confidence: float | None = None


class _Line:
    """A line under construction: its words and the band that its ordinary words agree on."""

    __slots__ = ("bottom", "right", "top", "weight", "words")

    def __init__(self, word: PlacedWord) -> None:
        self.words = [word]
        self.top = word.top
        self.bottom = word.bottom
        self.right = word.right
        self.weight = 1

    def shared_with(self, word: PlacedWord) -> float:
        """Shared height as a part of the lower of the two bands, negative when apart."""
        top, bottom, word_top, word_bottom = self.top, self.bottom, word.top, word.bottom
        shared = (min(word_bottom, bottom)) - (max(word_top, top))
        own, other = bottom - top, word_bottom - word_top
        lower = min(other, own)
        return shared / lower if lower > 0 else -1.0

    def has_room_for(self, word: PlacedWord) -> bool:
        """Whether ``word`` stands beside, not above or below, the words of the line."""
        if word.left >= self.right:
            return True
        for other in self.words:
            shared = min(other.right, word.right) - max(other.left, word.left)
            if shared > STACKED_WIDTH * min(other.right - other.left, word.right - word.left):
                return False
        return True

    def add(self, word: PlacedWord, *, shapes_band: bool) -> None:
        self.words.append(word)
        self.right = max(self.right, word.right)
        if shapes_band:
            self.weight += 1
            self.top += (word.top - self.top) / self.weight
            self.bottom += (word.bottom - self.bottom) / self.weight


def is_leader(text: str) -> bool:
    """Whether ``text`` is only filling: dots, underscores or dashes in a run. A lone hyphen is not."""
    if text[0] not in _LEADER_CHARACTERS:
        return False
    return text == "\u2026" or (len(text) >= LEADER_RUN and _LEADER_CHARACTERS.issuperset(text) and len(set(text)) <= 3)


def compose_text(words: Iterable[PlacedWord]) -> tuple[str, tuple[Word, ...]]:
    """Page text and words in reading order.

    Args:
        words: Words of one page, in any order. Pure leaders are left out.

    Returns:
        The text (words of a line joined by one space, lines by a newline) and the words with offsets into it (start
        inclusive, end exclusive) and their line's 0-based index.
    """
    frames: dict[int, list[PlacedWord]] = {}
    for word in words:
        if not is_leader(word.text):
            frames.setdefault(word.frame, []).append(word)
    pieces: list[str] = []
    placed: list[Word] = []
    offset = 0
    line_number = 0
    for frame in sorted(frames, key=lambda number: (-len(frames[number]), number)):
        for line in group_lines(frames[frame]):
            for word in line:
                end = offset + len(word.text)
                placed.append(Word(word.text, word.box, offset, end, line_number, word.confidence))
                offset = end + 1
            pieces.append(" ".join([word.text for word in line]))
            line_number += 1
    return "\n".join(pieces), tuple(placed)


def group_lines(words: Sequence[PlacedWord]) -> list[list[PlacedWord]]:
    """Lines from top to bottom, each from left to right, of words in one reading frame."""
    if not words:
        return []
    typical = median([word.bottom - word.top for word in words])
    ordinary: list[PlacedWord] = []
    giants: list[PlacedWord] = []
    tiny: list[PlacedWord] = []
    for word in words:
        height = word.bottom - word.top
        if height > GIANT_HEIGHT * typical:
            giants.append(word)
        elif height < TINY_HEIGHT * typical:
            tiny.append(word)
        else:
            ordinary.append(word)
    lines = _gather(ordinary)
    lines += _gather(giants)
    lines.sort(key=_middle)
    for word in sorted(tiny, key=attrgetter("left")):
        _place_tiny(lines, word)
    lines.sort(key=_middle)
    return [sorted(line.words, key=attrgetter("left")) for line in lines]


def _middle(line: _Line) -> float:
    return line.top + line.bottom


def _gather(words: Iterable[PlacedWord]) -> list[_Line]:
    """Lines of words of comparable height: each word joins the line that it shares most of its band with."""
    lines: list[_Line] = []
    for word in sorted(words, key=lambda each: (each.top + each.bottom, each.left)):
        best: _Line | None = None
        best_share = SHARED_HEIGHT
        # Words come by their middle, so only the last few lines can still be open, and mostly the very last is meant.
        for line in lines[: -_OPEN_LINES - 1 : -1]:
            share = line.shared_with(word)
            if share >= best_share and line.has_room_for(word):
                best, best_share = line, share
                if share >= _SURE_SHARE:
                    break
        if best is None:
            lines.append(_Line(word))
        else:
            best.add(word, shapes_band=True)
    return lines


def _place_tiny(lines: list[_Line], word: PlacedWord) -> None:
    """Put a hyphen, dot or quote into the line it lies in; one that lies in none makes its own."""
    best = max(lines, key=lambda line: line.shared_with(word), default=None)
    if best is not None and best.shared_with(word) >= SHARED_HEIGHT:
        best.add(word, shapes_band=False)
    else:
        lines.append(_Line(word))
