"""Pictures on a PDF page: where they stand, how fine they are, and how much of the page they cover."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arbiter_fhir.documents.limits import MAX_FRAME_PIXELS
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Picture", "covered_share", "pictures_of", "require_bearable"]

#: Cells along each side of the grid on which coverage is counted.
_GRID: Final = 48


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as placed.

    Attributes:
        number: Its place in the order of painting among the page's blocks.
        left: Bounds on the page as displayed, points.
        pixels_across: Pixels of the bitmap along the page's width, and down its height.
        opaque: Whether it has no mask and so hides what is under it.
    """

    number: int
    left: float
    top: float
    right: float
    bottom: float
    pixels_across: int
    pixels_down: int
    opaque: bool

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies on the picture."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    @property
    def scale_across(self) -> float:
        """Pixels per point along the page's width."""
        return self.pixels_across / max(self.right - self.left, 1e-3)

    @property
    def scale_down(self) -> float:
        """Pixels per point down the page's height."""
        return self.pixels_down / max(self.bottom - self.top, 1e-3)


def pictures_of(infos: Iterable[Mapping[str, Any]], page: tuple[float, float, float, float]) -> tuple[Picture, ...]:
    """Pictures that show on the page, from MuPDF's picture information in painting order.

    Args:
        infos: MuPDF's picture information.
        page: The page as displayed, ``(left, top, right, bottom)`` in points.
    """
    found: list[Picture] = []
    for info in infos:
        left, top, right, bottom = info["bbox"]
        if right <= page[0] or bottom <= page[1] or left >= page[2] or top >= page[3]:
            continue
        a, b, c, d, _, _ = info["transform"]
        across, down = int(info["width"]), int(info["height"])
        # A picture laid on its side has its rows along the page's height.
        if abs(b) + abs(c) > abs(a) + abs(d):
            across, down = down, across
        opaque = not info.get("has-mask", False)
        found.append(Picture(int(info["number"]), left, top, right, bottom, across, down, opaque))
    return tuple(found)


def require_bearable(pictures: Sequence[Picture]) -> None:
    """Refuse a page whose pictures would unpack to too many pixels.

    Raises:
        DocumentError: E_PIXELS, before anything is unpacked.
    """
    for picture in pictures:
        if picture.pixels_across * picture.pixels_down > MAX_FRAME_PIXELS:
            raise DocumentError(
                ErrorCode.PIXELS,
                f"A picture in the file has {picture.pixels_across} x {picture.pixels_down} pixels, more than "
                f"{MAX_FRAME_PIXELS // 1_000_000} million; scan at a lower resolution.",
            )


def covered_share(pictures: Sequence[Picture], page: tuple[float, float, float, float]) -> float:
    """Share of the page under pictures, 0-1, counted on a grid so that overlaps and strips count once."""
    if not pictures:
        return 0.0
    width, height = page[2] - page[0], page[3] - page[1]
    cells: set[int] = set()
    for picture in pictures:
        first_column = max(0, math.floor(picture.left / width * _GRID + 0.5))
        last_column = min(_GRID, math.floor(picture.right / width * _GRID + 0.5))
        first_row = max(0, math.floor(picture.top / height * _GRID + 0.5))
        last_row = min(_GRID, math.floor(picture.bottom / height * _GRID + 0.5))
        for row in range(first_row, last_row):
            cells.update(range(row * _GRID + first_column, row * _GRID + last_column))
        if len(cells) == _GRID * _GRID:
            break
    return len(cells) / (_GRID * _GRID)
