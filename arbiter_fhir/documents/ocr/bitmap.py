"""Gray pages as arrays: what is ink, how the page leans, and cleaning that helps recognition.

All arrays are ``height x width``; gray is 0 (black) to 255 (white), ink is boolean.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

__all__ = [
    "Gray",
    "Ink",
    "blur_and_split",
    "erase",
    "find_ink",
    "has_ink",
    "lean",
    "otsu_level",
    "paper_level",
    "smooth_specks",
    "turn",
]

Gray = npt.NDArray[np.uint8]
Ink = npt.NDArray[np.bool_]

#: Gray levels between paper and the darkest pixels from which a page carries anything at all.
FAINT_CONTRAST: Final = 40

#: Ink covers more of any page with a single word than this share.
BLANK_SHARE: Final = 2e-6

#: Lean is looked for up to this many degrees either way; a feeder does not turn paper further.
LARGEST_LEAN: Final = 6.0

#: Points that the search for the lean looks at: more do not make it surer, fewer say nothing.
_SKEW_POINTS: Final = 40_000
_FEWEST_POINTS: Final = 200


def otsu_level(gray: Gray) -> int:
    """The level that parts ink from paper best (Otsu 1979); ink is at or below it."""
    counts = np.bincount(gray.ravel(), minlength=256).astype(np.float64)
    weight = np.cumsum(counts)
    mass = np.cumsum(counts * np.arange(256))
    other = weight[-1] - weight
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (mass[-1] * weight / weight[-1] - mass) ** 2 / (weight * other)
    between[~np.isfinite(between)] = -1.0
    best = np.flatnonzero(between == between.max())
    # A two-level page has a plateau of equally good levels; its middle is safest against noise.
    return int(best[len(best) // 2])


def paper_level(gray: Gray) -> int:
    """The commonest gray among the lighter half: what the paper looks like."""
    counts = np.bincount(gray[::4, ::4].ravel(), minlength=256)
    return int(np.argmax(counts[128:])) + 128


def find_ink(gray: Gray) -> Ink:
    """Ink by Otsu's level."""
    ink: Ink = gray <= otsu_level(gray)
    return ink


def has_ink(gray: Gray) -> bool:
    """Whether anything stands out from the paper. False only for provably empty pages."""
    paper = paper_level(gray)
    share = np.count_nonzero(np.abs(gray.astype(np.int16) - paper) >= FAINT_CONTRAST) / gray.size
    return bool(share > BLANK_SHARE)


def erase(gray: Gray, pixels: Ink) -> Gray:
    """``gray`` with ``pixels`` and their soft edges painted as paper."""
    grown = pixels.copy()
    grown[1:] |= pixels[:-1]
    grown[:-1] |= pixels[1:]
    grown[:, 1:] |= pixels[:, :-1]
    grown[:, :-1] |= pixels[:, 1:]
    # Soft edges only: full ink beside an erased pixel belongs to a letter that touches.
    soft = grown & (pixels | (gray > otsu_level(gray)))
    result = gray.copy()
    result[soft] = paper_level(gray)
    return result


def lean(ink: Ink) -> tuple[float, float]:
    """How far text lines lean, degrees clockwise as seen, and how uneven the page's projection is at that angle.

    The lean is the angle at which the ink's projection onto the page's side is most uneven (Postl 1986); both are 0
    where there is too little ink to tell. Unevenness is per point of ink and row, comparable between both sides.
    """
    step = max(1, min(ink.shape) // 800)
    rows, columns = np.nonzero(ink[::step, ::step])
    if len(rows) < _FEWEST_POINTS:
        return 0.0, 0.0
    if len(rows) > _SKEW_POINTS:
        chosen = np.random.default_rng(0).choice(len(rows), _SKEW_POINTS, replace=False)
        rows, columns = rows[chosen], columns[chosen]
    across = columns.astype(np.float64)
    down = rows.astype(np.float64)
    margin = int(ink.shape[1] / step * math.tan(math.radians(LARGEST_LEAN))) + 1
    size = ink.shape[0] // step + 2 * margin + 2

    def unevenness(degrees: float) -> float:
        shifted = down - across * math.tan(math.radians(degrees)) + margin
        counts = np.bincount(shifted.astype(np.intp), minlength=size).astype(np.float64)
        return float(np.square(np.diff(counts)).sum()) / len(down)

    best = max(np.arange(-LARGEST_LEAN, LARGEST_LEAN + 0.01, 0.5), key=unevenness)
    best = max(best + np.arange(-0.5, 0.51, 0.1), key=unevenness)
    return round(float(best), 2), unevenness(float(best))


def turn(gray: Gray, degrees: float) -> Gray:
    """The page turned by ``degrees`` clockwise about its centre, same size, paper at the corners."""
    image = Image.fromarray(gray).rotate(-degrees, resample=Image.Resampling.BICUBIC, fillcolor=paper_level(gray))
    return np.asarray(image)


def blur_and_split(gray: Gray) -> Gray:
    """Lightly blurred, then black and white by Otsu: steady against grain (shared measurements of a noisy page)."""
    blurred = np.asarray(Image.fromarray(gray).filter(ImageFilter.GaussianBlur(0.8)))
    return np.where(blurred <= otsu_level(blurred), np.uint8(0), np.uint8(255))


def smooth_specks(gray: Gray) -> Gray:
    """A 3 x 3 median: removes salt and pepper, keeps edges."""
    return np.asarray(Image.fromarray(gray).filter(ImageFilter.MedianFilter(3)))
