"""A scan made ready for recognition: square pixels, a sensible resolution, no specks, no leaders, upright lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from PIL import Image, ImageFilter

from arbiter_fhir.documents.ocr.bitmap import Gray, Ink, erase, find_ink, lean, paper_level, turn
from arbiter_fhir.documents.ocr.components import Blobs, find_blobs, find_leaders
from arbiter_fhir.documents.pdf.mapping import IDENTITY, Mapping, quarter_turn, scaling, turning
from arbiter_fhir.documents.ticks.boxes import erase_tick_boxes, find_tick_boxes
from arbiter_fhir.documents.ticks.marks import TickBox

__all__ = ["Prepared", "Scan", "prepare", "soften", "turn_quarter"]

#: Resolutions that recognition likes. Finer bitmaps are reduced by whole factors (time grows with pixels, accuracy does
#: not), coarser ones are enlarged; within the band the bitmap stays as it is (shared measurements: up-sampling finds
#: more words and fewer right values).
FINEST_DPI: Final = 330.0
COARSEST_DPI: Final = 130.0

#: Nothing is enlarged to more pixels than this: a coarse bitmap of that size is a poster, not a page.
ENLARGED_PIXELS: Final = 10_000_000

#: Difference of the two resolutions from which pixels are made square; below 0.7 it is a standard-resolution fax.
UNSQUARE: Final = 0.93
STANDARD_FAX: Final = 0.7

#: A fax of standard resolution is enlarged to this, its steps levelled by a Gaussian of so many pixels: on six faxed
#: sample reports 82 to 84 of 100 words were right, 70 to 72 at the finer of the fax's own two resolutions; 300, 408 and
#: 500 gave 79 to 86, 79 to 86 and 79 to 85.
FAX_DPI: Final = 350.0
FAX_SOFTENING: Final = 1.5

#: Blobs under this many pixels at 200 dpi are specks; a page is speckled when it has this many, and more than letters.
SPECK_PIXELS: Final = 5
SPECKS: Final = 300

#: Inches around letters within which a speck may be a decimal point, and pixels that a point has at least.
LETTERS_REACH: Final = 0.03
POINT_PIXELS: Final = 2

#: Lean in degrees from which the bitmap is turned. Below it turning costs more accuracy by blurring than it gains:
#: on the sample scans at 0.2 degrees it lost 20 of 1330 row parts.
TURN_FROM: Final = 1.2

#: How much more uneven a page's columns than its rows must be for lines to run up or down it.
SIDEWAYS: Final = 1.6

#: Weights of the softening along each side. It levels grain and JPEG blocks: on the sample scans it raised right row
#: parts from 1251 to 1271 of 1330 at no cost, as did a Gaussian of 0.7 pixels at four times the time; twice the
#: resolution gave 1277 at 1.9 times the cost.
SOFTENING: Final = (1, 2, 1)


@dataclass(frozen=True, slots=True)
class Scan:
    """A page's bitmap as displayed.

    Attributes:
        gray: Pixels.
        dpi_across: Pixels per inch along the width, and down the height.
    """

    gray: Gray
    dpi_across: float
    dpi_down: float


@dataclass(frozen=True, slots=True)
class Prepared:
    """A bitmap for recognition, and the way back.

    Attributes:
        gray: Pixels.
        dpi: Pixels per inch, both ways.
        back: From its pixels to the scan's pixels.
        lean: Degrees that its lines still lean clockwise.
        sideways: Whether its lines seem to run up or down.
        blobs: Blobs of its ink; ``None`` for noise and empty pages.
        coarse: Whether it is a fax of standard resolution.
        ticks: Boxes to tick in its pixels; the bitmap is without them, for they are read as letters otherwise.
    """

    gray: Gray
    dpi: float
    back: Mapping
    lean: float
    sideways: bool
    blobs: Blobs | None
    coarse: bool = False
    ticks: tuple[TickBox, ...] = ()


def prepare(scan: Scan) -> Prepared:
    """Make a scan ready; every step is left out where the page does not need it."""
    gray, back, dpi = _square(scan)
    coarse = _is_standard_fax(scan)
    ink = find_ink(gray)
    blobs = find_blobs(ink)
    if blobs is not None:
        cleaned, ink = _without_clutter(gray, ink, blobs, dpi)
        if cleaned is not gray:
            gray, blobs = cleaned, find_blobs(ink)
    degrees, unevenness = lean(ink)
    _, across = lean(np.ascontiguousarray(ink.T))
    sideways = across > SIDEWAYS * unevenness
    if abs(degrees) >= TURN_FROM and not sideways:
        height, width = gray.shape
        gray = turn(gray, -degrees)
        back = back.after(turning(degrees, width=width, height=height))
        degrees, ink = 0.0, find_ink(gray)
        blobs = find_blobs(ink)
    return _without_ticks(Prepared(gray, dpi, back, degrees, sideways, blobs, coarse), ink)


def turn_quarter(prepared: Prepared, degrees: int) -> Prepared:
    """The page turned clockwise by 0, 90, 180 or 270 degrees, then straightened."""
    height, width = prepared.gray.shape
    gray = np.ascontiguousarray(np.rot90(prepared.gray, -degrees // 90))
    back = prepared.back.after(quarter_turn(degrees, width=width, height=height))
    ink = find_ink(gray)
    left_over, _ = lean(ink)
    ticks = tuple(_turned(box, degrees, width=width, height=height) for box in prepared.ticks)
    if abs(left_over) >= TURN_FROM:
        turned_height, turned_width = gray.shape
        gray = turn(gray, -left_over)
        back = back.after(turning(left_over, width=turned_width, height=turned_height))
        straight = turning(-left_over, width=turned_width, height=turned_height)
        ticks = tuple(_moved(box, straight) for box in ticks)
        left_over, ink = 0.0, find_ink(gray)
    turned = replace(prepared, gray=gray, back=back, lean=left_over, sideways=False, blobs=find_blobs(ink), ticks=ticks)
    return _without_ticks(turned, ink)


def _without_ticks(prepared: Prepared, ink: Ink) -> Prepared:
    """With the boxes to tick taken out of the bitmap; those known already stay known."""
    if prepared.blobs is None:
        return prepared
    found = find_tick_boxes(ink, prepared.dpi)
    if not found:
        return prepared
    gray = erase_tick_boxes(prepared.gray, found)
    return replace(prepared, gray=gray, blobs=find_blobs(find_ink(gray)), ticks=(*prepared.ticks, *found))


def _turned(box: TickBox, degrees: int, *, width: int, height: int) -> TickBox:
    """The box after the page was turned clockwise by 0, 90, 180 or 270 degrees."""
    size = (height, width) if degrees in (90, 270) else (width, height)
    return _moved(box, quarter_turn(-degrees % 360, width=size[0], height=size[1]))


def _moved(box: TickBox, way: Mapping) -> TickBox:
    left, top, right, bottom = way.bounds(box.left, box.top, box.right, box.bottom)
    return replace(box, left=left, top=top, right=right, bottom=bottom)


def soften(gray: Gray) -> Gray:
    """Level grain a little."""
    weights = [one * other for one in SOFTENING for other in SOFTENING]
    return np.asarray(Image.fromarray(gray).filter(ImageFilter.Kernel((3, 3), weights)))


def _square(scan: Scan) -> tuple[Gray, Mapping, float]:
    """Square pixels at a resolution within the band; specks of a fax go first, while they are single pixels."""
    gray = scan.gray
    across, down = scan.dpi_across, scan.dpi_down
    height, width = gray.shape
    ratio = min(across, down) / max(across, down)
    target = max(across, down)
    standard = _is_standard_fax(scan)
    if ratio < UNSQUARE:
        gray = _without_specks(gray, across=across, down=down)
        target = FAX_DPI if standard else target
    elif target > FINEST_DPI:
        target /= -(-target // FINEST_DPI)
    elif target < COARSEST_DPI and 4 * width * height <= ENLARGED_PIXELS:
        target *= 2
    size = (max(1, round(width * target / across)), max(1, round(height * target / down)))
    if size == (width, height):
        return gray, IDENTITY, target
    finer = size[0] * size[1] > width * height
    resample = Image.Resampling.BICUBIC if finer else Image.Resampling.BOX
    image = Image.fromarray(gray).resize(size, resample)
    if standard:
        image = image.filter(ImageFilter.GaussianBlur(FAX_SOFTENING))
    return np.asarray(image), scaling(width / size[0], height / size[1]), target


def _is_standard_fax(scan: Scan) -> bool:
    return min(scan.dpi_across, scan.dpi_down) / max(scan.dpi_across, scan.dpi_down) < STANDARD_FAX


def _without_clutter(gray: Gray, ink: Ink, blobs: Blobs, dpi: float) -> tuple[Gray, Ink]:
    """Without leader dots, and without specks where the page is full of them."""
    unwanted: Ink | None = None
    specks = blobs.area < SPECK_PIXELS * (dpi / 200.0) ** 2
    if np.count_nonzero(specks) > max(SPECKS, len(blobs) // 2):
        unwanted = blobs.paint(specks, ink.shape)
    leaders = find_leaders(blobs, dpi)
    if leaders is not None:
        painted = blobs.paint(leaders, ink.shape)
        unwanted = painted if unwanted is None else unwanted | painted
    if unwanted is None:
        return gray, ink
    return erase(gray, unwanted), ink & ~unwanted


def _without_specks(gray: Gray, *, across: float, down: float) -> Gray:
    """Without the specks of a noisy line, where there are many of them.

    On a coarse fax a decimal point is as small as a speck. What tells them apart is company: a speck among letters may
    be a point and stays, unless it is a single pixel.
    """
    ink = find_ink(gray)
    blobs = find_blobs(ink)
    if blobs is None:
        return gray
    small = blobs.area < SPECK_PIXELS
    letters = Image.fromarray(blobs.paint(~small, ink.shape)).convert("L")
    reach = (LETTERS_REACH * across, LETTERS_REACH * down)
    near = np.asarray(letters.filter(ImageFilter.BoxBlur(reach))) > 0
    alone = small & ~near[blobs.top, blobs.left]
    if np.count_nonzero(alone) <= SPECKS:
        return gray
    result = gray.copy()
    unwanted = alone | (blobs.area < POINT_PIXELS)
    result[blobs.paint(unwanted, ink.shape)] = paper_level(gray)
    return result
