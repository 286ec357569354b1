"""One page as a picture for people."""

from __future__ import annotations

import contextlib
import math
from typing import Any, Final

from PIL import Image

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.image import load_frame, open_image
from arbiter_fhir.documents.pages import Enclosed
from arbiter_fhir.documents.pdf.form_fields import has_form, show_field_values
from arbiter_fhir.documents.pdf.pictures import pictures_of, require_bearable
from arbiter_fhir.documents.pdf.reader import ENGINE_ERRORS, open_pdf, page_size
from arbiter_fhir.documents.reading import collect_unrecognised
from arbiter_fhir.documents.setting.picture import draw_set_page
from arbiter_fhir.documents.sniff import IMAGE_TYPES, sniff_media_type
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["draw_counted_page", "draw_page"]

#: Resolution of drawn pages: small print stays legible, and a letter page is 0.5 MB.
PICTURE_DPI: Final = 130.0

#: Most pixels of a drawn page.
PICTURE_PIXELS: Final = 6_000_000


def draw_page(content: bytes, page_number: int) -> Image.Image:
    """Page ``page_number`` (1-based) as displayed, in colour.

    Raises:
        DocumentError: E_PAGES where there is no such page; otherwise as for reading.
    """
    picture, _ = draw_counted_page(content, page_number)
    return picture


def draw_counted_page(content: bytes, page_number: int, width: int | None = None) -> tuple[Image.Image, int]:
    """A page as displayed, in colour, and how many pages the document has.

    Args:
        content: The document.
        page_number: 1-based.
        width: About how many pixels wide; at `PICTURE_DPI` where ``None``. Never more than `PICTURE_PIXELS` in all, and
            scans not more than they have.

    Raises:
        DocumentError: As `draw_page`.
    """
    media_type = sniff_media_type(content)
    if media_type in IMAGE_TYPES:
        return _draw_frame(content, media_type, page_number, width)
    if media_type is MediaType.PDF:
        return _draw_pdf_page(content, page_number, width)
    return _draw_set_page(content, media_type, page_number, width)


def _scale(width_points: float, height_points: float, width: int | None) -> float:
    """Pixels per point."""
    wanted = PICTURE_DPI / 72 if width is None else width / width_points
    return min(wanted, math.sqrt(PICTURE_PIXELS / (width_points * height_points)))


def _draw_pdf_page(content: bytes, page_number: int, wanted: int | None) -> tuple[Image.Image, int]:
    document = open_pdf(content)
    if not 1 <= page_number <= document.page_count:
        raise _no_such_page(page_number)
    try:
        _complete_fields(document, page_number - 1)
        page = document[page_number - 1]
        width, height = page_size(page)
        require_bearable(pictures_of(page.get_image_info(), (0.0, 0.0, width, height)))
        scale = _scale(width, height, wanted)
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False)
    except ENGINE_ERRORS as error:
        raise DocumentError(ErrorCode.CORRUPT, f"Page {page_number} is damaged and cannot be drawn.") from error
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples), document.page_count


def _complete_fields(document: Any, number: int) -> None:
    """Let form fields show what they hold; a broken form is drawn as it is."""
    with contextlib.suppress(*ENGINE_ERRORS):
        if has_form(document):
            show_field_values(document, number)


def _draw_set_page(
    content: bytes, media_type: MediaType, page_number: int, wanted: int | None
) -> tuple[Image.Image, int]:
    """A page of a format without pages: set again, the same way as for reading."""
    collector = collect_unrecognised(content, media_type)
    if not 1 <= page_number <= len(collector.pages):
        raise _no_such_page(page_number)
    artwork = collector.artwork.get(page_number, ())
    if isinstance(artwork, Enclosed):
        picture, _ = draw_counted_page(artwork.content, artwork.page_number, wanted)
    else:
        page = collector.pages[page_number - 1]
        picture = draw_set_page(page, artwork, _scale(page.width_points, page.height_points, wanted))
    return picture, len(collector.pages)


def _draw_frame(content: bytes, media_type: MediaType, page_number: int, wanted: int | None) -> tuple[Image.Image, int]:
    image = open_image(content, media_type)
    scan = load_frame(image, page_number - 1) if page_number >= 1 else None
    if scan is None:
        raise _no_such_page(page_number)
    height, width = scan.gray.shape
    # Frames may have oblong pixels; people see the paper's own shape.
    tall = height * scan.dpi_across / scan.dpi_down
    across = PICTURE_DPI / scan.dpi_across if wanted is None else wanted / width
    scale = min(1.0, across, math.sqrt(PICTURE_PIXELS / (width * tall)))
    size = (max(1, round(width * scale)), max(1, round(tall * scale)))
    picture = Image.fromarray(scan.gray).convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return picture, int(getattr(image, "n_frames", 1))


def _no_such_page(page_number: int) -> DocumentError:
    return DocumentError(ErrorCode.PAGES, f"The document has no page {page_number}.")
