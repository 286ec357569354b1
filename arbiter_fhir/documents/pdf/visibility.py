"""Which text of a PDF page a person would see. Text that nobody sees is no evidence.

Two steps. The screen looks at how each run of letters is painted and costs next to nothing; on almost every page it
finds nothing doubtful. Where it does, the page is drawn and the place itself is looked at, so that white letters on a
dark band are kept and white letters on white are not.

Source: the security notes' PDF rows 28 and 29 (text under an opaque rectangle; white, tiny, off the page, unpainted).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from arbiter_fhir.documents.engines import pymupdf

__all__ = ["Cover", "Doubt", "InkProbe", "Rect", "Screening", "screen_blocks"]

#: ``(left, top, right, bottom)`` in points of the page as displayed.
Rect = tuple[float, float, float, float]

#: Opacity, 0-255, below which letters count as unpainted, and from which a rectangle counts as opaque.
UNPAINTED_ALPHA: Final = 26
OPAQUE_ALPHA: Final = 230

#: Letters smaller than this many points cannot be read on paper.
TINY_POINTS: Final = 1.5

#: Relative luminance, 0-1, from which letters may vanish on white paper.
LIGHT_LUMINANCE: Final = 0.75

#: Gray levels, 0-255, between the darkest and the lightest pixel of a place from which ink can be seen there.
INK_CONTRAST: Final = 20

#: Rectangles thinner than this many points are rules, not covers.
COVER_POINTS: Final = 3.0

#: Bits of MuPDF's character flags: painted by filling, painted by stroking.
_FILLED: Final = 16
_STROKED: Final = 32

#: Block kinds of MuPDF's structured text.
_TEXT_BLOCK: Final = 0
_VECTOR_BLOCK: Final = 3

#: Height in points of the bands in which earlier text is looked up for a cover.
_BAND: Final = 24.0


class Doubt(IntEnum):
    """What speaks against a run of letters being seen."""

    NONE = 0
    #: May blend into its background; the drawn page decides.
    LIGHT = 1
    #: Render mode 3, or transparent.
    UNPAINTED = 2
    TINY = 3
    OFF_PAGE = 4


@dataclass(frozen=True, slots=True)
class Cover:
    """An opaque filled shape painted after text that it overlaps.

    Attributes:
        block: Its place in the order of painting.
        rect: Its bounds.
        dark: Whether its colour is dark; a light one may be a highlighter blended with the text.
        rectangle: Whether the bounds are the shape itself.
    """

    block: int
    rect: Rect
    dark: bool
    rectangle: bool


@dataclass(frozen=True, slots=True)
class Screening:
    """The doubts about one page.

    Attributes:
        doubts: ``(block, line, span)`` indices of the structured text to the doubt; runs without doubt are absent.
        covers: Opaque shapes over earlier text, in painting order.
    """

    doubts: Mapping[tuple[int, int, int], Doubt]
    covers: tuple[Cover, ...]

    @property
    def is_clean(self) -> bool:
        """Whether every letter on the page is plainly visible."""
        return not self.doubts and not self.covers


def screen_blocks(blocks: Sequence[Mapping[str, Any]], page: Rect) -> Screening:
    """Look at how each run is painted.

    Args:
        blocks: MuPDF's structured text as a dictionary, with vectors and without pictures, in painting order.
        page: The page as displayed.

    Returns:
        What is doubtful.
    """
    doubts: dict[tuple[int, int, int], Doubt] = {}
    covers: list[Cover] = []
    bands: dict[int, list[Rect]] = {}
    for block_index, block in enumerate(blocks):
        kind = block["type"]
        if kind == _TEXT_BLOCK:
            for line_index, line in enumerate(block["lines"]):
                for span_index, span in enumerate(line["spans"]):
                    doubt = _doubt_of(span, page)
                    if doubt is not Doubt.NONE:
                        doubts[block_index, line_index, span_index] = doubt
                box = line["bbox"]
                for band in _bands_of(box):
                    bands.setdefault(band, []).append(box)
        elif kind == _VECTOR_BLOCK and not block["stroked"] and block["alpha"] >= OPAQUE_ALPHA:
            box = block["bbox"]
            if min(box[2] - box[0], box[3] - box[1]) >= COVER_POINTS and _meets_any(box, bands):
                dark = luminance(block["color"]) < LIGHT_LUMINANCE / 2
                covers.append(Cover(block_index, tuple(box), dark, bool(block["isrect"])))
    return Screening(doubts, tuple(covers))


def luminance(color: int) -> float:
    """Relative luminance 0-1 of an sRGB colour ``0xRRGGBB`` (ITU-R BT.709 weights, gamma left out)."""
    red, green, blue = (color >> 16) & 255, (color >> 8) & 255, color & 255
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


class InkProbe:
    """Looks at the drawn page; draws it once, when first asked.

    Args:
        display_list: The page's `pymupdf.DisplayList`.
        page: The page as displayed.
    """

    #: Pixels per point, lowered for very large pages.
    SCALE: Final = 2.0
    MAX_PIXELS: Final = 8_000_000

    def __init__(self, display_list: Any, page: Rect) -> None:
        self._display_list = display_list
        area = max(page[2] * page[3], 1.0)
        self._scale = min(self.SCALE, (self.MAX_PIXELS / area) ** 0.5)
        self._pixels: memoryview | None = None
        self._width = self._height = self._stride = 0

    def shows_ink(self, rect: Rect) -> bool:
        """Whether anything stands out from its ground inside ``rect``."""
        rows = self._rows(rect)
        darkest, lightest = 255, 0
        for row in rows:
            darkest = min((darkest, *row))
            lightest = max((lightest, *row))
            if lightest - darkest >= INK_CONTRAST:
                return True
        return False

    def _rows(self, rect: Rect) -> Iterable[memoryview]:
        if self._pixels is None:
            drawn = self._display_list.get_pixmap(
                matrix=pymupdf.Matrix(self._scale, self._scale), colorspace=pymupdf.csGRAY, alpha=False
            )
            self._pixels = memoryview(drawn.samples)
            self._width, self._height, self._stride = drawn.width, drawn.height, drawn.stride
        # One pixel inside the edge: rules and neighbours that touch the box are not its ink.
        left = max(0, int(rect[0] * self._scale) + 1)
        right = min(self._width, int(rect[2] * self._scale))
        top = max(0, int(rect[1] * self._scale) + 1)
        bottom = min(self._height, int(rect[3] * self._scale))
        if left >= right:
            return
        for y in range(top, bottom):
            yield self._pixels[y * self._stride + left : y * self._stride + right]


def _doubt_of(span: Mapping[str, Any], page: Rect) -> Doubt:
    """The strongest doubt about one run of letters."""
    if span["alpha"] < UNPAINTED_ALPHA or not span["char_flags"] & (_FILLED | _STROKED):
        return Doubt.UNPAINTED
    if span["size"] < TINY_POINTS:
        return Doubt.TINY
    left, top, right, bottom = span["bbox"]
    if right <= page[0] or left >= page[2] or bottom <= page[1] or top >= page[3]:
        return Doubt.OFF_PAGE
    color = span["color"]
    if color and luminance(color) >= LIGHT_LUMINANCE:
        return Doubt.LIGHT
    return Doubt.NONE


def _bands_of(box: Rect) -> range:
    # Bounded: a box may be millions of points tall on a hostile page.
    first = max(-1000, min(1000, int(box[1] / _BAND)))
    last = max(-1000, min(1000, int(box[3] / _BAND)))
    return range(first, last + 1)


def _meets_any(box: Rect, bands: Mapping[int, Sequence[Rect]]) -> bool:
    """Whether ``box`` overlaps any earlier line of text."""
    return any(
        other[0] < box[2] and other[2] > box[0] and other[1] < box[3] and other[3] > box[1]
        for band in _bands_of(box)
        for other in bands.get(band, ())
    )
