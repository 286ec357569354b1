"""A page with boxes on it, for people who want to see where a fact stands."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from arbiter_fhir.documents.child_process.wire import LabelledBox
from arbiter_fhir.documents.picture import draw_page

__all__ = ["draw_overlay"]

#: Pixels between a box's ink and its frame, so that the frame does not touch the letters.
_MARGIN: Final = 3
_STROKE: Final = 2
#: Opacity of the box's wash, 0-255: letters under it stay black on nearly white.
_WASH: Final = 30
_LETTER_PIXELS: Final = 13
_TAG_PADDING: Final = 3
_LABEL_CHARACTERS: Final = 40
#: A label is not cut shorter than this to fit beside its box.
_LEAST_LABEL: Final = 12
#: Grey levels that count as print, and how much a pixel of it counts beside a pixel of a box or tag.
_PRINT_LEVELS: Final = 128
_PRINT_WEIGHT: Final = 4.0
_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_FALLBACK_COLOR: Final = "#c2410c"

_Area = tuple[float, float, float, float]


def draw_overlay(content: bytes, page_number: int, boxes: Sequence[LabelledBox]) -> bytes:
    """The page as PNG with a thin frame and a small tag for each box.

    Args:
        content: The document.
        page_number: 1-based.
        boxes: What to draw; a colour that is not ``#rrggbb`` is replaced.

    Raises:
        DocumentError: As for drawing the page.
    """
    page = draw_page(content, page_number).convert("RGBA")
    ink = Image.new("RGBA", page.size, (0, 0, 0, 0))
    pencil = ImageDraw.Draw(ink)
    areas = [_area(box, page.size) for box in boxes]
    for box, area in zip(boxes, areas, strict=True):
        color = _color(box)
        pencil.rounded_rectangle(area, radius=4, fill=(*color, _WASH), outline=(*color, 255), width=_STROKE)
    sheet = _Sheet(pencil, page.convert("L"), list(areas), ImageFont.load_default(_LETTER_PIXELS))
    for box, area in zip(boxes, areas, strict=True):
        if box.label:
            sheet.add_tag(box.label[:_LABEL_CHARACTERS], area, _color(box))
    picture = io.BytesIO()
    Image.alpha_composite(page, ink).convert("RGB").save(picture, format="PNG", optimize=False, compress_level=6)
    return picture.getvalue()


def _area(box: LabelledBox, size: tuple[int, int]) -> _Area:
    width, height = size
    return (
        max(0.0, box.box.x * width - _MARGIN),
        max(0.0, box.box.y * height - _MARGIN),
        min(width - 1.0, box.box.right * width + _MARGIN),
        min(height - 1.0, box.box.bottom * height + _MARGIN),
    )


def _color(box: LabelledBox) -> tuple[int, int, int]:
    color = box.color if _COLOR.fullmatch(box.color) else _FALLBACK_COLOR
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What tags are drawn on: the layer of ink, the page under it, and the places taken."""

    pencil: ImageDraw.ImageDraw
    page: Image.Image
    taken: list[_Area]
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont

    def add_tag(self, label: str, area: _Area, color: tuple[int, int, int]) -> None:
        """Draw a tag near ``area``, where it covers least; a label that has no room beside its box is cut short."""
        label = self._fitted(label, self.page.width - area[2] - 2 - 2 * _TAG_PADDING)
        left, top, right, bottom = self.pencil.textbbox((0, 0), label, font=self.font)
        width, height = right - left + 2 * _TAG_PADDING, bottom - top + 2 * _TAG_PADDING
        middle = (area[1] + area[3]) / 2 - height / 2
        corners = [
            (area[2] + 2, middle),
            (area[0] - width - 2, middle),
            (area[0], area[1] - height),
            (area[2] - width, area[1] - height),
            (area[0], area[3]),
            (area[2] - width, area[3]),
        ]
        places = [
            (x, y, x + width, y + height)
            for x, y in corners
            if x >= 0 and y >= 0 and x + width <= self.page.width and y + height <= self.page.height
        ]
        place = min(places, key=self._hidden_by, default=(0.0, 0.0, width, height))
        self.pencil.rounded_rectangle(place, radius=3, fill=(*color, 235))
        origin = (place[0] + _TAG_PADDING - left, place[1] + _TAG_PADDING - top)
        self.pencil.text(origin, label, font=self.font, fill=(255, 255, 255, 255))
        self.taken.append(place)

    def _fitted(self, label: str, room: float) -> str:
        """The label, cut to the room that there is where a useful part of it fits."""
        cut = label
        while len(cut) > _LEAST_LABEL and self.pencil.textlength(cut, font=self.font) > room:
            cut = cut.removesuffix("…")[:-1].rstrip() + "…"
        return cut if self.pencil.textlength(cut, font=self.font) <= room else label

    def _hidden_by(self, place: _Area) -> float:
        """How much a tag at ``place`` would hide: of boxes and tags, and of the page's own print."""
        left, top, right, bottom = (round(edge) for edge in place)
        print_under = sum(self.page.crop((left, top, right, bottom)).histogram()[:_PRINT_LEVELS])
        return _covered(place, self.taken) + _PRINT_WEIGHT * print_under


def _covered(place: _Area, taken: Sequence[_Area]) -> float:
    """Area of ``place`` that lies on what is drawn already."""
    return sum(
        max(0.0, min(place[2], other[2]) - max(place[0], other[0]))
        * max(0.0, min(place[3], other[3]) - max(place[1], other[1]))
        for other in taken
    )
