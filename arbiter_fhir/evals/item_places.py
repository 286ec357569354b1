"""Whether a citation points where a fact stands: its box around its words, its section at its cell or field."""

from __future__ import annotations

import re
from collections import Counter

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.evals.expected_items import ExpectedItem
from arbiter_fhir.evals.observation import ObservedCitation, ObservedPage
from arbiter_fhir.evals.print_places import PartName, PrintedPart

__all__ = ["item_box_agreement", "names_place", "set_box_agreement"]

_CELLS = re.compile(r"(?:'([^']+)'|([^!']+))!\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?")


def _box_of(citation: ObservedCitation) -> BoundingBox | None:
    try:
        return citation.bounding_box.as_box() if citation.bounding_box else None
    except ValueError:
        return None


def item_box_agreement(item: ExpectedItem, citation: ObservedCitation) -> float | None:
    """How well the box wraps the printed words that it claims, 0-1; ``None`` where the drawing knows no places.

    The claimed words are those whose middle lies in the box; at least one of them must be the fact's own. A text
    layer's words are as tall as the font's line and a recognizer's as tall as the letters: the better agreement counts.
    """
    if not item.words and item.frame is None:
        return None
    box = _box_of(citation)
    if box is None or citation.page != item.page:
        return 0.0
    if item.frame is not None:
        return _share_inside(box, BoundingBox(*item.frame))
    claimed = [part for part in item.words if box.holds_center_of(BoundingBox(*part.ink))]
    if not any(part.part is PartName.OWN for part in claimed):
        return 0.0
    return max(box.iou(_around(claimed, ink=False)), box.iou(_around(claimed, ink=True)))


def _around(parts: list[PrintedPart], *, ink: bool) -> BoundingBox:
    return BoundingBox.around(BoundingBox(*(part.ink if ink else part.box)) for part in parts)


def _share_inside(box: BoundingBox, frame: BoundingBox) -> float:
    width = min(box.right, frame.right) - max(box.x, frame.x)
    height = min(box.bottom, frame.bottom) - max(box.y, frame.y)
    return max(width, 0.0) * max(height, 0.0) / (box.width * box.height)


def set_box_agreement(page: ObservedPage | None, citation: ObservedCitation) -> float:
    """For pages that the reader set itself: how far the words in the box and those of the quote are the same, 0-1.

    Both must be whole for 1.0: nothing in the box that is not quoted, nothing quoted that is not in the box.
    """
    box = _box_of(citation)
    if box is None or page is None or not page.words:
        return 0.0
    inside = Counter(word.text for word in page.words if box.holds_center_of(BoundingBox(*word.box)))
    quoted = Counter(citation.quote_or_value.split())
    shared = (inside & quoted).total()
    return shared / max(inside.total(), quoted.total(), 1)


def names_place(section: str, place: str) -> bool:
    """Whether a citation's section names a place: a field of a message, or a range that holds a cell."""
    if "!" not in place:
        return place in section
    wanted = _CELLS.fullmatch(place)
    if wanted is None:
        return False
    sheet, row, column = wanted[1] or wanted[2], int(wanted[4]), _column(wanted[3])
    rows, columns = [], []
    for found in _CELLS.finditer(section.replace(" to ", "\x00")):
        if (found[1] or found[2]).lstrip("\x00, ") != sheet:
            continue
        rows += [int(found[4]), int(found[6] or found[4])]
        columns += [_column(found[3]), _column(found[5] or found[3])]
    return bool(rows) and min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
