"""Bytes to pages, inside the child: the one place that knows which reader takes what."""

from __future__ import annotations

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.sniff import IMAGE_TYPES, require_readable, sniff_media_type
from arbiter_fhir.documents.tesseract import Tesseract
from arbiter_fhir.domain.document import DocType, DocumentPages, MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_pages"]


def read_pages(content: bytes, doc_type: DocType | None, *, tesseract: Tesseract | None = None) -> DocumentPages:
    """Read all pages of a document in this process.

    Call it in the child only: it opens hostile bytes.

    Args:
        content: The file.
        doc_type: What the category says it is; ``None`` takes every readable kind, plain text too.
        tesseract: The OCR program; the one on the search path if ``None``.

    Raises:
        DocumentError: With the code of what is wrong with the bytes.
        MemoryError: The bytes unpack to more than this process may hold.
    """
    media_type = sniff_media_type(content)
    require_readable(media_type, doc_type)
    program = tesseract or Tesseract()
    clock = FileClock()
    # Engines are imported where they are needed: a picture never loads MuPDF, and start-up is paid for every document.
    if media_type in IMAGE_TYPES:
        from arbiter_fhir.documents.image import read_image  # noqa: PLC0415

        collector = read_image(content, media_type, program, clock)
    elif media_type is MediaType.TEXT:
        from arbiter_fhir.documents.plain_text import read_plain_text  # noqa: PLC0415

        collector = read_plain_text(content)
    else:
        from arbiter_fhir.documents.pdf import read_pdf  # noqa: PLC0415

        collector = read_pdf(content, program, clock)
    if not any(page.words for page in collector.pages):
        raise DocumentError(
            ErrorCode.NO_TEXT,
            f"No text was found on {len(collector.pages)} page(s); pictures of the body and curves are not read.",
        )
    return DocumentPages(media_type, tuple(collector.pages), tuple(collector.warnings))
