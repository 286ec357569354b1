"""Files inside a file: a picture in a letter, a PDF in a message. Their pages become pages of the document.

Which pages there are is counted before anything is read, so that drawing, which recognises nothing, finds the same.
"""

from __future__ import annotations

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.sniff import IMAGE_TYPES
from arbiter_fhir.domain.document import MediaType, WarningCode
from arbiter_fhir.errors import DocumentError

__all__ = ["ENCLOSED_TYPES", "add_enclosed_file"]

#: What is opened inside another file.
ENCLOSED_TYPES = IMAGE_TYPES | {MediaType.PDF}


def add_enclosed_file(
    collector: PageCollector, content: bytes, media_type: MediaType, program: Tesseract | None, clock: FileClock
) -> int:
    """Add the pages of a file that was found inside the document.

    Args:
        collector: The document's pages.
        content: The file's bytes.
        media_type: One of `ENCLOSED_TYPES`, by content.
        program: For recognition; ``None`` leaves the pages bare.
        clock: The time of the whole document.

    Returns:
        How many pages were added, read or not.

    Raises:
        DocumentError: The file cannot be opened at all, or the document has become too large.
    """
    bare = _bare_pages(content, media_type)
    inner = bare
    if program is not None:
        inner = _read(content, media_type, program, clock)
        if len(inner.pages) != len(bare.pages):
            # Nothing that was read, or less than there is: the pages stand bare, so that numbers stay true.
            inner = bare
            inner.warn(WarningCode.PARTIAL, "A file inside the document could not be read; its pages stand unread.")
    collector.add_enclosed(inner, content)
    return len(inner.pages)


def _read(content: bytes, media_type: MediaType, program: Tesseract, clock: FileClock) -> PageCollector:
    try:
        if media_type in IMAGE_TYPES:
            from arbiter_fhir.documents.image import read_image  # noqa: PLC0415

            return read_image(content, media_type, program, clock)
        from arbiter_fhir.documents.pdf.reader import read_pdf  # noqa: PLC0415

        return read_pdf(content, program, clock)
    except DocumentError:
        return PageCollector()


def _bare_pages(content: bytes, media_type: MediaType) -> PageCollector:
    """As many pages as reading gives, with their sizes and nothing on them."""
    bare = PageCollector()
    if media_type in IMAGE_TYPES:
        from arbiter_fhir.documents.image import frame_sizes  # noqa: PLC0415

        sizes = frame_sizes(content, media_type)
    else:
        from arbiter_fhir.documents.pdf.reader import open_pdf  # noqa: PLC0415

        sizes = [(612.0, 792.0)] * open_pdf(content).page_count
    for width, height in sizes:
        bare.add_native((), width=width, height=height)
    return bare
