"""A page as it is, at a width, for people who look at a source; boxes are drawn over it where it is shown."""

from __future__ import annotations

import io

from arbiter_fhir.documents.picture import draw_counted_page

__all__ = ["draw_bare_page"]


def draw_bare_page(content: bytes, page_number: int, width: int) -> tuple[bytes, int]:
    """The page as PNG, and how many pages the document has.

    Args:
        content: The document.
        page_number: 1-based.
        width: About how many pixels wide.

    Raises:
        DocumentError: As for drawing the page.
    """
    page, pages = draw_counted_page(content, page_number, width)
    picture = io.BytesIO()
    page.convert("RGB").save(picture, format="PNG", optimize=False, compress_level=6)
    return picture.getvalue(), pages
