"""Pictures of golden pages for people; nothing may be read from them as if they were documents of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf

from devstack.golden.intake.answers import ANSWERS
from devstack.golden.intake.designs import draw_intake

__all__ = ["preview_files"]


def preview_files() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each."""
    for design, who in (("plain", "asthma"), ("ticks", "migraine")):
        page = pymupdf.open(stream=draw_intake(design, ANSWERS[who]).finish(), filetype="pdf")[0]
        yield f"preview-intake-{design}.png", page.get_pixmap(dpi=50, colorspace=pymupdf.csGRAY).tobytes("png")
