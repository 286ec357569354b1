"""Raw pages written from lines of text: every character is as wide as the next, so boxes are easy to foretell."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from arbiter_fhir.domain.document import BoundingBox, DocumentPages, MediaType, Page, PageRoute, Word

#: A page of 140 columns and 66 lines.
COLUMNS = 140
LINES = 66


class FixedClock:
    """Always the same day."""

    def now(self) -> datetime:
        return datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def write_page(text: str, number: int = 1, confidence: float | None = None) -> Page:
    """A page that shows ``text`` in a typewriter's grid; runs of blanks are gaps and become one blank in its text."""
    words: list[Word] = []
    lines: list[str] = []
    offset = 0
    for line, content in enumerate(text.split("\n")):
        written = []
        at = offset
        for match in re.finditer(r"\S+", content):
            box = BoundingBox(
                match.start() / COLUMNS, line / LINES, (match.end() - match.start()) / COLUMNS, 0.7 / LINES
            )
            words.append(Word(match[0], box, at, at + len(match[0]), line, confidence))
            written.append(match[0])
            at += len(match[0]) + 1
        lines.append(" ".join(written))
        offset += len(lines[-1]) + 1
    return Page(number, "\n".join(lines), tuple(words), PageRoute.NATIVE, 612.0, 792.0, confidence)


def write_document(*texts: str) -> DocumentPages:
    """A document of such pages."""
    return DocumentPages(MediaType.PDF, tuple(write_page(text, number) for number, text in enumerate(texts, 1)))
