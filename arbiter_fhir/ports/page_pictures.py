"""Pictures of pages for people: drawn when somebody looks, kept nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["PagePainter", "PagePicture"]


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as it looks; names are not hidden.

    Attributes:
        png: The picture's bytes.
        pages: How many pages the document has.
    """

    png: bytes = field(repr=False)
    pages: int


class PagePainter(Protocol):
    """Draws pages in a child process, inside limits."""

    def draw_page(self, content: bytes, page_number: int, *, width: int) -> PagePicture:
        """A page about ``width`` pixels wide; a scan is never blown up beyond its own pixels.

        Args:
            content: The document.
            page_number: 1-based; of a format without pages, those that it was set on for reading.
            width: Pixels.

        Raises:
            DocumentError: E_PAGES where there is no such page; else with the code of what is wrong with the bytes.
        """
        ...
