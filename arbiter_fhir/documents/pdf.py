"""PDF: each page by its text layer where it has a good one, by OCR of what it shows where not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pymupdf
from pymupdf import mupdf

from arbiter_fhir.documents.active import has_active_content, has_hidden_parts
from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.layer import TextLayer, read_layer
from arbiter_fhir.documents.limits import MAX_FRAME_PIXELS, MAX_PAGE_POINTS, MAX_PAGES, RENDER_DPI
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.ocr import PageBudget, Reading, read_scan
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.pictures import Picture, require_bearable
from arbiter_fhir.documents.preparation import Scan
from arbiter_fhir.documents.routing import LayerEvidence, reads_layer
from arbiter_fhir.documents.tesseract import Tesseract
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["ENGINE_ERRORS", "draw_gray", "open_pdf", "page_size", "read_pdf"]

#: What MuPDF and its binding raise on broken input.
ENGINE_ERRORS: Final = (
    mupdf.FzErrorBase,
    pymupdf.FileDataError,
    RuntimeError,
    ValueError,
    TypeError,
    IndexError,
    KeyError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    OSError,
)

#: A picture over this share of the page sets the resolution: its own pixels are read, not a redrawing of them.
SCAN_SHARE: Final = 0.5

#: Pictures finer than this are drawn at half their resolution or less; recognition would reduce them anyway.
_FINEST_DPI: Final = 660.0
_COARSEST_DPI: Final = 60.0

#: Words found in pictures beside a text layer need this confidence: the layer is there, rubbish would only hurt.
BESIDE_CONFIDENCE: Final = 70.0


def read_pdf(content: bytes, tesseract: Tesseract, clock: FileClock) -> PageCollector:
    """Read all pages.

    Args:
        content: The file.
        tesseract: For pages without a text layer.
        clock: Ends the reading; pages not begun then are reported as unread.

    Raises:
        DocumentError: E_ENCRYPTED, E_CORRUPT, E_NO_PAGES, E_PAGES, E_PIXELS, E_TOO_LARGE, E_TIMEOUT.
    """
    document = open_pdf(content)
    collector = PageCollector()
    if document.is_repaired:
        collector.warn(WarningCode.PARTIAL, "The file was damaged and has been repaired; parts may be missing.")
    try:
        if has_active_content(document):
            collector.warn(WarningCode.ACTIVE, "The file carries scripts or actions; they were not run.")
        if has_hidden_parts(document):
            collector.warn(WarningCode.HIDDEN, "The file carries other files or layers switched off; they were not read.")
    except ENGINE_ERRORS:
        collector.warn(WarningCode.PARTIAL, "The file's catalogue is damaged; scripts and attached files are unknown.")
    broken = 0
    for number in range(document.page_count):
        if clock.is_over:
            collector.add_unread("was not read: the file's time was used up.", width=612.0, height=792.0)
            broken += 1
            continue
        try:
            _read_page(document[number], collector, tesseract)
        except DocumentError:
            raise
        except ENGINE_ERRORS as error:
            if "malloc" in str(error):
                raise MemoryError from error
            collector.add_unread("is damaged and could not be read.", width=612.0, height=792.0)
            broken += 1
    if broken == document.page_count:
        if clock.is_over:
            raise DocumentError(ErrorCode.TIMEOUT, "The file took too long to read; split it.", retryable=True)
        raise DocumentError(ErrorCode.CORRUPT, "No page of the file can be read; store it again.")
    return collector


def open_pdf(content: bytes) -> Any:
    """The opened document, checked for password and number of pages.

    Raises:
        DocumentError: E_ENCRYPTED, E_CORRUPT, E_NO_PAGES, E_PAGES.
    """
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        document = pymupdf.open(stream=content, filetype="pdf")
        if document.needs_pass and not document.authenticate(""):
            raise DocumentError(
                ErrorCode.ENCRYPTED, "The PDF opens only with a password; store a copy without one."
            )
        pages = document.page_count
    except ENGINE_ERRORS as error:
        if "malloc" in str(error):
            raise MemoryError from error
        if "crypt" in str(error).lower():
            raise DocumentError(ErrorCode.ENCRYPTED, "The PDF is encrypted in an unknown way; store a copy.") from error
        raise DocumentError(ErrorCode.CORRUPT, "The PDF is broken and cannot be opened; store it again.") from error
    if pages == 0:
        code = ErrorCode.CORRUPT if document.is_repaired else ErrorCode.NO_PAGES
        raise DocumentError(code, "The PDF has no pages; store it again.")
    if pages > MAX_PAGES:
        try:
            document.load_page(MAX_PAGES)
        except ENGINE_ERRORS as error:
            raise DocumentError(
                ErrorCode.CORRUPT, "The PDF claims more pages than it has; store it again."
            ) from error
        raise DocumentError(ErrorCode.PAGES, f"The PDF has more than {MAX_PAGES} pages; split it.")
    return document


def page_size(page: Any) -> tuple[float, float]:
    """Width and height as displayed, in points.

    Raises:
        DocumentError: E_PIXELS for sizes that no page has.
    """
    width, height = float(page.rect.width), float(page.rect.height)
    if not (math.isfinite(width) and math.isfinite(height)) or width <= 0 or height <= 0:
        raise DocumentError(ErrorCode.CORRUPT, f"Page {page.number + 1} has no size; store the file again.")
    if max(width, height) > MAX_PAGE_POINTS:
        raise DocumentError(
            ErrorCode.PIXELS, f"Page {page.number + 1} is larger than 200 inches; print the file to a usual size."
        )
    return width, height


def draw_gray(display_list: Any, across: float, down: float) -> Any:
    """The drawn page as a gray array, ``across`` and ``down`` pixels per point."""
    pixels = display_list.get_pixmap(matrix=pymupdf.Matrix(across, down), colorspace=pymupdf.csGRAY, alpha=False)
    flat = np.frombuffer(pixels.samples, dtype=np.uint8)
    return flat.reshape(pixels.height, pixels.stride)[:, : pixels.width]


def _read_page(page: Any, collector: PageCollector, tesseract: Tesseract) -> None:
    width, height = page_size(page)
    display_list = page.get_displaylist()
    layer = read_layer(display_list, width=width, height=height)
    require_bearable(layer.pictures)
    evidence = LayerEvidence(layer.characters, layer.picture_share)
    # An invisible layer over a scan is what scanners add. It is neither read nor worth a warning: the page is
    # recognised anew, because such a layer can say anything.
    hidden = layer.hidden_words + (0 if evidence.pictures_lead else layer.layer_under_picture)
    if hidden:
        number = collector.next_number
        collector.warn(WarningCode.HIDDEN, f"Page {number} holds text that cannot be seen; it was left out.", number)
    if not reads_layer(evidence):
        reading = _recognise(display_list, layer, width, height, tesseract)
        collector.add_ocr(reading, width=width, height=height)
        return
    words: Iterable[PlacedWord] = layer.words
    if evidence.pictures_lead:
        reading = _recognise(display_list, layer, width, height, tesseract)
        words = [*layer.words, *_beside(layer, reading, width, height)]
    collector.add_native(words, width=width, height=height)


def _recognise(display_list: Any, layer: TextLayer, width: float, height: float, tesseract: Tesseract) -> Reading:
    """OCR of the page as it shows, at the resolution of the picture that fills it or at the usual one."""
    across, down = _scale(layer, width, height)
    gray = draw_gray(display_list, across, down)
    return read_scan(Scan(gray, across * 72, down * 72), tesseract, PageBudget())


def _scale(layer: TextLayer, width: float, height: float) -> tuple[float, float]:
    """Pixels per point to draw at, along both sides."""
    across = down = RENDER_DPI / 72
    leading = max(layer.pictures, key=_area, default=None)
    if leading is not None and layer.picture_share >= SCAN_SHARE:
        own_across, own_down = leading.scale_across, leading.scale_down
        if _COARSEST_DPI <= min(own_across, own_down) * 72:
            across, down = own_across, own_down
    finest = max(across, down) * 72
    if finest > _FINEST_DPI:
        factor = -(-finest // _FINEST_DPI)
        across, down = across / factor, down / factor
    pixels = width * height * across * down
    if pixels > MAX_FRAME_PIXELS:
        shrink = math.sqrt(MAX_FRAME_PIXELS / pixels) * 0.999
        across, down = across * shrink, down * shrink
    return across, down


def _area(picture: Picture) -> float:
    return (picture.right - picture.left) * (picture.bottom - picture.top)


def _beside(layer: TextLayer, reading: Reading, width: float, height: float) -> Iterator[PlacedWord]:
    """Recognised words that stand in a picture and not where the text layer has a word already."""
    for word in reading.words:
        if word.confidence is None or word.confidence < BESIDE_CONFIDENCE:
            continue
        x, y = word.box.center
        if any(picture.holds(x * width, y * height) for picture in layer.pictures) and not _touches(word, layer.words):
            yield word


def _touches(word: PlacedWord, words: Sequence[PlacedWord]) -> bool:
    return any(
        other.box.x < word.box.right
        and word.box.x < other.box.right
        and other.box.y < word.box.bottom
        and word.box.y < other.box.bottom
        for other in words
    )
