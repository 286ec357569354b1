"""Small forms made for these tests: fillable PDFs, drawn boxes, and bitmaps of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.ocr.bitmap import Gray

TEXT = pymupdf.PDF_WIDGET_TYPE_TEXT
CHECKBOX = pymupdf.PDF_WIDGET_TYPE_CHECKBOX
RADIO = pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON
CHOICE = pymupdf.PDF_WIDGET_TYPE_COMBOBOX


@dataclass
class FillableForm:
    """A fillable PDF under construction."""

    document: object = field(default_factory=pymupdf.open)
    height: float = 792

    def __post_init__(self) -> None:
        self.page = self.document.new_page(width=612, height=self.height)  # type: ignore[attr-defined]

    def print(self, text: str, x: float, y: float) -> None:
        """Words of the form itself."""
        self.page.insert_text((x, y), text, fontsize=11)

    def add(
        self, kind: int, name: str, rect: tuple[float, float, float, float], value: object, **looks: object
    ) -> None:
        """A field."""
        widget = pymupdf.Widget()
        widget.field_type, widget.field_name, widget.rect = kind, name, pymupdf.Rect(rect)
        widget.text_fontsize = 10
        for key, look in looks.items():
            setattr(widget, key, look)
        widget.field_value = value
        self.page.add_widget(widget)

    def set_key(self, name: str, key: str, value: str) -> None:
        """Set a key of a field's own object, as another program might have."""
        for widget in self.page.widgets():
            if widget.field_name == name:
                self.document.xref_set_key(widget.xref, key, value)  # type: ignore[attr-defined]

    def empty_look(self, name: str) -> None:
        """Take what a text field shows, and leave what it holds."""
        for widget in self.page.widgets():
            if widget.field_name == name:
                _, look = self.document.xref_get_key(widget.xref, "AP/N")  # type: ignore[attr-defined]
                self.document.update_stream(int(look.split()[0]), b" ")  # type: ignore[attr-defined]

    def finish(self) -> bytes:
        """The file."""
        return bytes(self.document.tobytes())  # type: ignore[attr-defined]


@dataclass(frozen=True)
class DrawnBox:
    """A box on a bitmap: its place and what is in it (``empty``, ``cross``, ``tick``, ``speck``)."""

    left: int
    top: int
    side: int
    inside: str


def draw_boxes(
    dpi: int = 200, *, points: float = 10.0, lean: float = 0.0, blur: float = 0.0
) -> tuple[Gray, list[DrawnBox]]:
    """A page of boxes with words after them; every third is crossed, every third ticked over its edge."""
    image = Image.new("L", (int(6 * dpi), int(4 * dpi)), 255)
    pencil = ImageDraw.Draw(image)
    font = ImageFont.load_default(int(dpi * 10 / 72))
    boxes: list[DrawnBox] = []
    side, weight = round(points * dpi / 72), max(1, round(0.75 * dpi / 72))
    for row in range(8):
        for column, inside in enumerate(("empty", "cross", "tick")):
            left, top = int((0.5 + 1.8 * column) * dpi), int((0.4 + 0.42 * row) * dpi)
            pencil.rectangle((left, top, left + side, top + side), outline=0, width=weight)
            if inside == "cross":
                pencil.line((left + 2, top + 2, left + side - 2, top + side - 2), fill=0, width=weight)
                pencil.line((left + 2, top + side - 2, left + side - 2, top + 2), fill=0, width=weight)
            if inside == "tick":
                points_of = (
                    (left + 0.2 * side, top + 0.5 * side),
                    (left + 0.45 * side, top + 0.85 * side),
                    (left + 1.3 * side, top - 0.35 * side),
                )
                pencil.line(points_of, fill=0, width=weight + 1)
            boxes.append(DrawnBox(left, top, side, inside))
            pencil.text((left + 1.6 * side, top - 2), ("Diabetes B8", "Yes DO0", "No QR")[column], font=font, fill=0)
    if lean:
        image = image.rotate(lean, fillcolor=255, resample=Image.Resampling.BICUBIC)
    if blur:
        image = image.filter(ImageFilter.GaussianBlur(blur))
    return np.asarray(image), boxes
