"""A page with every identifier painted over: what a model outside may see of it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from arbiter_fhir.documents.child_process.wire import LabelledBox
from arbiter_fhir.documents.picture import draw_page

__all__ = ["draw_redacted"]

#: Share of a box's height that is painted beyond it on every side: ascenders, descenders and a slightly turned line
#: stand a little outside of the box that OCR gives.
_MARGIN: Final = 0.35


def draw_redacted(content: bytes, page_number: int, boxes: Sequence[LabelledBox]) -> bytes:
    """The page as PNG without metadata, every box black.

    Args:
        content: The document.
        page_number: 1-based.
        boxes: What is painted over; labels and colours are not looked at.

    Raises:
        DocumentError: As for drawing the page.
    """
    page = draw_page(content, page_number).convert("RGB")
    width, height = page.size
    pencil = ImageDraw.Draw(page)
    for each in boxes:
        box = each.box
        margin = box.height * height * _MARGIN
        pencil.rectangle(
            (
                box.x * width - margin,
                box.y * height - margin,
                box.right * width + margin,
                box.bottom * height + margin,
            ),
            fill=(0, 0, 0),
        )
    picture = io.BytesIO()
    # A new image: nothing that the source file said about itself travels along.
    Image.frombytes("RGB", page.size, page.tobytes()).save(picture, format="PNG", optimize=False)
    return picture.getvalue()
