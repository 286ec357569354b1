from __future__ import annotations

import numpy as np
import pymupdf
import pytest
from PIL import Image, ImageDraw

from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ocr.components import find_blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.strikes import doubt_struck_words
from arbiter_fhir.documents.ocr.tesseract import OcrWord

SCALE = 200 / 72
Line = tuple[float, float, float, float]


def page(*texts: str, font: str = "helv") -> tuple[Image.Image, list[OcrWord]]:
    """A bitmap at 200 dpi with a word on each line, and the words with boxes around their ink."""
    document = pymupdf.open()
    sheet = document.new_page(width=300, height=40 + 20 * len(texts))
    for at, text in enumerate(texts):
        sheet.insert_text((100, 40 + 20 * at), text, fontsize=10, fontname=font)
    pixels = sheet.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    words = []
    for at, text in enumerate(texts):
        top, bottom = int((30 + 20 * at) * SCALE), int((44 + 20 * at) * SCALE)
        rows, columns = np.nonzero(np.asarray(image)[top:bottom] < 128)
        words.append(OcrWord(text, columns.min(), top + rows.min(), columns.max() + 1, top + rows.max() + 1, 96.0))
    return image, words


def doubted(image: Image.Image, words: list[OcrWord], *, coarse: bool = False) -> list[str]:
    ink = find_ink(np.asarray(image))
    found = doubt_struck_words(words, find_blobs(ink), ink.shape, coarse=coarse)
    assert [word.text for word in found] == [word.text for word in words]
    return [word.text for word in found if word.confidence == DOUBTED_CONFIDENCE]


def stroke(
    image: Image.Image, word: OcrWord, *, place: float, beyond: float, slope: float = 0.0, width: int = 3
) -> None:
    """A stroke through a word, at a part of its height, going beyond its sides by a part of it."""
    height = word.bottom - word.top
    left, right = word.left - beyond * height, word.right + beyond * height
    middle, rise = word.top + place * height, slope * (right - left) / 2
    ImageDraw.Draw(image).line((left, middle - rise, right, middle + rise), fill=0, width=width)


@pytest.mark.parametrize("font", ["helv", "tiro", "cour", "hebo"])
def test_printed_words_are_believed(font: str) -> None:
    image, words = page(
        "44", "140", "0.92", "3.4-4.8", "HHEEFF", "Hemoglobin", "mg/dL", "5.6", "1+", "888", "W", font=font
    )
    assert doubted(image, words) == []
    assert doubted(image, words, coarse=True) == []


@pytest.mark.parametrize("text", ["14", "140", "0.92", "6.1", "Sodium", "44"])
@pytest.mark.parametrize(("place", "slope"), [(0.4, 0.0), (0.55, 0.0), (0.5, 0.12), (0.5, -0.2), (0.7, 0.0)])
def test_a_stroke_that_goes_on_beside_a_word_strikes_it_out(text: str, place: float, slope: float) -> None:
    image, words = page("Chloride", text, "102")
    stroke(image, words[1], place=place, beyond=0.5, slope=slope)
    assert doubted(image, words) == [text]


def test_a_stroke_as_long_as_its_word_strikes_it_out_on_clear_pages_alone() -> None:
    image, words = page("0083")
    stroke(image, words[0], place=0.45, beyond=0.0)
    assert doubted(image, words) == ["0083"]
    assert doubted(image, words, coarse=True) == []


@pytest.mark.parametrize("place", [1.15, -0.15])
def test_lines_under_and_over_a_word_leave_it(place: float) -> None:
    image, words = page("140")
    stroke(image, words[0], place=place, beyond=1.0)
    assert doubted(image, words) == []


def test_a_circle_around_a_word_leaves_it() -> None:
    image, words = page("140")
    word = words[0]
    ImageDraw.Draw(image).ellipse(
        (word.left - 14, word.top - 10, word.right + 14, word.bottom + 10), outline=0, width=3
    )
    assert doubted(image, words) == []


def test_boxes_that_the_recogniser_drew_wrong_do_not_matter() -> None:
    image, words = page("14")
    word = words[0]
    stroke(image, word, place=0.66, beyond=0.4)
    cut = OcrWord("44", word.left, word.top, word.right, word.top + 14, 95.0)
    wide = OcrWord("44", word.left - 9, word.top - 4, word.right + 9, word.bottom + 10, 95.0)
    other = OcrWord("Sodium", 10, word.top, 60, word.bottom, 50.0)
    assert doubted(image, [cut, other, other]) == ["44", "Sodium", "Sodium"]
    assert doubted(image, [wide, other, other]) == ["44", "Sodium", "Sodium"]


def test_nothing_is_told_of_pages_that_are_noise() -> None:
    _, words = page("140")
    assert doubt_struck_words(words, None, (100, 100)) == words
