"""Reads the documents that a message carries; for drawing, where nothing is recognised, with as many pages."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.errors import DocumentError

__all__ = ["read_enclosed"]

#: US letter, for pages that could not be read.
_PAGE: Final = (612.0, 792.0)


def read_enclosed(content: bytes, media_type: MediaType, program: Tesseract | None, clock: FileClock) -> PageCollector:
    """The pages of a PDF, a picture or a text inside a message.

    Where it opens and cannot be read, its pages are there and empty, with a warning.

    Args:
        content: Its bytes.
        media_type: What they are.
        program: The OCR program; ``None`` to learn only which pages there are.
        clock: Of the whole file.

    Raises:
        DocumentError: It cannot be opened.
    """
    if media_type is MediaType.TEXT:
        from arbiter_fhir.documents.plain_text import read_plain_text  # noqa: PLC0415

        return read_plain_text(content)
    sizes = _sizes(content, media_type)
    if program is None:
        return _blank(sizes, "")
    try:
        return _read(content, media_type, program, clock)
    except DocumentError as error:
        return _blank(sizes, f"of an embedded document could not be read ({error.code.value}).")


def _sizes(content: bytes, media_type: MediaType) -> list[tuple[float, float]]:
    if media_type is MediaType.PDF:
        from arbiter_fhir.documents.pdf.reader import open_pdf  # noqa: PLC0415

        return [_PAGE] * open_pdf(content).page_count
    from arbiter_fhir.documents.image import frame_sizes  # noqa: PLC0415

    return frame_sizes(content, media_type)


def _read(content: bytes, media_type: MediaType, program: Tesseract, clock: FileClock) -> PageCollector:
    if media_type is MediaType.PDF:
        from arbiter_fhir.documents.pdf.reader import read_pdf  # noqa: PLC0415

        return read_pdf(content, program, clock)
    from arbiter_fhir.documents.image import read_image  # noqa: PLC0415

    return read_image(content, media_type, program, clock)


def _blank(sizes: list[tuple[float, float]], reason: str) -> PageCollector:
    collector = PageCollector()
    for width, height in sizes:
        collector.add_unread(reason, width=width, height=height)
    return collector
