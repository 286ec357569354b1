"""Which way the text of a page runs as displayed, and its boxes as if the page were held upright.

Boxes speak of the page as displayed. A scan that lies on its side or on its head is read all the same, and its words
come in reading order; whoever looks for columns, gaps and neighbours must first turn the boxes so that lines run to the
right.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Protocol

from arbiter_fhir.domain.document import BoundingBox

__all__ = ["PlacedOnLine", "TextRun", "text_run", "upright"]


class TextRun(IntEnum):
    """Where a line of text goes as displayed, in quarter turns clockwise from the usual direction."""

    RIGHT = 0
    DOWN = 1
    LEFT = 2
    UP = 3

    @property
    def is_sideways(self) -> bool:
        """Whether lines run along the page's height."""
        return self in {TextRun.DOWN, TextRun.UP}


class PlacedOnLine(Protocol):
    """A word with its place and its line."""

    @property
    def box(self) -> BoundingBox:
        """Where it stands, fractions of the page as displayed."""

    @property
    def line(self) -> int:
        """Index of its line."""


def text_run(words: Sequence[PlacedOnLine], *, width: float, height: float) -> TextRun:
    """The direction that most neighbouring words of a line go in.

    Args:
        words: In reading order.
        width: Page width as displayed, points.
        height: Page height as displayed, points.

    Returns:
        `TextRun.RIGHT` where nothing tells, or where no other direction has more than half of the steps.
    """
    steps = dict.fromkeys(TextRun, 0)
    for before, after in pairwise(words):
        if before.line != after.line:
            continue
        (x, y), (next_x, next_y) = before.box.center, after.box.center
        across, down = (next_x - x) * width, (next_y - y) * height
        if abs(across) >= abs(down):
            steps[TextRun.RIGHT if across >= 0 else TextRun.LEFT] += 1
        else:
            steps[TextRun.DOWN if down > 0 else TextRun.UP] += 1
    likeliest = max(steps, key=lambda run: steps[run])
    return likeliest if 2 * steps[likeliest] > sum(steps.values()) else TextRun.RIGHT


def upright(box: BoundingBox, run: TextRun) -> BoundingBox:
    """The box on the page turned so that text that runs in direction ``run`` runs to the right.

    Args:
        box: On the page as displayed.
        run: Direction of the text there.
    """
    match run:
        case TextRun.RIGHT:
            return box
        case TextRun.DOWN:
            return BoundingBox(box.y, max(0.0, 1 - box.right), box.height, box.width)
        case TextRun.LEFT:
            return BoundingBox(max(0.0, 1 - box.right), max(0.0, 1 - box.bottom), box.width, box.height)
        case TextRun.UP:
            return BoundingBox(max(0.0, 1 - box.bottom), box.x, box.height, box.width)
