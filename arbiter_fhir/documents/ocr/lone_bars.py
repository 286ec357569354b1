"""Strokes that recognition calls ``|`` and that may be the digit 1.

In faces with serifs a 1 that stands alone (``50 mg, 1 tablet``) is sometimes read as a bar, with high confidence. A bar
is dropped elsewhere, because rules and the borders of tables are read as bars; dropped here it would take an amount
with it, and nobody would know that there was one. It is kept as what it is, a mark in doubt, where a number could
stand: as tall as its neighbours' letters, a blank away from each of them, behind a word and before a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.documents.ocr.components import Blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.tesseract import OcrWord

__all__ = ["BAR", "find_lone_bars"]

#: What such a stroke is read as.
BAR: Final = "|"
#: Height of a digit as a part of its neighbours' boxes: small letters make these lower, descenders taller; a rule or a
#: bracket of a table is taller than the line.
LEAST_HEIGHT: Final = 0.55
MOST_HEIGHT: Final = 1.3
#: Widest white on either side, as a part of the neighbours' height: a blank is about a third of it, and a digit set in
#: its own width leaves a little more. The next column stands further away.
WIDEST_BLANK: Final = 1.0
#: Fewer letters than this before or behind are scraps themselves.
LEAST_LETTERS: Final = 2


def find_lone_bars(words: Sequence[OcrWord], blobs: Blobs | None) -> list[OcrWord]:
    """The bars among some words that may be a digit, each as a word in doubt.

    Args:
        words: All that was read, in the program's order; pixels.
        blobs: Blobs of the same bitmap's ink; ``None`` where the page is noise: then no bar is believed.
    """
    if blobs is None:
        return []
    found: list[OcrWord] = []
    for index in range(1, len(words) - 1):
        before, bar, after = words[index - 1 : index + 2]
        if bar.text == BAR and _has_room(before, bar, after) and _is_digit_high(before, bar, after, blobs):
            found.append(replace(bar, confidence=min(bar.confidence, DOUBTED_CONFIDENCE)))
    return found


def _has_room(before: OcrWord, bar: OcrWord, after: OcrWord) -> bool:
    """Whether a number could stand between two words: beside a number it could not."""
    height = max(before.bottom - before.top, after.bottom - after.top)
    if not all(0 < white <= WIDEST_BLANK * height for white in (bar.left - before.right, after.left - bar.right)):
        return False
    middle = (bar.top + bar.bottom) / 2
    if not all(word.top - 0.2 * height <= middle <= word.bottom + 0.2 * height for word in (before, after)):
        return False
    follows = after.text.strip(".,;:()")
    return (
        not any(letter.isdigit() for letter in before.text)
        and sum(letter.isalpha() for letter in before.text) >= LEAST_LETTERS
        and len(follows) >= LEAST_LETTERS
        and follows.isalpha()
        # What is counted goes on in mid-sentence; a bar between two titles does not.
        and (follows.islower() or (before.text.isupper() and follows.isupper()))
    )


def _is_digit_high(before: OcrWord, bar: OcrWord, after: OcrWord, blobs: Blobs) -> bool:
    height = max(before.bottom - before.top, after.bottom - after.top)
    across, down = (blobs.left + blobs.right) / 2, (blobs.top + blobs.bottom) / 2
    inside = (across >= bar.left - 1) & (across <= bar.right + 1) & (down >= bar.top - 1) & (down <= bar.bottom + 1)
    tallest = max((int(tall) for tall in (blobs.bottom - blobs.top)[inside]), default=0)
    return LEAST_HEIGHT * height <= tallest <= MOST_HEIGHT * height
