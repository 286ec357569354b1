"""PDF: each page by its text layer where it has a good one, by OCR of what it shows where not."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.engines import mupdf, pymupdf
from arbiter_fhir.documents.limits import MAX_PAGE_POINTS, MAX_PAGES
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.pdf.active import has_active_content, has_hidden_parts
from arbiter_fhir.documents.pdf.form_fields import (
    PageFields,
    has_form,
    is_dynamic_form,
    read_page_fields,
    show_field_values,
)
from arbiter_fhir.documents.pdf.form_page import drawn_form_words, mark_form, recognised_form_words
from arbiter_fhir.documents.pdf.layer import TextLayer, read_layer
from arbiter_fhir.documents.pdf.pictures import require_bearable
from arbiter_fhir.documents.pdf.struck import crossed_regions, struck_regions
from arbiter_fhir.documents.routing import LayerEvidence, reads_layer
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["ENGINE_ERRORS", "open_pdf", "page_size", "read_pdf"]

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

#: Size given to pages that could not be opened: letter paper, points.
_UNKNOWN_SIZE: Final = {"width": 612.0, "height": 792.0}


def read_pdf(content: bytes, tesseract: Tesseract, clock: FileClock) -> PageCollector:
    """Read all pages.

    Args:
        content: The file.
        tesseract: For pages without a text layer.
        clock: Ends the reading; pages not begun then are reported as unread.

    Raises:
        DocumentError: E_ENCRYPTED, E_CORRUPT, E_NO_PAGES, E_PAGES, E_PIXELS, E_TOO_LARGE, E_TIMEOUT, E_NO_TEXT (a form
            that lives in XML alone).
    """
    document = open_pdf(content)
    _refuse_dynamic_form(document)
    collector = PageCollector()
    _warn_of_the_whole(document, collector)
    unread = 0
    for number in range(document.page_count):
        if clock.is_over:
            collector.add_unread("was not read: the file's time was used up.", **_UNKNOWN_SIZE)
            unread += 1
        elif not _try_page(document, number, collector, tesseract):
            collector.add_unread("is damaged and could not be read.", **_UNKNOWN_SIZE)
            unread += 1
    if unread == document.page_count:
        if clock.is_over:
            raise DocumentError(ErrorCode.TIMEOUT, "The file took too long to read; split it.", retryable=True)
        raise DocumentError(ErrorCode.CORRUPT, "No page of the file can be read; store it again.")
    return collector


def _warn_of_the_whole(document: Any, collector: PageCollector) -> None:
    """Warnings that concern no single page."""
    if document.is_repaired:
        collector.warn(WarningCode.PARTIAL, "The file was damaged and has been repaired; parts may be missing.")
    try:
        if has_active_content(document):
            collector.warn(WarningCode.ACTIVE, "The file carries scripts or actions; they were not run.")
        if has_hidden_parts(document):
            collector.warn(
                WarningCode.HIDDEN, "The file carries other files, or layers switched off; they stay unread."
            )
    except ENGINE_ERRORS:
        collector.warn(WarningCode.PARTIAL, "The file's catalogue is damaged; scripts and attached files are unknown.")


def _refuse_dynamic_form(document: Any) -> None:
    try:
        dynamic = is_dynamic_form(document)
    except ENGINE_ERRORS:
        return
    if dynamic:
        raise DocumentError(
            ErrorCode.NO_TEXT,
            "The form keeps its text in XML (XFA), which its pages do not show; print it to PDF and store that.",
        )


def _try_page(document: Any, number: int, collector: PageCollector, tesseract: Tesseract) -> bool:
    """Read page ``number`` (0-based); whether the engine could."""
    try:
        fields = _fields_of(document, number, collector)
        _read_page(document[number], collector, tesseract, fields)
    except ENGINE_ERRORS as error:
        if "malloc" in str(error):
            raise MemoryError from error
        return False
    return True


def _fields_of(document: Any, number: int, collector: PageCollector) -> PageFields:
    """The form fields of page ``number`` (0-based); none, and a warning, where the form is broken."""
    try:
        if not has_form(document):
            return PageFields()
        show_field_values(document, number)
        page = document[number]
        width, height = page_size(page)
        return read_page_fields(page, width=width, height=height)
    except ENGINE_ERRORS as error:
        if "malloc" in str(error):
            raise MemoryError from error
        collector.warn(WarningCode.PARTIAL, f"The form fields of page {number + 1} are damaged and unread.", number + 1)
        return PageFields()


def open_pdf(content: bytes) -> Any:
    """The opened document, checked for password and number of pages.

    Raises:
        DocumentError: E_ENCRYPTED, E_CORRUPT, E_NO_PAGES, E_PAGES.
    """
    pymupdf.TOOLS.mupdf_display_errors(on=False)
    pymupdf.TOOLS.mupdf_display_warnings(on=False)
    try:
        document = pymupdf.open(stream=content, filetype="pdf")
        if document.needs_pass and not document.authenticate(""):
            raise DocumentError(ErrorCode.ENCRYPTED, "The PDF opens only with a password; store a copy without one.")
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
            raise DocumentError(ErrorCode.CORRUPT, "The PDF claims more pages than it has; store it again.") from error
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


def _read_page(page: Any, collector: PageCollector, tesseract: Tesseract, fields: PageFields) -> None:
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
    native = reads_layer(evidence)
    size = {"width": width, "height": height}
    if native:
        form = drawn_form_words(layer, fields, display_list, **size)
        # Typed documents never pay for loading the tools of recognition.
        if evidence.pictures_lead:
            from arbiter_fhir.documents.ocr.recognition import read_beside  # noqa: PLC0415

            beside = read_beside(display_list, layer, tesseract, **size)
            collector.add_native([*form.words, *beside], **size)
        else:
            collector.add_native(form.words, **size)
    else:
        from arbiter_fhir.documents.ocr.recognition import recognise  # noqa: PLC0415

        reading = recognise(display_list, layer, tesseract, **size)
        form = recognised_form_words(reading.words, layer, fields, **size)
        collector.add_ocr(replace(reading, words=form.words), **size)
    mark_form(collector, fields, form.names)
    _mark_struck(page, layer, collector)


def _mark_struck(page: Any, layer: TextLayer, collector: PageCollector) -> None:
    """Mark the words of the page added last that an annotation or a drawn line strikes out."""
    last = collector.pages[-1]
    struck = struck_regions(page, last)
    struck += crossed_regions(layer.strokes, last, struck)
    if struck:
        regions = sorted([*last.regions, *struck], key=lambda each: each.spans[0][0] if each.spans else len(last.text))
        collector.mark_regions(regions)
        collector.warn(WarningCode.HIDDEN, f"Page {last.number} has text struck out; it is marked.", last.number)
