"""Pictures inside an Office file: read like scans, each on pages of its own behind the text."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.enclosed import add_enclosed_file
from arbiter_fhir.documents.limits import MAX_ENCLOSED_FILES, MAX_FILE_BYTES
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.office.ooxml import OfficePackage
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.sniff import IMAGE_TYPES, sniff_media_type
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["add_pictures"]

#: A picture smaller than this holds no line of text: a bullet, a rule, an icon.
_LEAST_SIDE: Final = 24
_LEAST_AREA: Final = 12_000

#: Pictures that a warning names.
_TOLD: Final = 12


def add_pictures(
    collector: PageCollector,
    package: OfficePackage,
    parts: Sequence[str],
    program: Tesseract | None,
    clock: FileClock,
) -> None:
    """Add pages for pictures.

    Args:
        collector: The document's pages.
        package: The file.
        parts: Names of the pictures' parts, in order.
        program: For recognition; ``None`` leaves the pages bare.
        clock: The time of the whole file.

    Raises:
        DocumentError: E_BOMB, E_CORRUPT (the package), E_TOO_LARGE.
    """
    taken = 0
    unread: list[int] = []
    for number, part in enumerate(parts, start=1):
        content = package.read(part, MAX_FILE_BYTES)
        if taken == MAX_ENCLOSED_FILES:
            unread.append(number)
            continue
        try:
            media_type = sniff_media_type(content)
            if media_type not in IMAGE_TYPES:
                unread.append(number)
            elif _may_hold_text(content):
                add_enclosed_file(collector, content, media_type, program, clock)
                taken += 1
        except DocumentError as error:
            if error.code in {ErrorCode.TOO_LARGE, ErrorCode.BOMB}:
                raise
            unread.append(number)
    if unread:
        told = ", ".join(map(str, unread[:_TOLD])) + (" and more" if len(unread) > _TOLD else "")
        collector.warn(
            WarningCode.PARTIAL,
            f"Of {len(parts)} picture(s) in the document, in their order, these are not read (their format, or too "
            f"many): {told}.",
        )


def _may_hold_text(content: bytes) -> bool:
    """Whether the picture's claimed size has room for a line of text; broken ones are judged when they are read."""
    try:
        width, height = Image.open(io.BytesIO(content)).size
    except (OSError, ValueError, SyntaxError, TypeError, Image.DecompressionBombError):
        return True
    return min(width, height) >= _LEAST_SIDE and width * height >= _LEAST_AREA
