"""Words of a text layer built letter by letter, for pages on which not all letters are plainly visible.

A word may be half hidden: ``5`` in black with ``0`` in white after it reads 50 to a machine and 5 to a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arbiter_fhir.documents.pdf.visibility import Doubt, InkProbe, Rect, Screening

__all__ = ["SplitWords", "VisibleWord", "split_words"]

#: A run of so many of these inside a word is a leader and parts it: ``Hemoglobin.....8.9`` is two words.
_LEADER_LETTERS: Final = frozenset("._\u00b7\u2026")
_LEADER_RUN: Final = 4


@dataclass(frozen=True, slots=True)
class VisibleWord:
    """The visible letters of a word.

    Attributes:
        text: The letters.
        rect: Bounds in points of the page as displayed.
        direction: Unit vector along which the text runs, y down.
    """

    text: str
    rect: Rect
    direction: tuple[float, float]


@dataclass(slots=True)
class SplitWords:
    """Visible words of a page, and how many pieces of words are not.

    Attributes:
        words: What a person sees, in order of painting.
        hidden: Pieces that are tiny, off the page, covered, or of the colour of their ground.
        unpainted: Pieces in a mode that paints nothing, as in OCR layers.
    """

    words: list[VisibleWord] = field(default_factory=list)
    hidden: int = 0
    unpainted: int = 0


@dataclass(slots=True)
class _Piece:
    """Letters of one word that share their doubts."""

    text: str
    rect: Rect
    word: int
    doubt: Doubt
    covered: bool
    block: int
    direction: tuple[float, float]

    def state(self) -> tuple[int, Doubt, bool]:
        return self.word, self.doubt, self.covered


def split_words(blocks: Sequence[Mapping[str, Any]], screening: Screening, probe: InkProbe) -> SplitWords:
    """Words of the visible letters.

    Args:
        blocks: MuPDF's structured text with letters, with the same blocks as the screening saw.
        screening: The doubts.
        probe: The drawn page, which decides doubtful cases.
    """
    result = SplitWords()
    pieces = list(_pieces(blocks, screening))
    plain = [piece for piece in pieces if screening.covers and piece.doubt is Doubt.NONE]
    current: list[_Piece] = []
    for piece in pieces:
        if current and piece.word != current[-1].word:
            result.words.append(_joined(current))
            current = []
        if piece.doubt is Doubt.UNPAINTED:
            result.unpainted += 1
        elif piece.doubt in (Doubt.TINY, Doubt.OFF_PAGE) or not _is_seen(piece, screening, probe, plain):
            result.hidden += 1
        else:
            current.append(piece)
    if current:
        result.words.append(_joined(current))
    return result


def _joined(pieces: Sequence[_Piece]) -> VisibleWord:
    rect = pieces[0].rect
    for piece in pieces[1:]:
        rect = _around(rect, piece.rect)
    return VisibleWord("".join(piece.text for piece in pieces), rect, pieces[0].direction)


def _is_seen(piece: _Piece, screening: Screening, probe: InkProbe, plain: Sequence[_Piece]) -> bool:
    """The verdict; the drawn page is asked only about light and covered pieces."""
    if piece.doubt is Doubt.NONE and not piece.covered:
        return True
    if not probe.shows_ink(piece.rect):
        return False
    covers = [cover for cover in screening.covers if cover.block > piece.block and center_in(piece.rect, cover.rect)]
    if any(cover.dark and cover.rectangle for cover in covers):
        return False
    # Ink under a light cover: the text shines through a highlighter, unless other text was printed over the cover.
    first = min((cover.block for cover in covers), default=None)
    return first is None or not any(other.block > first and center_in(other.rect, piece.rect) for other in plain)


def _pieces(blocks: Sequence[Mapping[str, Any]], screening: Screening) -> Iterator[_Piece]:
    """Pieces in order of painting; pieces of one word follow each other and carry its number."""
    word = 0
    for block_index, block in enumerate(blocks):
        if block["type"] != 0:
            continue
        covers = [cover.rect for cover in screening.covers if cover.block > block_index]
        for line_index, line in enumerate(block["lines"]):
            word += 1
            piece: _Piece | None = None
            for letter, rect, span_index in _letters(line):
                if not letter:
                    word += 1
                    continue
                doubt = screening.doubts.get((block_index, line_index, span_index), Doubt.NONE)
                covered = any(center_in(rect, cover) for cover in covers)
                if piece is not None and piece.state() == (word, doubt, covered):
                    piece.text += letter
                    piece.rect = _around(piece.rect, rect)
                    continue
                if piece is not None:
                    yield piece
                piece = _Piece(letter, rect, word, doubt, covered, block_index, line["dir"])
            if piece is not None:
                yield piece


def _letters(line: Mapping[str, Any]) -> Iterator[tuple[str, Rect, int]]:
    """``(letter, bounds, span)`` of a line; spaces, and gaps around leaders, come as empty letters."""
    run: list[tuple[str, Rect, int]] = []
    for span_index, span in enumerate(line["spans"]):
        for character in span["chars"]:
            letter, rect = character["c"], character["bbox"]
            if letter in _LEADER_LETTERS:
                run.append((letter, rect, span_index))
                continue
            yield from _unless_leader(run)
            run = []
            yield ("" if letter.isspace() else letter), rect, span_index
    yield from _unless_leader(run)


def _unless_leader(run: Sequence[tuple[str, Rect, int]]) -> Iterator[tuple[str, Rect, int]]:
    """The letters of ``run``, between gaps where they are a leader: then they are a word of their own."""
    if len(run) < _LEADER_RUN:
        yield from run
        return
    yield "", run[0][1], run[0][2]
    yield from run
    yield "", run[-1][1], run[-1][2]


def center_in(rect: Rect, other: Rect) -> bool:
    """Whether the middle of ``rect`` lies in ``other``."""
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return other[0] <= x <= other[2] and other[1] <= y <= other[3]


def _around(one: Rect, other: Rect) -> Rect:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
