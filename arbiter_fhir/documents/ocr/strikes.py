"""Words that a pen has struck out on paper: a long run of ink through their middle.

A struck number is often read as another one, with high confidence (14 as 44); where it is read well it is taken back
all the same. The letters of a word stand apart from each other at half their height; a stroke joins them, and goes on
where there are none. The recogniser's boxes of struck words are cut off or drawn out, so that the ink itself is
measured. Nothing is read anew here: a struck word loses its confidence, so that a person looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.bitmap import Ink
from arbiter_fhir.documents.ocr.components import Blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.tesseract import OcrWord

__all__ = ["doubt_struck_words"]

#: A stroke is at least so long, in heights of the letters: no level stroke of one sign (``H``, ``4``) is so long.
LEAST_LENGTH: Final = 1.3
#: Part of the word's width that it covers without a gap.
LEAST_COVERED: Final = 0.85
#: Where it crosses, in heights from the top of the letters; a line to write on and a rule lie at their foot.
CROSSED: Final = (0.2, 0.85)
#: Where it crosses if it ends with the word. The bars of ``44``, which may touch, lie lower.
MIDDLE: Final = (0.24, 0.6)
#: Ink without letters above or below it for so many heights, beside the word or between two: a stroke that goes on.
GOES_ON: Final = 0.3
#: Slopes of a stroke drawn by hand from left to right, the flattest first; what is steeper ruins the word for reading.
SLOPES: Final = tuple(sorted((float(slope) for slope in np.linspace(-0.3, 0.3, 13)), key=abs))
#: A steeper run is believed only where it is so many pixels longer: a thick stroke holds runs of several slopes.
LONGER: Final = 3
#: How far around the word ink is looked at, in usual heights of words: to its sides, above and below.
BESIDE: Final = 1.0
ABOVE: Final = 0.45
#: Gaps in a stroke that ran dry, pixels.
GAP: Final = 1
#: A row of ink belongs to the stroke where it covers this part of its length.
OF_STROKE: Final = 0.7
#: It crosses this part of the box, which the recogniser may have drawn too wide.
OF_BOX: Final = 0.75
#: Words lower than this are specks, pixels.
LEAST_HEIGHT: Final = 6


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A level or slanting run of ink: first and last column, and its row there, as offsets in a stretch of ink."""

    first: int
    last: int
    row: int
    slope: float

    @property
    def length(self) -> int:
        return self.last - self.first + 1

    def rows(self, columns: npt.NDArray[np.intp], middle: float) -> npt.NDArray[np.intp]:
        """The stroke's row in each of some columns."""
        path: npt.NDArray[np.intp] = self.row + np.rint(self.slope * (columns - middle)).astype(np.intp)
        return path


def doubt_struck_words(
    words: Sequence[OcrWord], blobs: Blobs | None, shape: tuple[int, ...], *, coarse: bool = False
) -> list[OcrWord]:
    """The words, those that are struck out with little confidence.

    Args:
        words: As recognised; pixels of the bitmap that `blobs` was found in.
        blobs: Its blobs of ink; ``None`` where the page is noise: then nothing is told.
        shape: Height and width of the bitmap.
        coarse: Letters touch each other, so that only a stroke that goes on beside them can be told.
    """
    heights = [word.bottom - word.top for word in words if word.bottom - word.top >= LEAST_HEIGHT]
    if blobs is None or not heights:
        return list(words)
    # A stroke makes one blob of all that it crosses; only wide blobs can hold one.
    usual = float(np.median(heights))
    wide = (blobs.right - blobs.left) >= LEAST_LENGTH * min(heights)
    if not wide.any():
        return list(words)
    ink = blobs.paint(wide, (shape[0], shape[1]))
    bounds = np.stack([blobs.left[wide], blobs.top[wide], blobs.right[wide], blobs.bottom[wide]])
    return [
        replace(word, confidence=min(word.confidence, DOUBTED_CONFIDENCE))
        if _may_be_struck(word, bounds) and _is_struck(word, ink, usual, coarse=coarse)
        else word
        for word in words
    ]


def _may_be_struck(word: OcrWord, bounds: npt.NDArray[np.int64]) -> bool:
    """Whether a blob that is long enough touches a word that somebody would believe."""
    height = word.bottom - word.top
    if height < LEAST_HEIGHT or word.confidence <= DOUBTED_CONFIDENCE or not any(map(str.isalnum, word.text)):
        return False
    left, top, right, bottom = bounds
    touches = (left < word.right) & (right > word.left) & (top < word.bottom) & (bottom > word.top)
    return bool((touches & (right - left >= LEAST_LENGTH * np.minimum(height, bottom - top))).any())


def _is_struck(word: OcrWord, ink: Ink, usual: float, *, coarse: bool) -> bool:
    height = max(usual, word.bottom - word.top) if word.bottom - word.top < 2 * usual else usual
    top, bottom = max(0, int(word.top - ABOVE * height)), int(word.bottom + ABOVE * height) + 1
    left, right = max(0, int(word.left - BESIDE * height)), int(word.right + BESIDE * height) + 1
    part = ink[top:bottom, left:right]
    inside = slice(int(word.left) - left, int(word.right) - left)
    if part[:, inside].any(axis=0).mean() < OF_BOX:
        return False
    stroke = _longest_stroke(part, inside)
    if stroke is None:
        return False
    letters = _without(_touching(part, stroke), stroke)
    rows, columns = np.nonzero(letters[:, inside])
    if not len(rows):
        return False
    tall = int(rows.max() - rows.min()) + 1
    columns = columns + inside.start
    middle = (part.shape[1] - 1) / 2
    crossed = float(stroke.rows(np.array([columns.mean()]).astype(np.intp), middle)[0] - rows.min()) / tall
    covered = min(stroke.last, columns.max()) - max(stroke.first, columns.min()) + 1
    if stroke.length < LEAST_LENGTH * tall or covered < LEAST_COVERED * (columns.max() - columns.min() + 1):
        return False
    if MIDDLE[0] <= crossed <= MIDDLE[1] and not coarse:
        return True
    return CROSSED[0] <= crossed <= CROSSED[1] and _goes_on(letters, stroke) >= GOES_ON * tall


def _longest_stroke(part: Ink, inside: slice) -> _Stroke | None:
    """The longest run of ink that crosses the word; ``None`` where every one ends within a letter."""
    columns = np.arange(part.shape[1])
    rows = np.arange(part.shape[0])
    middle = (part.shape[1] - 1) / 2
    best: _Stroke | None = None
    # A pixel up or down makes up for slopes between those that are tried.
    thick = part.copy()
    thick[1:] |= part[:-1]
    thick[:-1] |= part[1:]
    for slope in SLOPES:
        shifted = rows[:, None] + np.rint(slope * (columns - middle)).astype(np.intp)[None, :]
        outside = (shifted < 0) | (shifted >= part.shape[0])
        crossed = thick[np.clip(shifted, 0, part.shape[0] - 1), columns[None, :]] & ~outside
        for row in np.flatnonzero(crossed[:, inside].mean(axis=1) >= OF_BOX):
            first, last = _longest_run(crossed[row])
            if best is None or last - first + 1 >= best.length + LONGER:
                best = _Stroke(first, last, int(row), slope)
    return best if best is None else _centred(best, part)


def _centred(stroke: _Stroke, part: Ink) -> _Stroke:
    """The stroke on the row of its own ink that is fullest."""
    columns = np.arange(stroke.first, stroke.last + 1)
    path = stroke.rows(columns, (part.shape[1] - 1) / 2)

    def inked(offset: int) -> int:
        rows = path + offset
        held = (rows >= 0) & (rows < part.shape[0])
        return int(np.count_nonzero(part[rows[held], columns[held]]))

    return replace(stroke, row=stroke.row + max((0, -1, 1), key=inked))


def _longest_run(crossed: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """First and last pixel of the longest run of ink, small gaps in it counted."""
    inked = np.flatnonzero(crossed)
    if not len(inked):
        return 0, -1
    breaks = np.flatnonzero(np.diff(inked) > GAP + 1)
    starts = inked[np.concatenate(([0], breaks + 1))]
    ends = inked[np.concatenate((breaks, [len(inked) - 1]))]
    longest = int(np.argmax(ends - starts))
    return int(starts[longest]), int(ends[longest])


def _touching(part: Ink, stroke: _Stroke) -> Ink:
    """The ink that hangs together with the stroke: what the lines above and below reach into is none of the word."""
    columns = np.arange(stroke.first, stroke.last + 1)
    rows = np.clip(stroke.rows(columns, (part.shape[1] - 1) / 2), 0, part.shape[0] - 1)
    reached = np.zeros_like(part)
    reached[rows, columns] = part[rows, columns]
    count = 0
    while count != (grown := int(np.count_nonzero(reached))):
        count = grown
        down = reached.copy()
        down[1:] |= reached[:-1]
        down[:-1] |= reached[1:]
        across = down.copy()
        across[:, 1:] |= down[:, :-1]
        across[:, :-1] |= down[:, 1:]
        reached = across & part
    return reached


def _without(part: Ink, stroke: _Stroke) -> Ink:
    """The ink without the stroke, as thick as it is."""
    columns = np.arange(stroke.first, stroke.last + 1)
    path = stroke.rows(columns, (part.shape[1] - 1) / 2)
    left = part.copy()
    for step in (-1, 1):
        offset = 0 if step < 0 else 1
        while True:
            rows = path + offset
            held = (rows >= 0) & (rows < part.shape[0])
            if not held.any() or part[rows[held], columns[held]].mean() < OF_STROKE:
                break
            left[rows[held], columns[held]] = False
            offset += step
        # The soft edge of the stroke.
        held = (path + offset >= 0) & (path + offset < part.shape[0])
        left[(path + offset)[held], columns[held]] = False
    return left


def _goes_on(letters: Ink, stroke: _Stroke) -> int:
    """Columns side by side in which the stroke has no letter above or below it, at most."""
    free: npt.NDArray[np.bool_] = np.logical_not(np.any(letters[:, stroke.first : stroke.last + 1], axis=0))
    first, last = _longest_run(free)
    return last - first + 1
