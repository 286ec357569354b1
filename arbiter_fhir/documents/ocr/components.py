"""Connected blobs of ink, found without a vision library: runs, their touches, and one label for each blob.

They serve three ends: specks of a fax, leader dots, and the gaps between letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.bitmap import Ink

__all__ = ["Blobs", "find_blobs", "find_leaders"]

Numbers = npt.NDArray[np.int64]

#: Leader dots and dashes are at most this large, inches.
DOT_WIDTH: Final = 0.07
DOT_HEIGHT: Final = 0.035

#: Neighbouring leader dots stand at most this far apart, inches, and so many of them make a leader.
DOT_GAP: Final = 0.16
DOTS: Final = 6

#: A gap may differ from its leader's usual gap by this part of it.
GAP_PLAY: Final = 0.35

#: More small blobs than this on a page are noise, not leaders.
_MOST_DOTS: Final = 20_000

#: Pages with more runs than this are noise through and through; labelling them would only cost time.
_MOST_RUNS: Final = 1_500_000


@dataclass(frozen=True, slots=True)
class Blobs:
    """All blobs of a page.

    Attributes:
        left: Bounds in pixels, end exclusive; one entry for each blob.
        area: Pixels of ink.
        run_row: Row, first and end column of each horizontal run of ink, and the blob it belongs to.
    """

    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers
    area: Numbers
    run_row: Numbers
    run_first: Numbers
    run_end: Numbers
    run_blob: Numbers

    def __len__(self) -> int:
        return len(self.left)

    def paint(self, chosen: npt.NDArray[np.bool_], shape: tuple[int, int]) -> Ink:
        """The pixels of the ``chosen`` blobs (one flag for each) on a page of ``shape``."""
        steps = np.zeros(shape[0] * (shape[1] + 1), dtype=np.int8)
        runs = chosen[self.run_blob]
        width = shape[1] + 1
        np.add.at(steps, self.run_row[runs] * width + self.run_first[runs], 1)
        np.add.at(steps, self.run_row[runs] * width + self.run_end[runs], -1)
        filled = np.cumsum(steps, dtype=np.int8).reshape(shape[0], width)[:, :-1]
        pixels: Ink = filled.astype(np.bool_)
        return pixels


def find_blobs(ink: Ink) -> Blobs | None:
    """Blobs of touching ink (eight neighbours); ``None`` for pages that are noise or empty."""
    height, width = ink.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, 1:-1] = ink
    edges = np.flatnonzero(np.diff(padded.ravel()))
    starts, ends = edges[0::2].astype(np.int64), edges[1::2].astype(np.int64)
    if len(starts) == 0 or len(starts) > _MOST_RUNS:
        return None
    stride = width + 2
    rows = starts // stride
    firsts = starts - rows * stride
    lasts = ends - rows * stride
    # Runs of the row above that touch: theirs begin at or before our end, and end at or after our beginning.
    low = np.searchsorted(ends, (rows - 1) * stride + firsts, side="left")
    high = np.searchsorted(starts, (rows - 1) * stride + lasts, side="right")
    touches = np.maximum(high - low, 0)
    own = np.repeat(np.arange(len(starts)), touches)
    offsets = np.arange(len(own)) - np.repeat(np.cumsum(touches) - touches, touches)
    above = np.repeat(low, touches) + offsets
    labels = _join(len(starts), own, above)
    _, blobs = np.unique(labels, return_inverse=True)
    count = int(blobs.max()) + 1
    order = np.argsort(blobs, kind="stable")
    heads = np.searchsorted(blobs[order], np.arange(count))
    return Blobs(
        left=np.minimum.reduceat(firsts[order], heads),
        top=np.minimum.reduceat(rows[order], heads),
        right=np.maximum.reduceat(lasts[order], heads),
        bottom=np.maximum.reduceat(rows[order], heads) + 1,
        area=np.add.reduceat((lasts - firsts)[order], heads),
        run_row=rows,
        run_first=firsts,
        run_end=lasts,
        run_blob=blobs.astype(np.int64),
    )


def _join(count: int, one: Numbers, other: Numbers) -> Numbers:
    """The smallest member's number for each of ``count`` things joined by pairs (hooking and pointer jumping)."""
    labels = np.arange(count)
    while True:
        smaller = np.minimum(labels[one], labels[other])
        before = labels.copy()
        # Hook the roots, not only the members, so that chains collapse in few rounds.
        np.minimum.at(labels, before[one], smaller)
        np.minimum.at(labels, before[other], smaller)
        while True:
            jumped = labels[labels]
            if np.array_equal(jumped, labels):
                break
            labels = jumped
        if np.array_equal(labels, before):
            return labels


def find_leaders(blobs: Blobs, dpi: float) -> npt.NDArray[np.bool_] | None:
    """Which blobs are dots or dashes of leaders: small, on one height, evenly spaced, many.

    Returns:
        One flag for each blob, or ``None`` where the page has no leader.
    """
    width, height = blobs.right - blobs.left, blobs.bottom - blobs.top
    small = np.flatnonzero((width <= DOT_WIDTH * dpi) & (height <= max(3.0, DOT_HEIGHT * dpi)))
    if len(small) < DOTS or len(small) > _MOST_DOTS:
        return None
    small = small[np.argsort(blobs.left[small], kind="stable")]
    chains = _chain_dots(
        [
            (int(blobs.left[dot]), int(blobs.right[dot]), float(blobs.top[dot] + blobs.bottom[dot]) / 2, int(dot))
            for dot in small
        ],
        most_gap=DOT_GAP * dpi,
        play_down=max(2.0, 0.012 * dpi),
    )
    leaders = np.zeros(len(blobs), dtype=np.bool_)
    for chain in chains:
        if len(chain) >= DOTS:
            leaders[chain] = True
    return leaders if leaders.any() else None


def _chain_dots(dots: list[tuple[int, int, float, int]], *, most_gap: float, play_down: float) -> list[list[int]]:
    """Chains of evenly spaced dots, from left to right.

    Args:
        dots: ``(left, right, middle height, number)`` by ascending left edge.
        most_gap: Largest distance between two dots, pixels.
        play_down: Largest change of height from one dot to the next, pixels.
    """
    done: list[list[int]] = []
    # For each band of height: open chains as [last left, last height, usual pitch, members].
    bands: dict[int, list[tuple[int, float, float, list[int]]]] = {}
    size = max(4, round(play_down * 2))
    for left, _right, middle, number in dots:
        band = int(middle) // size
        best: tuple[int, int] | None = None
        best_distance = most_gap
        for near in (band - 1, band, band + 1):
            for index, (last, height, pitch, _members) in enumerate(bands.get(near, ())):
                distance = left - last
                if distance < 2 or distance > best_distance or abs(height - middle) > play_down:
                    continue
                if pitch and abs(distance - pitch) > GAP_PLAY * pitch:
                    continue
                best, best_distance = (near, index), distance
        if best is None:
            members = [number]
            pitch = 0.0
            done.append(members)
        else:
            _last, _height, pitch, members = bands[best[0]].pop(best[1])
            members.append(number)
            pitch = best_distance if not pitch else pitch + (best_distance - pitch) / min(len(members), 8)
        open_chains = bands.setdefault(band, [])
        open_chains[:] = [chain for chain in open_chains if left - chain[0] <= most_gap]
        open_chains.append((left, middle, pitch, members))
    return done
