"""Pages made for these tests: small PDFs and bitmaps with known words."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.ocr.bitmap import Gray
from devstack.samples import SampleDocument, sample

ROWS = (
    ("Glucose", "105", "mg/dL", "70 - 99"),
    ("Sodium", "139", "mmol/L", "134 - 144"),
    ("Potassium", "6.2", "mmol/L", "3.5 - 5.2"),
    ("Calcium", "9.4", "mg/dL", "8.7 - 10.3"),
    ("Albumin", "4.2", "g/dL", "3.8 - 4.8"),
    ("Ferritin", "9", "ng/mL", "15 - 150"),
)
COLUMNS = (60, 250, 330, 430)


def make_pdf(*draw: Callable[..., object], width: float = 612, height: float = 792, **save: object) -> bytes:
    """A PDF with one page for each function, which is given the page."""
    document = pymupdf.open()
    for each in draw:
        each(document.new_page(width=width, height=height))
    return bytes(document.tobytes(**save))


def write_table(page: object) -> None:
    """The result rows, stored row by row."""
    for index, row in enumerate(ROWS):
        for x, cell in zip(COLUMNS, row, strict=True):
            page.insert_text((x, 120 + 20 * index), cell, fontsize=11)  # type: ignore[attr-defined]


def typed_table() -> bytes:
    """A PDF of the result rows."""
    return make_pdf(write_table)


def draw_lines(*lines: str, size: tuple[int, int] = (1700, 900), letter: int = 34) -> Gray:
    """A bitmap with lines of text, 200 dpi."""
    image = Image.new("L", size, 255)
    pencil = ImageDraw.Draw(image)
    for index, line in enumerate(lines):
        pencil.text((120, 90 + index * 70), line, font=ImageFont.load_default(letter), fill=0)
    return np.asarray(image)


def prose(lines: int = 11) -> list[str]:
    """Lines without columns: no letter stands under its like."""
    shuffler = random.Random(7)
    letters = "aceimnorstu"
    return [
        " ".join("".join(shuffler.choices(letters, k=shuffler.randint(2, 9))) for _ in range(9)) for _ in range(lines)
    ]


def picture_bytes(gray: Gray, form: str = "PNG", **options: object) -> bytes:
    """The bitmap as a file."""
    buffer = io.BytesIO()
    Image.fromarray(gray).save(buffer, form, **options)
    return buffer.getvalue()


def scanned_pdf(gray: Gray, *, dpi: float = 200) -> bytes:
    """A PDF whose only page is one picture."""
    document = pymupdf.open()
    page = document.new_page(width=gray.shape[1] * 72 / dpi, height=gray.shape[0] * 72 / dpi)
    page.insert_image(page.rect, stream=picture_bytes(gray))
    return bytes(document.tobytes())


@cache
def known_sample(name: str, *, scanned: bool = False) -> SampleDocument:
    """A sample of the development stack, drawn once."""
    return sample(name, scanned=scanned)
