"""The caps on hostile bytes, each with its source.

Source: the security notes' table of bad inputs (initial caps), the seed's routing stage for resolutions.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "CALL_SECONDS",
    "CHILD_MEMORY_BYTES",
    "FILE_SECONDS",
    "MAX_CHARACTERS",
    "MAX_FILE_BYTES",
    "MAX_FRAME_PIXELS",
    "MAX_PAGES",
    "MAX_PAGE_POINTS",
    "PAGE_SECONDS",
    "RENDER_DPI",
    "RESULT_BYTES",
]

#: Bytes of one document.
MAX_FILE_BYTES: Final = 50 * 1024 * 1024

#: Pages of a PDF or frames of an image file.
MAX_PAGES: Final = 300

#: Pixels of one frame or of one picture on a page.
MAX_FRAME_PIXELS: Final = 40_000_000

#: Characters of text in one document.
MAX_CHARACTERS: Final = 2_000_000

#: Longest side of a page, in points: the limit of PDF 1.7 (annex C), 200 inches.
MAX_PAGE_POINTS: Final = 14_400.0

#: Processor seconds that one page may cost, OCR included. Processor time, not wall time, so that a busy machine does
#: not turn good pages into failures; the wall limits below catch what sleeps.
PAGE_SECONDS: Final = 10.0

#: Wall seconds that one OCR call may take, whatever it does with them.
CALL_SECONDS: Final = 30.0

#: Wall seconds for a whole file. Pages not begun by then are reported as unread; a child that goes on is killed.
FILE_SECONDS: Final = 120.0

#: Address space of the child, and of each OCR process it starts.
CHILD_MEMORY_BYTES: Final = 1536 * 1024 * 1024

#: Largest answer that the parent takes from a child: words of `MAX_CHARACTERS` with their boxes, or one picture.
RESULT_BYTES: Final = 128 * 1024 * 1024

#: Resolution for pages that have to be drawn because they are no single picture (seed, stage 1).
RENDER_DPI: Final = 200
