"""Text of a PDF that an annotation or a drawn line strikes out: still there, and taken back by its writer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.pdf.visibility import Rect
from arbiter_fhir.documents.strokes import crossed_words
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark

__all__ = ["crossed_regions", "struck_regions"]

#: Annotations looked at on a page, at most.
MOST_ANNOTATIONS: Final = 2000
_CORNERS: Final = 4


def struck_regions(source: Any, page: Page) -> list[Region]:
    """A hidden region for each annotation that strikes out words of the page.

    Args:
        source: The page in its file.
        page: The page as read.
    """
    if source.first_annot is None:
        return []
    regions: list[Region] = []
    for number, annotation in enumerate(source.annots(types=[pymupdf.PDF_ANNOT_STRIKE_OUT])):
        if number == MOST_ANNOTATIONS:
            break
        boxes = [_box(quad, source) for quad in _quads(annotation)]
        spans = tuple(
            (word.start, word.end)
            for word in page.words
            if any(_holds(box, word.box.center, source.rect) for box in boxes)
        )
        if spans:
            regions.append(Region(RegionKind.NOTE, f"struck text {number + 1}", spans, marks=(RegionMark.HIDDEN,)))
    return regions


def crossed_regions(strokes: Sequence[Rect], page: Page, known: Sequence[Region]) -> list[Region]:
    """A hidden region for each drawn line that strikes out words of the page.

    Args:
        strokes: Thin drawings, in points of the page as displayed.
        page: The page as read.
        known: Regions that are struck out already: an annotation draws a line as well.
    """
    regions: list[Region] = []
    for words in crossed_words(strokes, page):
        told = [*known, *regions]
        spans = sorted(
            (word.start, word.end) for word in words if not any(each.touches(word.start, word.end) for each in told)
        )
        if spans:
            path = f"crossed text {len(regions) + 1}"
            regions.append(Region(RegionKind.NOTE, path, tuple(spans), marks=(RegionMark.HIDDEN,)))
    return regions


def _quads(annotation: Any) -> list[Sequence[Any]]:
    """The corners of each stretch struck out; of the whole annotation where it tells none."""
    corners = annotation.vertices or []
    quads = [corners[at : at + _CORNERS] for at in range(0, len(corners) - _CORNERS + 1, _CORNERS)]
    rect = annotation.rect
    return quads or [[rect.tl, rect.tr, rect.bl, rect.br]]


def _box(corners: Sequence[Any], source: Any) -> Any:
    points = [pymupdf.Point(corner) * source.rotation_matrix for corner in corners]
    left, right = min(point.x for point in points), max(point.x for point in points)
    top, bottom = min(point.y for point in points), max(point.y for point in points)
    return pymupdf.Rect(left, top, right, bottom)


def _holds(box: Any, center: tuple[float, float], page: Any) -> bool:
    x, y = center[0] * page.width, center[1] * page.height
    return bool(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1)
