"""Plain text as pages: each character has its place on a monospace grid, so that columns of a note stay columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.documents.limits import MAX_CHARACTERS, MAX_PAGES
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_plain_text"]

#: US letter in points with lines of ten-point type: 60 lines a page.
PAGE_WIDTH: Final = 612.0
PAGE_HEIGHT: Final = 792.0
LINES_PER_PAGE: Final = 60
_MARGIN: Final = 36.0
#: A wider line is set narrower, never cut.
_LEAST_COLUMNS: Final = 90
_TAB_COLUMNS: Final = 8
#: Share of the line's height that its letters take.
_INK: Final = 0.8

_WORD: Final = re.compile(r"\S+")


def read_plain_text(content: bytes) -> PageCollector:
    """Pages of a UTF-8 text; a form feed begins a new one.

    Raises:
        DocumentError: E_ENCODING where it is not UTF-8, E_TOO_LARGE or E_PAGES beyond the caps.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError(ErrorCode.ENCODING, "The text is not UTF-8; save it in that encoding.") from None
    if len(text) > MAX_CHARACTERS:
        raise DocumentError(ErrorCode.TOO_LARGE, f"The text has more than {MAX_CHARACTERS} characters; split it.")
    collector = PageCollector()
    for lines in _pages(text):
        if collector.next_number > MAX_PAGES:
            raise DocumentError(ErrorCode.PAGES, f"The text has more than {MAX_PAGES} pages; split it.")
        collector.add_native(_placed(lines), width=PAGE_WIDTH, height=PAGE_HEIGHT)
    return collector


def _pages(text: str) -> Iterator[list[str]]:
    for sheet in text.split("\f"):
        lines = [line.expandtabs(_TAB_COLUMNS) for line in re.split(r"\r\n|\r|\n", sheet)]
        for first in range(0, len(lines), LINES_PER_PAGE):
            yield lines[first : first + LINES_PER_PAGE]


def _placed(lines: list[str]) -> Iterator[PlacedWord]:
    columns = max(_LEAST_COLUMNS, *(len(line) for line in lines))
    advance = (PAGE_WIDTH - 2 * _MARGIN) / columns
    pitch = (PAGE_HEIGHT - 2 * _MARGIN) / LINES_PER_PAGE
    for row, line in enumerate(lines):
        top = _MARGIN + row * pitch
        bottom = top + pitch * _INK
        for match in _WORD.finditer(line):
            left, right = _MARGIN + match.start() * advance, _MARGIN + match.end() * advance
            box = BoundingBox(
                left / PAGE_WIDTH, top / PAGE_HEIGHT, (right - left) / PAGE_WIDTH, (bottom - top) / PAGE_HEIGHT
            )
            yield PlacedWord(match.group(), box, left, top, right, bottom)
