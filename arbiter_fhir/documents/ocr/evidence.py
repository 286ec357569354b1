"""What the ink says about single words: none at all, decimal points that were missed, points that were never printed.

A lost decimal point turns 4.1 into 41, with full confidence of the recogniser. Points are separate blobs of ink, so
they can be counted. Nothing is read anew here: a final point without ink is dropped, and a number whose points disagree
with the ink loses its confidence, so that a person looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from arbiter_fhir.documents.ocr.bitmap import Ink
from arbiter_fhir.documents.ocr.components import Blobs
from arbiter_fhir.documents.ocr.tesseract import OcrWord

__all__ = ["DOUBTED_CONFIDENCE", "check_points", "has_own_ink"]

#: Confidence left to a number whose points disagree with the ink: below the seed's threshold of 75.
DOUBTED_CONFIDENCE: Final = 50.0

#: A point is at most this part of its word's height high and wide, and its middle lies in the lowest part of the word.
POINT_PART: Final = 0.36
POINT_FLOOR: Final = 0.6

_POINTS: Final = frozenset(".,")
_NUMERIC: Final = frozenset("0123456789.,<>=-+")


def has_own_ink(word: OcrWord, ink: Ink) -> bool:
    """Whether there is any ink where the word stands; signs are sometimes read out of the white between columns."""
    return bool(ink[int(word.top) : int(word.bottom), int(word.left) : int(word.right)].any())


def check_points(words: Iterable[OcrWord], blobs: Blobs) -> list[OcrWord]:
    """The words, numbers among them held against the ink.

    Args:
        words: As recognised; pixels of the bitmap that `blobs` was found in.
        blobs: Its blobs.
    """
    heights = blobs.bottom - blobs.top
    widths = blobs.right - blobs.left
    middles_across = (blobs.left + blobs.right) / 2
    middles_down = (blobs.top + blobs.bottom) / 2
    checked: list[OcrWord] = []
    for word in words:
        if not _is_number(word.text):
            checked.append(word)
            continue
        height = word.bottom - word.top
        inside = (
            (middles_across >= word.left)
            & (middles_across <= word.right)
            & (middles_down >= word.top)
            & (middles_down <= word.bottom + 0.2 * height)
            & (blobs.area > 1)
        )
        points = (
            inside
            & (heights <= POINT_PART * height)
            & (widths <= POINT_PART * height)
            & (middles_down >= word.top + POINT_FLOOR * height)
        )
        checked.append(_judge(word, int(np.count_nonzero(points)), int(np.count_nonzero(inside))))
    return checked


def _is_number(text: str) -> bool:
    return any(letter.isdigit() for letter in text) and _NUMERIC.issuperset(text)


def _judge(word: OcrWord, inked_points: int, inked_signs: int) -> OcrWord:
    """One number against the points found in its ink."""
    read_points = sum(letter in _POINTS for letter in word.text)
    if read_points == inked_points:
        return word
    if read_points == inked_points + 1 and word.text[-1] in _POINTS and inked_signs < len(word.text):
        return replace(word, text=word.text[:-1])
    # A point that touches its neighbour makes one blob of both: then the signs are fewer too, and nothing is proven.
    if inked_points > read_points or inked_signs >= len(word.text):
        return replace(word, confidence=min(word.confidence, DOUBTED_CONFIDENCE))
    return word
