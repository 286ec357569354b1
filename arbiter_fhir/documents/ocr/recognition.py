"""OCR of a PDF page as it shows: drawn at the right resolution, then read like any scan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.limits import RENDER_DPI
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.ocr.bitmap import Gray
from arbiter_fhir.documents.ocr.preparation import Scan
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.ocr.words import PageBudget, read_scan
from arbiter_fhir.documents.pages import Reading
from arbiter_fhir.documents.pdf.layer import TextLayer
from arbiter_fhir.documents.pdf.pictures import Picture

__all__ = ["draw_gray", "read_beside", "recognise"]

#: A picture over this share of the page sets the resolution: its own pixels are read, not a redrawing of them.
SCAN_SHARE: Final = 0.5

#: Pictures finer than this are drawn at half their resolution or less; recognition would reduce them anyway.
_FINEST_DPI: Final = 660.0
_COARSEST_DPI: Final = 60.0

#: Most pixels of a page drawn for recognition: a letter page at 300 dpi has 8.4 million, A3 has 17.
DRAWN_PIXELS: Final = 20_000_000

#: Words found in pictures beside a text layer need this confidence: the layer is there, rubbish would only hurt.
BESIDE_CONFIDENCE: Final = 70.0


def draw_gray(display_list: Any, across: float, down: float) -> Gray:
    """The drawn page as a gray array, ``across`` and ``down`` pixels per point."""
    pixels = display_list.get_pixmap(matrix=pymupdf.Matrix(across, down), colorspace=pymupdf.csGRAY, alpha=False)
    flat = np.frombuffer(pixels.samples, dtype=np.uint8)
    return flat.reshape(pixels.height, pixels.stride)[:, : pixels.width]


def recognise(display_list: Any, layer: TextLayer, tesseract: Tesseract, *, width: float, height: float) -> Reading:
    """Words of the page as it shows.

    A page that is one picture is drawn pixel by pixel, so that nothing is drawn anew; others at the usual resolution.

    Args:
        display_list: The page's `pymupdf.DisplayList`.
        layer: What its text layer and pictures are.
        tesseract: The OCR program.
        width: Page width as displayed, points.
        height: Page height as displayed, points.
    """
    across, down = _scale(layer, width, height)
    gray = draw_gray(display_list, across, down)
    return read_scan(Scan(gray, across * 72, down * 72), tesseract, PageBudget())


def _scale(layer: TextLayer, width: float, height: float) -> tuple[float, float]:
    """Pixels per point to draw at, along both sides."""
    across = down = RENDER_DPI / 72
    leading = max(layer.pictures, key=_area, default=None)
    if leading is not None and layer.picture_share >= SCAN_SHARE:
        own_across, own_down = leading.scale_across, leading.scale_down
        if min(own_across, own_down) * 72 >= _COARSEST_DPI:
            across, down = own_across, own_down
    finest = max(across, down) * 72
    if finest > _FINEST_DPI:
        factor = -(-finest // _FINEST_DPI)
        across, down = across / factor, down / factor
    pixels = width * height * across * down
    if pixels > DRAWN_PIXELS:
        shrink = math.sqrt(DRAWN_PIXELS / pixels) * 0.999
        across, down = across * shrink, down * shrink
    return across, down


def _area(picture: Picture) -> float:
    return (picture.right - picture.left) * (picture.bottom - picture.top)


def read_beside(
    display_list: Any, layer: TextLayer, tesseract: Tesseract, *, width: float, height: float
) -> list[PlacedWord]:
    """Words in pictures of a page that has a text layer too, where the layer has no word itself."""
    reading = recognise(display_list, layer, tesseract, width=width, height=height)
    found: list[PlacedWord] = []
    for word in reading.words:
        if word.confidence is None or word.confidence < BESIDE_CONFIDENCE:
            continue
        x, y = word.box.center
        if any(picture.holds(x * width, y * height) for picture in layer.pictures) and not _touches(word, layer.words):
            found.append(word)
    return found


def _touches(word: PlacedWord, words: Sequence[PlacedWord]) -> bool:
    return any(
        other.box.x < word.box.right
        and word.box.x < other.box.right
        and other.box.y < word.box.bottom
        and word.box.y < other.box.bottom
        for other in words
    )
