"""Clean pages cut into text windows for storage and vectors.

Windows end at headings and blank lines first, then at line ends, then at spaces; a word or a placeholder is never cut.
The next window begins with the end of the one before, so that a sentence on the seam stands whole in one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import DeidentifiedPage, DeidentifiedText

__all__ = ["TextWindow", "chunk_pages", "estimate_tokens"]

#: Seed: chunks of up to 800 characters with 120 of overlap, split at headings and blank lines first.
WINDOW_CHARS = 800
OVERLAP_CHARS = 120
#: The embedding model reads 256 word pieces; lab tables break into many, so the estimate keeps a distance.
WINDOW_TOKENS = 200

_PIECE = re.compile(r"\[[A-Z_]+_\d+\]|[A-Za-z]+|\d+|[^\sA-Za-z\d]")
#: A heading: a short line without a number, in capitals or ending in a colon.
_HEADING = re.compile(r"^(?=.{3,60}$)(?:[A-Z][A-Z &/,\-()]+|[A-Z][\w &/,\-()]*:)\s*$")
_LETTERS_PER_TOKEN = 5


@dataclass(frozen=True, slots=True)
class TextWindow:
    """A slice of one page's clean text: ``start`` inclusive, ``end`` exclusive, offsets in the page's clean text."""

    page: int
    start: int
    end: int
    text: DeidentifiedText


def estimate_tokens(text: str) -> int:
    """About how many word pieces a text has: one per number, sign and placeholder, more for long words."""
    total = 0
    for piece in _PIECE.findall(text):
        total += 1 + (len(piece) - 1) // _LETTERS_PER_TOKEN if piece[0].isalpha() else 1
        total += (len(piece) - 1) // 3 if piece[0].isdigit() else 0
    return total


def chunk_pages(pages: Sequence[DeidentifiedPage]) -> tuple[TextWindow, ...]:
    """All windows of a document, page by page; a blank page has none."""
    return tuple(
        TextWindow(page.number, start, end, page.text.slice(start, end))
        for page in pages
        for start, end in _spans(page.text.value)
    )


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = _skip_space(text, 0)
    while start < len(text):
        limit = _limit(text, start)
        end = limit if limit == len(text) else _best_break(text, start, limit)
        stop = start + len(text[start:end].rstrip())
        yield start, stop
        if end >= len(text):
            return
        start = _skip_space(text, _next_start(text, start, end))


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _limit(text: str, start: int) -> int:
    """The furthest end that keeps characters and estimated tokens within their limits, and cuts no word."""
    limit = min(len(text), start + WINDOW_CHARS)
    while limit > start + 1 and estimate_tokens(text[start:limit]) > WINDOW_TOKENS:
        limit = start + max(1, (limit - start) * 9 // 10)
    return limit if limit == len(text) else _word_boundary(text, start, limit)


def _word_boundary(text: str, start: int, position: int) -> int:
    """The last space before ``position``; ``position`` itself where a single word is longer than a window."""
    if position >= len(text) or text[position].isspace():
        return position
    space = max(text.rfind(" ", start + 1, position), text.rfind("\n", start + 1, position))
    return space if space > start else position


def _best_break(text: str, start: int, limit: int) -> int:
    """The best place to end a window: before a heading or at a blank line, else a line end, else a space.

    The first half of the window is left alone, so that a heading near its beginning does not make a tiny window.
    """
    half = start + (limit - start) // 2
    lines = [match.start() for match in re.finditer(r"\n", text[:limit]) if match.start() > half]
    for line_end in reversed(lines):
        following = text[line_end + 1 : text.find("\n", line_end + 1) if "\n" in text[line_end + 1 :] else len(text)]
        if not following.strip() or _HEADING.match(following):
            return line_end
    return lines[-1] if lines else limit


def _next_start(text: str, start: int, end: int) -> int:
    """Where the next window begins: ``OVERLAP_CHARS`` before the end, at a line's or a word's beginning."""
    back = max(start + 1, end - OVERLAP_CHARS)
    line = text.find("\n", back, end)
    if line != -1:
        return line + 1
    space = text.find(" ", back, end)
    return space + 1 if space != -1 else end
