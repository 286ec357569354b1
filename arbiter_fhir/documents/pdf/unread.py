"""Letters on a page that no recognised word covers, read in a way that leaves no column out.

The recogniser's own look for columns sometimes takes a narrow column of numbers for no text at all and says nothing of
it: on a page of 150 dpi a whole column of results was missing while every other word was sure. Ink the size of letters
outside all words shows it. Such a page is read once more as one block of lines, and only words that stand on ink that
was left out are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.bitmap import Gray
from arbiter_fhir.documents.ocr.components import Blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Segmentation, Tesseract

__all__ = ["read_left_out", "unread_letters"]

#: Height and width of a letter as parts of the page's median word: digits are as high as words, an m about as wide as
#: it is high; larger things are pictures, smaller ones points and specks, long ones rules.
LEAST_HEIGHT: Final = 0.5
MOST_HEIGHT: Final = 1.6
MOST_WIDTH: Final = 2.0
#: Ink that fills more of its box than this is a bar or a box drawn in.
MOST_FILLED: Final = 0.9
#: Words reach this part of their height further than their box, where the recogniser cut it short.
AROUND: Final = 0.25
#: Fewer letters than this are stamps, ticks and scraps; a column of flags has as many.
LEAST_LETTERS: Final = 3
#: More than this share of all letters unread means a picture or a page that is no table; one more look costs in vain.
MOST_SHARE: Final = 0.6

_Flags = npt.NDArray[np.bool_]


def unread_letters(words: Sequence[OcrWord], blobs: Blobs) -> _Flags:
    """One flag for each blob: it is as large as a letter of this page, and no word covers its middle."""
    height = median(word.bottom - word.top for word in words)
    tall, wide = blobs.bottom - blobs.top, blobs.right - blobs.left
    letters: _Flags = (tall >= LEAST_HEIGHT * height) & (tall <= MOST_HEIGHT * height) & (wide <= MOST_WIDTH * height)
    letters &= blobs.area < MOST_FILLED * tall * wide
    # A 1 or an l fills its narrow box.
    letters |= (tall >= LEAST_HEIGHT * height) & (tall <= MOST_HEIGHT * height) & (wide <= 0.4 * height)
    return letters & ~_covered(words, blobs)


def _covered(words: Sequence[OcrWord], blobs: Blobs) -> _Flags:
    across, down = (blobs.left + blobs.right) / 2, (blobs.top + blobs.bottom) / 2
    covered = np.zeros(len(blobs), dtype=np.bool_)
    for word in words:
        around = AROUND * (word.bottom - word.top)
        covered |= (
            (across >= word.left - around)
            & (across <= word.right + around)
            & (down >= word.top - around)
            & (down <= word.bottom + around)
        )
    return covered


def read_left_out(
    words: Sequence[OcrWord], gray: Gray, blobs: Blobs, tesseract: Tesseract, call: OcrCall
) -> list[OcrWord]:
    """Words that stand on letters left out; none where nothing, or far too much, was.

    Args:
        words: Words of a page, at least one; pixels of ``gray``.
        gray: The bitmap that they were read from.
        blobs: Blobs of its ink.
        tesseract: The program.
        call: Time for one more call.
    """
    unread = unread_letters(words, blobs)
    count = int(np.count_nonzero(unread))
    if count < LEAST_LETTERS or count > MOST_SHARE * sum(len(word.text) for word in words):
        return []
    seen = tesseract.read_words(gray, replace(call, segmentation=Segmentation.BLOCK))
    if seen is None:
        return []
    across = ((blobs.left + blobs.right) / 2)[unread]
    down = ((blobs.top + blobs.bottom) / 2)[unread]
    return [
        word
        for word in seen
        if word.confidence >= DOUBTED_CONFIDENCE
        and _holds(word, across, down)
        and not any(_overlap(word, known) for known in words)
    ]


def _holds(word: OcrWord, across: npt.NDArray[np.float64], down: npt.NDArray[np.float64]) -> bool:
    inside = (across >= word.left) & (across <= word.right) & (down >= word.top) & (down <= word.bottom)
    return bool(inside.any())


def _overlap(one: OcrWord, other: OcrWord) -> bool:
    beside = min(one.right, other.right) <= max(one.left, other.left)
    apart = min(one.bottom, other.bottom) <= max(one.top, other.top)
    return not (beside or apart)
