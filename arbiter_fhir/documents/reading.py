"""Bytes to pages, inside the child: the one place that knows which reader takes what."""

from __future__ import annotations

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.sniff import IMAGE_TYPES, require_readable, sniff_media_type
from arbiter_fhir.domain.document import DocType, DocumentPages, MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["collect_unrecognised", "read_pages"]


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
    collector = _collect(content, media_type, tesseract or Tesseract(), FileClock())
    if not any(page.words for page in collector.pages):
        raise DocumentError(
            ErrorCode.NO_TEXT,
            f"No text was found on {len(collector.pages)} page(s); pictures of the body and curves are not read.",
        )
    return DocumentPages(media_type, tuple(collector.pages), tuple(collector.warnings), collector.parts())


def collect_unrecognised(content: bytes, media_type: MediaType) -> PageCollector:
    """The pages of a format that is set here, the same as `read_pages` gives, but pictures in it stay unread.

    For drawing: which pages there are must not hang on what is recognised.

    Raises:
        DocumentError: With the code of what is wrong with the bytes.
    """
    return _collect(content, media_type, None, FileClock())


def _collect(content: bytes, media_type: MediaType, program: Tesseract | None, clock: FileClock) -> PageCollector:
    # Engines are imported where they are needed: a picture never loads MuPDF, and start-up is paid for every document.
    if media_type is MediaType.TEXT:
        from arbiter_fhir.documents.plain_text import read_plain_text  # noqa: PLC0415

        return read_plain_text(content)
    if media_type is MediaType.DOCX:
        from arbiter_fhir.documents.office.docx import read_docx  # noqa: PLC0415

        return read_docx(content, program, clock)
    if media_type is MediaType.XLSX:
        from arbiter_fhir.documents.office.xlsx import read_xlsx  # noqa: PLC0415

        return read_xlsx(content, program, clock)
    if media_type is MediaType.HL7V2:
        from arbiter_fhir.documents.hl7v2.reader import read_hl7v2  # noqa: PLC0415

        return read_hl7v2(content, program, clock)
    if program is None:
        raise ValueError("PDF and pictures draw themselves")
    if media_type in IMAGE_TYPES:
        from arbiter_fhir.documents.image import read_image  # noqa: PLC0415

        return read_image(content, media_type, program, clock)
    from arbiter_fhir.documents.pdf.reader import read_pdf  # noqa: PLC0415

    return read_pdf(content, program, clock)
