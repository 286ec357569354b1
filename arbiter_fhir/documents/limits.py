"""The caps on hostile bytes, each with its source.

Source: the security notes' table of bad inputs (initial caps), the seed's routing stage for resolutions.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "CALL_SECONDS",
    "CHILD_MEMORY_BYTES",
    "FILE_SECONDS",
    "MAX_CELLS",
    "MAX_CHARACTERS",
    "MAX_ENCLOSED_FILES",
    "MAX_FILE_BYTES",
    "MAX_FRAME_PIXELS",
    "MAX_PACKAGE_BYTES",
    "MAX_PACKAGE_ENTRIES",
    "MAX_PACKAGE_RATIO",
    "MAX_PAGES",
    "MAX_PAGE_POINTS",
    "MAX_TREE_BYTES",
    "MAX_XML_DEPTH",
    "PACKAGE_RATIO_FROM",
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

#: Entries of a zip package, bytes that all of them may unpack to, and bytes of one part that is held as a tree.
MAX_PACKAGE_ENTRIES: Final = 2_000
MAX_PACKAGE_BYTES: Final = 200 * 1024 * 1024
MAX_TREE_BYTES: Final = 48 * 1024 * 1024

#: An entry may unpack to this many times its size, counted from the first megabyte on.
MAX_PACKAGE_RATIO: Final = 100
PACKAGE_RATIO_FROM: Final = 1024 * 1024

#: Elements inside each other in a part of an Office file.
MAX_XML_DEPTH: Final = 100

#: Cells of all tables or sheets of one document.
MAX_CELLS: Final = 200_000

#: Pictures inside one document that are recognised.
MAX_ENCLOSED_FILES: Final = 30

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
