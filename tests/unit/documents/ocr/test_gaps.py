"""Spaces that recognition swallowed."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ocr.gaps import part_words
from arbiter_fhir.documents.ocr.tesseract import OcrWord


def read_as(printed: str, text: str) -> list[OcrWord]:
    """``printed`` drawn, with one word over all of it that says ``text``."""
    image = Image.new("L", (900, 100), 255)
    ImageDraw.Draw(image).text((40, 30), printed, font=ImageFont.load_default(30), fill=0)
    ink = find_ink(np.asarray(image))
    rows, columns = np.nonzero(ink)
    whole = OcrWord(text, int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1, 90.0)
    return part_words([whole], ink)


@pytest.mark.parametrize(
    ("printed", "text", "expected"),
    [
        ("70 - 99", "70-99", ["70", "-", "99"]),
        ("11.8 H", "11.8H", ["11.8", "H"]),
        ("31.9 %", "31.9%", ["31.9", "%"]),
        ("0.57 - 1.00", "0.57-1.00", ["0.57", "-", "1.00"]),
        (">= 60", ">=60", [">=", "60"]),
        ("11.8H", "11.8H", ["11.8H"]),
        ("70-99", "70-99", ["70-99"]),
        ("1.34", "1.34", ["1.34"]),
        ("12:30", "12:30", ["12:30"]),
        ("H G B", "HGB", ["HGB"]),
        ("Glucose", "Glucose", ["Glucose"]),
        ("7", "7", ["7"]),
    ],
)
def test_words_are_parted_where_white_is_as_wide_as_a_space(printed: str, text: str, expected: list[str]) -> None:
    assert [word.text for word in read_as(printed, text)] == expected


def test_parts_stand_where_their_ink_is() -> None:
    first, _, last = read_as("70 - 99", "70-99")
    assert first.right < last.left
    assert first.confidence == last.confidence == 90.0


def test_a_word_without_ink_is_left_alone() -> None:
    blank = np.zeros((50, 50), dtype=np.bool_)
    word = OcrWord("7-9", 5, 5, 30, 20, 40.0)
    assert part_words([word], blank) == [word]
