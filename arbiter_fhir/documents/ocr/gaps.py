"""Spaces that recognition swallowed: ``70-99`` printed as ``70 - 99`` and ``11.8H`` printed as ``11.8 H``.

The bitmap knows better than the recogniser: where the white between two letters of one word is as wide as a space, the
word is parted there. Letters are never changed, and neither two letters nor two digits are ever parted, so that widely
set headings and numbers stay whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.bitmap import Ink
from arbiter_fhir.documents.ocr.tesseract import OcrWord

__all__ = ["part_words"]

#: White is a space when it is at least this part of the word's height wide. A space in common faces is 0.25 em, and
#: capitals and digits are about 0.7 em high.
SPACE_PART: Final = 0.34

#: And at least this many times as wide as the narrowest white in the word.
SPACE_RATIO: Final = 1.8

#: Narrow signs with white on both sides of their own; no space is told from that in fixed-pitch faces.
_NARROW: Final = frozenset(".,:;'`\u2019|!")

#: Rough widths in em for finding a gap's place in the text where letters touch; others count 0.56.
_WIDTHS: Final = {
    **dict.fromkeys("mwMW%@", 0.86),
    **dict.fromkeys("iIljt.,:;'|!`\u2019", 0.26),
    **dict.fromkeys("fr()-/[]\u2013", 0.33),
    **dict.fromkeys("ABCDEGHKNOPQRSUVXYZ", 0.7),
}
_USUAL_WIDTH: Final = 0.56


def part_words(words: Iterable[OcrWord], ink: Ink) -> list[OcrWord]:
    """The words, parted at white as wide as a space.

    Args:
        words: As recognised; pixels.
        ink: The bitmap that they were read from.
    """
    return [part for word in words for part in _part(word, ink)]


def _part(word: OcrWord, ink: Ink) -> Iterator[OcrWord]:
    text = word.text
    if len(text) < 2 or text.isalpha():
        yield word
        return
    left, top = max(0, int(word.left)), max(0, int(word.top))
    columns: npt.NDArray[np.bool_] = np.any(ink[top : int(word.bottom), left : int(word.right)], axis=0)
    edges = np.flatnonzero(np.diff(columns.astype(np.int8)))
    # White runs between two runs of ink: from each falling edge to the next rising one.
    inked = np.flatnonzero(columns)
    if len(inked) == 0:
        yield word
        return
    falls = [int(edge) for edge in edges if columns[edge] and edge < inked[-1]]
    rises = [int(edge) + 1 for edge in edges if not columns[edge] and edge > inked[0]]
    gaps = list(zip(falls, rises, strict=True))
    height = word.bottom - word.top
    cuts = _cuts(text, gaps, height, (int(inked[0]), int(inked[-1])))
    start, begin = 0, word.left
    for index, fall, rise in cuts:
        yield OcrWord(text[start:index], begin, word.top, left + fall + 1, word.bottom, word.confidence)
        start, begin = index, left + rise
    yield OcrWord(text[start:], begin, word.top, word.right, word.bottom, word.confidence)


def _cuts(text: str, gaps: list[tuple[int, int]], height: float, reach: tuple[int, int]) -> list[tuple[int, int, int]]:
    """``(index in text, last ink column, first ink column)`` of each space found, ascending."""
    if not gaps:
        return []
    widths = [rise - fall - 1 for fall, rise in gaps]
    least = max(1, min(widths))
    cuts: list[tuple[int, int, int]] = []
    for number, ((fall, rise), width) in enumerate(zip(gaps, widths, strict=True)):
        if width < SPACE_PART * height or (len(gaps) > 1 and width < SPACE_RATIO * least):
            continue
        one_each = len(gaps) + 1 == len(text)
        index = number + 1 if one_each else _boundary_near(text, (fall + rise) / 2, reach)
        if index and _may_part(text[index - 1], text[index]) and (not cuts or cuts[-1][0] < index):
            cuts.append((index, fall, rise))
    return cuts


def _boundary_near(text: str, column: float, reach: tuple[int, int]) -> int:
    """The index of ``text`` whose estimated place is nearest to ``column``; 0 where none may be parted near it."""
    widths = [_WIDTHS.get(letter, _USUAL_WIDTH) for letter in text]
    scale = (reach[1] - reach[0] + 1) / sum(widths)
    place = float(reach[0])
    best, best_distance = 0, 0.75 * _USUAL_WIDTH * scale
    for index, width in enumerate(widths[:-1], start=1):
        place += width * scale
        distance = abs(place - column)
        if distance < best_distance and _may_part(text[index - 1], text[index]):
            best, best_distance = index, distance
    return best


def _may_part(before: str, after: str) -> bool:
    """Whether a space may stand between two characters: not beside narrow signs, not inside a name or a number.

    Digits are as wide as each other in most faces, so that a 1 has white around it that is no space.
    """
    if before in _NARROW or after in _NARROW:
        return False
    return not (before.isalpha() and after.isalpha()) and not (before.isdigit() and after.isdigit())
