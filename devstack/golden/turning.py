"""Scans of drawn pages: the pages as images, and expected facts where the scanner's rotation has put their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbiter_fhir.evals.cases import PrintedPart
from arbiter_fhir.evals.expected_items import ExpectedItem
from arbiter_fhir.evals.print_places import Rectangle
from devstack.samples import Box, ScanQuality
from devstack.samples.scan import scan_pages, turn_box

__all__ = ["move_items", "scan_items"]


def move_items(items: Sequence[ExpectedItem], moved: Callable[[Box, int], Box]) -> tuple[ExpectedItem, ...]:
    """The items with every box moved by a function of the box and its page."""

    def rectangle(given: Rectangle, page: int) -> Rectangle:
        box = moved(Box(*given), page)
        return (round(box.x, 5), round(box.y, 5), round(box.width, 5), round(box.height, 5))

    def printed(part: PrintedPart, page: int) -> PrintedPart:
        return part.model_copy(update={"box": rectangle(part.box, page), "ink": rectangle(part.ink, page)})

    return tuple(
        item
        if item.page is None
        else item.model_copy(update={"words": tuple(printed(part, item.page) for part in item.words)})
        for item in items
    )


def scan_items(
    pdf: bytes, items: Sequence[ExpectedItem], *, size: tuple[float, float], seed: int, quality: ScanQuality
) -> tuple[bytes, tuple[ExpectedItem, ...]]:
    """The same pages as images at 200 dpi, and the items where their words are now."""
    content, angles = scan_pages(pdf, dpi=200, seed=seed, quality=quality)
    width, height = size
    return content, move_items(items, lambda box, page: turn_box(box, angles[page - 1], width=width, height=height))
