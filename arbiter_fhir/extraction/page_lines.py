"""The lines of a document's pages, one after the other, and the lines that a fact's words stand on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.region import RegionKind

__all__ = ["PageLine", "lines_of_fact", "page_lines"]


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of text: its page (1-based), its number on the page (0-based), the page's part, its words joined.

    `is_heading`: the format says that it is a heading.
    """

    page: int
    line: int
    part: int
    text: str
    is_heading: bool = False

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
        headings = [region for region in page.regions if region.kind is RegionKind.HEADING]
        for number, words in sorted(lines.items()):
            titled = any(region.touches(words[0].start, words[-1].end) for region in headings)
            yield PageLine(page.number, number, page.part, " ".join(word.text for word in words), titled)


def lines_of_fact(fact: CitedFact, page: DeidentifiedPage) -> frozenset[int]:
    """Numbers of the lines whose words lie in a fact's box; none where it has no box."""
    box = fact.citation.box
    if box is None:
        return frozenset()
    return frozenset(word.line for word in page.words if box.holds_center_of(word.box))
