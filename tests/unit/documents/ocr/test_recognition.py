"""PDF pages drawn for OCR."""

from __future__ import annotations

import numpy as np

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.ocr.recognition import DRAWN_PIXELS, draw_gray, recognise
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Tesseract
from arbiter_fhir.documents.pdf.layer import read_layer
from tests.unit.documents.papers import draw_lines, make_pdf, scanned_pdf


class Onlooker(Tesseract):
    """Keeps the bitmaps that it is shown."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, int]] = []
        self.dpis: list[float] = []

    def read_words(self, gray: np.ndarray, call: OcrCall) -> list[OcrWord]:
        self.shapes.append(gray.shape)
        self.dpis.append(call.dpi)
        return [OcrWord("word", 10 * index, 10, 10 * index + 8, 30, 95.0) for index in range(20)]

    def read_orientation(self, gray: np.ndarray, call: OcrCall) -> int | None:
        return None


def shown(pdf: bytes) -> Onlooker:
    page = pymupdf.open(stream=pdf, filetype="pdf")[0]
    size = {"width": page.rect.width, "height": page.rect.height}
    onlooker = Onlooker()
    display_list = page.get_displaylist()
    recognise(display_list, read_layer(display_list, **size), onlooker, **size)
    return onlooker


def test_a_full_page_picture_is_drawn_pixel_by_pixel() -> None:
    noise = np.random.default_rng(2).integers(0, 256, (500, 400)).astype(np.uint8)
    page = pymupdf.open(stream=scanned_pdf(noise, dpi=200), filetype="pdf")[0]
    drawn = draw_gray(page.get_displaylist(), 200 / 72, 200 / 72)
    assert drawn.shape == noise.shape
    assert (drawn == noise).all()


def test_a_scan_is_read_at_its_own_resolution() -> None:
    gray = draw_lines("word " * 15)
    onlooker = shown(scanned_pdf(gray, dpi=240))
    assert onlooker.shapes[0] == gray.shape
    assert round(onlooker.dpis[0]) == 240


def test_a_very_fine_scan_is_reduced() -> None:
    gray = np.repeat(np.repeat(draw_lines("word " * 8, size=(1700, 500)), 2, axis=0), 2, axis=1)
    onlooker = shown(scanned_pdf(gray, dpi=1200))
    assert onlooker.dpis[0] <= 330


def test_lines_drawn_without_a_font_are_read_at_the_usual_resolution() -> None:
    onlooker = shown(make_pdf(lambda page: [page.draw_line((50, 50 + i), (300, 50 + 2 * i)) for i in range(0, 90, 9)]))
    assert round(onlooker.dpis[0]) == 200


def test_a_poster_is_drawn_within_the_pixel_cap() -> None:
    def draw(page: object) -> None:
        for index in range(40):
            page.draw_line((100, 100 + 300 * index), (9000, 100 + 300 * index), width=40)  # type: ignore[attr-defined]

    onlooker = shown(make_pdf(draw, width=10_000, height=12_000))
    height, width = onlooker.shapes[0]
    assert height * width <= DRAWN_PIXELS
