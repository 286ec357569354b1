"""How tall a recognised word's letters really are.

The recogniser's boxes are as tall as the row that it cut out, which may reach into the rules of a table or the next
line; a citation's box must lie on the words themselves. The blobs of ink know where the letters end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.components import Blobs
from arbiter_fhir.documents.ocr.tesseract import OcrWord

__all__ = ["fit_to_letters"]

#: A blob taller than this part of the word's box is a rule or a letter joined with one.
TALLEST_LETTER: Final = 1.5
#: A letter may reach beyond the box by this part of the box's height: descenders are cut off now and then.
REACH: Final = 0.35
#: Letters lower than this part of the box are a sign such as ``-``, which keeps its words' company and its own box.
LOWEST_LETTER: Final = 0.25
#: Pixels of play at the edges.
PLAY: Final = 2.0
#: Letters that reach below the line, and how far: parts of the height of capitals, or of small letters without them
#: (common faces: descent 0.21 em, capitals 0.72 em, small letters 0.52 em).
DESCENDERS: Final = frozenset("gjpqy")
DESCENT: Final = 0.29
DESCENT_OF_SMALL: Final = 0.4
_SMALL: Final = frozenset("acegmnopqrsuvwxyz.,-")


def fit_to_letters(words: Sequence[OcrWord], blobs: Blobs | None) -> list[OcrWord]:
    """The words with top and bottom at their letters' ink; left and right, which are exact, stay.

    Args:
        words: As recognised; pixels.
        blobs: Ink of the bitmap that they were read from; ``None`` where the page is noise: then nothing changes.
    """
    if blobs is None:
        return list(words)
    middle_x = (blobs.left + blobs.right) / 2
    middle_y = (blobs.top + blobs.bottom) / 2
    widths = blobs.right - blobs.left
    heights = blobs.bottom - blobs.top
    fitted: list[OcrWord] = []
    for word in words:
        height, width = word.bottom - word.top, word.right - word.left
        is_letter = (heights <= TALLEST_LETTER * height + PLAY) & (widths <= width + 2 * PLAY)
        letters = (
            is_letter
            & (middle_x >= word.left - 1)
            & (middle_x <= word.right + 1)
            & (middle_y >= word.top - 1)
            & (middle_y <= word.bottom + 1)
        )
        if not letters.any():
            fitted.append(word)
            continue
        top = max(float(blobs.top[letters].min()), word.top - REACH * height)
        bottom = min(float(blobs.bottom[letters].max()), word.bottom + REACH * height)
        if not DESCENDERS.isdisjoint(word.text) and _reaches_in(blobs, ~is_letter, word, (top, bottom)):
            # A descender that touches a rule is one blob with it; how far it reaches is worked out.
            bottom = max(bottom, top + (bottom - top) * (1 + _descent(word.text)))
        if bottom - top < LOWEST_LETTER * height:
            fitted.append(word)
        else:
            fitted.append(replace(word, top=top, bottom=bottom))
    return fitted


def _descent(text: str) -> float:
    return DESCENT_OF_SMALL if _SMALL.issuperset(text) else DESCENT


def _reaches_in(blobs: Blobs, chosen: npt.NDArray[np.bool_], word: OcrWord, rows: tuple[float, float]) -> bool:
    """Whether ink of the chosen blobs stands between the word's letters, above their lower edge."""
    first, end = np.searchsorted(blobs.run_row, [rows[0], rows[1] - PLAY])
    runs = slice(int(first), int(end))
    beside = (blobs.run_first[runs] < word.right) & (blobs.run_end[runs] > word.left)
    return bool((chosen[blobs.run_blob[runs]] & beside).any())
