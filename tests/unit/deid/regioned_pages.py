"""Raw pages with regions: each region is named by the words it holds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter_fhir.domain.document import DocumentPages, MediaType, Page
from arbiter_fhir.domain.region import DeclaredContent, GridPlace, Region, RegionKind, RegionMark
from tests.unit.deid.written_pages import write_page


@dataclass(frozen=True, slots=True)
class Holding:
    """A region by its words: each text is one span, sought after the span before."""

    path: str
    texts: tuple[str, ...]
    declares: DeclaredContent | None = None
    kind: RegionKind = RegionKind.FIELD
    grid: GridPlace | None = None
    marks: tuple[RegionMark, ...] = ()


def regions_of(page: Page, holdings: tuple[Holding, ...]) -> Page:
    """The page with such regions; the words of a region are sought after those of the region before, if there."""
    regions: list[Region] = []
    after = 0
    for each in holdings:
        spans: list[tuple[int, int]] = []
        at = after
        for text in each.texts:
            start = page.text.find(text, at)
            if start < 0:
                start = page.text.index(text)
            at = start + len(text)
            spans.append((start, at))
        after = spans[0][0] if spans else after
        regions.append(Region(each.kind, each.path, tuple(spans), each.grid, each.marks, each.declares))
    return replace(page, regions=tuple(regions))


def regioned_page(text: str, *holdings: Holding, number: int = 1) -> Page:
    """A page of a typewriter with regions."""
    return regions_of(write_page(text, number), holdings)


def regioned_document(*pages: Page, media_type: MediaType = MediaType.HL7V2) -> DocumentPages:
    """A document of such pages."""
    return DocumentPages(media_type, pages)
