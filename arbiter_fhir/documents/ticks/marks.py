"""The marks that stand for boxes to tick among a page's words, and the regions that say what they show.

However a form draws its boxes (a form field, a drawn square, a square on a scan, a character), its page has one word
for each: an empty or a crossed ballot box of Unicode, or an empty one with a question mark where the paper does not say
which. Readers of facts look at the regions only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.ocr.tesseract import OcrWord
from arbiter_fhir.domain.document import BoundingBox, Page, Word
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark

__all__ = [
    "LEAST_SIDE",
    "MARKS",
    "MOST_SIDE",
    "TickBox",
    "TickState",
    "checkbox_regions",
    "mark_of",
    "part_marks",
    "recognised_marks",
    "without_words_in",
]

#: Sides of a tick box, inches: 6 to 18 points.
LEAST_SIDE: Final = 0.082
MOST_SIDE: Final = 0.25


class TickState(Enum):
    """What a tick box shows."""

    EMPTY = "empty"
    TICKED = "ticked"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class TickBox:
    """A tick box; edges in pixels of its bitmap, ends exclusive."""

    left: float
    top: float
    right: float
    bottom: float
    state: TickState

    @property
    def side(self) -> float:
        """The longer side."""
        return max(self.right - self.left, self.bottom - self.top)


#: The word for each state.
MARKS: Final[Mapping[TickState, str]] = {
    TickState.EMPTY: "\u2610",
    TickState.TICKED: "\u2612",
    TickState.UNCLEAR: "\u2610?",
}

#: Characters that are boxes to tick: ballot boxes and white squares of Unicode, and what Wingdings' boxes become where
#: a file maps its characters to the private area (0xF000 and the font's own code).
_EMPTY: Final = frozenset("\u2610\u25a1\u25a2\u2751\u2752\u274f\u2750\u25fb\u25fd\U0001f78e\uf0a8\uf06f\uf071\uf072")
_TICKED: Final = frozenset("\u2611\u2612\u25a3\u2705\u274e\U0001f5f9\U0001f5f7\uf0fd\uf0fe\uf078\uf054\uf053")

_REGION_MARKS: Final = {
    TickState.EMPTY: (RegionMark.UNCHECKED,),
    TickState.TICKED: (RegionMark.CHECKED,),
    TickState.UNCLEAR: (),
}

#: Confidence, 0-100, of marks on a scan: what is inside was measured, not recognised.
CLEAR_CONFIDENCE: Final = 95.0
UNCLEAR_CONFIDENCE: Final = 40.0


def mark_of(text: str) -> TickState | None:
    """What a word says as a box to tick; ``None`` for other words."""
    if text == MARKS[TickState.UNCLEAR]:
        return TickState.UNCLEAR
    if len(text) == 1:
        if text in _EMPTY:
            return TickState.EMPTY
        if text in _TICKED:
            return TickState.TICKED
    return None


def recognised_marks(boxes: Iterable[TickBox]) -> list[OcrWord]:
    """A word for each box on a scan."""
    return [
        OcrWord(
            MARKS[box.state],
            box.left,
            box.top,
            box.right,
            box.bottom,
            UNCLEAR_CONFIDENCE if box.state is TickState.UNCLEAR else CLEAR_CONFIDENCE,
        )
        for box in boxes
    ]


def part_marks(words: Iterable[PlacedWord]) -> list[PlacedWord]:
    """The words, with box characters that touch a word parted from it; each character takes an equal share."""
    parted: list[PlacedWord] = []
    for word in words:
        text = word.text
        if len(text) == 1 or mark_of(text) is not None or not any(mark_of(letter) for letter in text):
            parted.append(word)
            continue
        start = 0
        for end in range(1, len(text) + 1):
            if end < len(text) and mark_of(text[end - 1]) is None and mark_of(text[end]) is None:
                continue
            parted.append(_share(word, start, end))
            start = end
    return parted


def _share(word: PlacedWord, start: int, end: int) -> PlacedWord:
    length = len(word.text)
    box, wide = word.box, word.right - word.left
    return word._replace(
        text=word.text[start:end],
        box=BoundingBox(box.x + box.width * start / length, box.y, box.width * (end - start) / length, box.height),
        left=word.left + wide * start / length,
        right=word.left + wide * end / length,
    )


def without_words_in(words: Iterable[PlacedWord], boxes: Sequence[BoundingBox]) -> list[PlacedWord]:
    """The words whose middle lies in none of the boxes: a tick's own letter is told by its mark."""
    return [word for word in words if not any(box.holds_center_of(word.box) for box in boxes)]


def checkbox_regions(page: Page, names: Mapping[BoundingBox, str]) -> list[Region]:
    """A region for each mark among the page's words.

    Args:
        page: The page.
        names: Names of boxes that have one, by the box of their word.
    """
    found: list[Region] = []
    for word in page.words:
        state = mark_of(word.text)
        if state is not None:
            found.append(_region(word, names.get(word.box, f"check box {len(found) + 1}"), _REGION_MARKS[state]))
    return found


def _region(word: Word, path: str, marks: tuple[RegionMark, ...]) -> Region:
    return Region(RegionKind.CHECKBOX, path, ((word.start, word.end),), marks=marks)
