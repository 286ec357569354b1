"""The lines of a document's pages, one after the other, and the lines that a fact's words stand on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.fact import CitedFact

__all__ = ["PageLine", "lines_of_fact", "page_lines"]


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of text: its page (1-based), its number on the page (0-based), the page's part, its words joined."""

    page: int
    line: int
    part: int
    text: str

    @property
    def key(self) -> tuple[int, int]:
        """Page and line."""
        return self.page, self.line


def page_lines(document: DeidentifiedDocument) -> Iterator[PageLine]:
    """All lines of a document from top to bottom."""
    for page in document.pages:
        lines: dict[int, list[CleanWord]] = {}
        for word in page.words:
            lines.setdefault(word.line, []).append(word)
        for number, words in sorted(lines.items()):
            yield PageLine(page.number, number, page.part, " ".join(word.text for word in words))


def lines_of_fact(fact: CitedFact, page: DeidentifiedPage) -> frozenset[int]:
    """Numbers of the lines whose words lie in a fact's box; none where it has no box."""
    box = fact.citation.box
    if box is None:
        return frozenset()
    return frozenset(word.line for word in page.words if box.holds_center_of(word.box))
