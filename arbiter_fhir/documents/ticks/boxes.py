"""Boxes to tick on a bitmap: small squares with four straight sides, and what stands inside them.

A square is looked for by its upper and lower edge, runs of ink of equal length one side apart, and proven by its other
two sides and its corners: a D has no right corners, an O has none. What is in it is judged by the share of ink well
inside the outline; a share that could be a speck or a tick is called neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.bitmap import Gray, Ink, find_ink, paper_level
from arbiter_fhir.documents.ticks.marks import LEAST_SIDE, MOST_SIDE, TickBox, TickState

__all__ = ["erase_tick_boxes", "find_tick_boxes"]

#: Below so many pixels a side says nothing about what is inside.
LEAST_PIXELS: Final = 12
#: How unequal its sides may be.
UNEQUAL: Final = 0.25
#: Width of the band in which a side is looked for, as a part of the side; a tick's corner is square within it.
BAND: Final = 0.12
#: Part of a side that must be ink.
SOLID: Final = 0.88
#: What is inside is looked at this far from the outline, as a part of the side.
INSET: Final = 0.2
#: Shares of ink inside below which a box is empty, from which it is ticked, and from which it is a solid square. A thin
#: pen's stroke across the box covers a tenth of it, specks of a fax a fiftieth (our own drawings, 150 to 300 dpi).
EMPTY_SHARE: Final = 0.03
TICKED_SHARE: Final = 0.07
SOLID_SHARE: Final = 0.9
#: White space that a box has on either side, as a part of its side; letters of a word stand closer. A tick that leaves
#: its box may cross it, so that this share of it may be ink.
CLEARANCE: Final = 0.2
CROSSED_SHARE: Final = 0.2
#: A pen leaves its box by at most this part of the side; beyond, ink is the next word's.
STROKE_REACH: Final = 0.5
#: So many squares that share their sides are the comb of a date or number field.
COMB: Final = 3
#: More runs than this of a box's length are a pattern, not a form.
_MOST_RUNS: Final = 20_000


_Numbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Square:
    left: int
    top: int
    right: int
    bottom: int
    share: float


def find_tick_boxes(ink: Ink, dpi: float, *, alone: bool = False) -> list[TickBox]:
    """Tick boxes from top to bottom.

    Args:
        ink: The bitmap's ink.
        dpi: Its resolution, both ways.
        alone: Whether a box with something in it counts where the page has no empty one of its size. On a scan it does
            not: forms leave some box open, and a report that frames its flags has only full ones.
    """
    least, most = max(LEAST_PIXELS, LEAST_SIDE * dpi), MOST_SIDE * dpi
    if most <= least or min(ink.shape) < most:
        return []
    squares = _without_combs(_squares(ink, least, most))
    hollow = [square for square in squares if square.share < SOLID_SHARE]
    empty = [square for square in squares if square.share < EMPTY_SHARE]
    boxes: list[TickBox] = []
    for square in squares:
        if square.share >= SOLID_SHARE and not any(_alike(square, other) for other in hollow):
            continue  # a bullet
        if not alone and square.share >= EMPTY_SHARE and not any(_alike(square, other) for other in empty):
            continue  # a frame
        state = TickState.UNCLEAR
        if square.share < EMPTY_SHARE:
            state = TickState.EMPTY
        elif square.share >= TICKED_SHARE:
            state = TickState.TICKED
        boxes.append(TickBox(square.left, square.top, square.right, square.bottom, state))
    return boxes


def erase_tick_boxes(gray: Gray, boxes: Sequence[TickBox]) -> Gray:
    """The bitmap with the boxes, what is in them, and strokes that leave them painted as paper."""
    if not boxes:
        return gray
    result = gray.copy()
    paper = paper_level(gray)
    ink = find_ink(gray)
    for box in boxes:
        around = max(1, round(0.06 * box.side))
        top, left = max(0, int(box.top) - around), max(0, int(box.left) - around)
        right, bottom = int(box.right) + around, int(box.bottom) + around
        result[top:bottom, left:right] = paper
        if box.state is TickState.TICKED:
            reach = round(STROKE_REACH * box.side)
            window = (slice(max(0, top - reach), bottom + reach), slice(max(0, left - reach), right + reach))
            stroke = np.zeros(ink[window].shape, dtype=np.bool_)
            stroke[
                top - window[0].start : bottom - window[0].start, left - window[1].start : right - window[1].start
            ] = 1
            result[window][_grown(stroke, ink[window], 2 * reach)] = paper
    return result


def _grown(seed: Ink, ink: Ink, steps: int) -> Ink:
    """The seed with all ink that hangs together with it, at most so many pixels away, and its soft edge."""
    grown = seed
    for _ in range(steps):
        wider = _dilated(grown) & ink | grown
        if np.array_equal(wider, grown):
            break
        grown = wider
    return _dilated(grown)


def _dilated(mask: Ink) -> Ink:
    wider = mask.copy()
    wider[1:] |= mask[:-1]
    wider[:-1] |= mask[1:]
    wider[:, 1:] |= wider[:, :-1].copy()
    wider[:, :-1] |= wider[:, 1:].copy()
    return wider


def _squares(ink: Ink, least: float, most: float) -> list[_Square]:
    rows, firsts, ends = _runs(ink, least, most)
    if len(rows) > _MOST_RUNS:
        return []
    found: list[_Square] = []
    order = np.lexsort((firsts, rows))
    rows, firsts, ends = rows[order], firsts[order], ends[order]
    for index in range(len(rows)):
        top, first, end = int(rows[index]), int(firsts[index]), int(ends[index])
        if any(_inside(first, end, top, square) for square in found[-12:]):
            continue
        side = end - first
        play = max(2, round(BAND * side))
        low = np.searchsorted(rows, top + side * (1 - UNEQUAL) - 1, side="left")
        high = np.searchsorted(rows, top + side * (1 + UNEQUAL) + 1, side="right")
        near = np.flatnonzero((np.abs(firsts[low:high] - first) <= play) & (np.abs(ends[low:high] - end) <= play))
        for other in near[::-1]:
            square = _proven(ink, first, top, end, int(rows[low + other]) + 1)
            if square is not None:
                found.append(square)
                break
    return found


def _runs(ink: Ink, least: float, most: float) -> tuple[_Numbers, _Numbers, _Numbers]:
    """Rows, first and end columns of runs of ink as long as a box's side.

    Holes of one pixel are closed, and rows are taken two by two: a side that leans half a degree steps once.
    """
    closed = ink.copy()
    closed[:, 1:-1] |= ink[:, :-2] & ink[:, 2:]
    paired = closed[:-1] | closed[1:]
    height, width = paired.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, 1:-1] = paired
    edges = np.flatnonzero(np.diff(padded.ravel()))
    starts, ends = edges[0::2], edges[1::2]
    chosen = (ends - starts >= least) & (ends - starts <= most)
    starts, ends = starts[chosen], ends[chosen]
    rows = starts // (width + 2)
    return rows, starts - rows * (width + 2), ends - rows * (width + 2)


def _inside(first: int, end: int, row: int, square: _Square) -> bool:
    return square.top <= row <= square.bottom and square.left - 2 <= first and end <= square.right + 2


def _proven(ink: Ink, left: int, top: int, right: int, bottom: int) -> _Square | None:
    """The square, if its four sides and corners are of ink."""
    side = right - left
    height = bottom - top
    if (
        abs(height - side) > UNEQUAL * max(side, height)
        or height < LEAST_PIXELS
        or not _stands_alone(ink, left, top, right, bottom)
    ):
        return None
    band = max(2, round(BAND * side))
    cut = ink[top:bottom, left:right]
    sides = (cut[:band], cut[-band:], cut[:, :band].T, cut[:, -band:].T)
    if not all(_holds_a_line(strip) for strip in sides):
        return None
    corners = (cut[:band, :band], cut[:band, -band:], cut[-band:, :band], cut[-band:, -band:])
    if not all(corner.any() for corner in corners):
        return None
    inset_across, inset_down = max(band, round(INSET * side)), max(band, round(INSET * height))
    inner = cut[inset_down : height - inset_down, inset_across : side - inset_across]
    if inner.size == 0:
        return None
    return _Square(left, top, right, bottom, np.count_nonzero(inner) / inner.size)


def _holds_a_line(strip: Ink) -> bool:
    """Whether a straight line runs along the strip; two rows count as one, for a leaning line steps."""
    paired = strip[:-1] | strip[1:]
    return bool(np.count_nonzero(paired, axis=1).max() >= SOLID * strip.shape[1])


def _stands_alone(ink: Ink, left: int, top: int, right: int, bottom: int) -> bool:
    """Whether there is white space on all sides: a letter of a word has none beside it, half an 8 none above it."""
    wide = max(2, round(CLEARANCE * (right - left)))
    above = ink[max(0, top - 1 - wide) : max(0, top - 1), left:right]
    below = ink[bottom + 1 : bottom + 1 + wide, left:right]
    before = ink[top:bottom, max(0, left - 1 - wide) : max(0, left - 1)]
    after = ink[top:bottom, right + 1 : right + 1 + wide]
    for strip in (before, after, above, below):
        if strip.size and np.count_nonzero(strip) > CROSSED_SHARE * strip.size:
            return False
    return True


def _alike(square: _Square, other: _Square) -> bool:
    side, other_side = square.right - square.left, other.right - other.left
    return abs(side - other_side) <= UNEQUAL * max(side, other_side)


def _without_combs(squares: Sequence[_Square]) -> list[_Square]:
    """Without rows of squares that share their sides: one letter of a date or number goes into each."""
    kept: list[_Square] = []
    for square in squares:
        joined = {square}
        grown = True
        while grown:
            grown = False
            for other in squares:
                if other not in joined and any(_share_a_side(one, other) for one in joined):
                    joined.add(other)
                    grown = True
            if len(joined) >= COMB:
                break
        if len(joined) < COMB:
            kept.append(square)
    return kept


def _share_a_side(one: _Square, other: _Square) -> bool:
    play = max(2, round(2 * BAND * (one.right - one.left)))
    if abs(one.top - other.top) > play:
        return False
    return abs(one.right - other.left) <= play or abs(other.right - one.left) <= play
