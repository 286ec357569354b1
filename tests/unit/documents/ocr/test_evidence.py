"""Numbers held against their ink."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ocr.components import find_blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE, check_points, has_own_ink
from arbiter_fhir.documents.ocr.tesseract import OcrWord


def check(printed: str, text: str) -> OcrWord:
    image = Image.new("L", (400, 100), 255)
    ImageDraw.Draw(image).text((40, 30), printed, font=ImageFont.load_default(30), fill=0)
    ink = find_ink(np.asarray(image))
    rows, columns = np.nonzero(ink)
    word = OcrWord(text, int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1, 95.0)
    blobs = find_blobs(ink)
    assert blobs is not None
    (checked,) = check_points([word], blobs)
    return checked


@pytest.mark.parametrize(("printed", "text"), [("4.1", "41"), ("10.3", "103"), ("1.73", "173")])
def test_a_lost_decimal_point_costs_the_confidence(printed: str, text: str) -> None:
    checked = check(printed, text)
    assert checked.text == text
    assert checked.confidence == DOUBTED_CONFIDENCE


@pytest.mark.parametrize(("printed", "text"), [("17", "17."), ("139", "139,")])
def test_a_final_point_without_ink_is_dropped(printed: str, text: str) -> None:
    checked = check(printed, text)
    assert checked.text == printed
    assert checked.confidence == 95.0


@pytest.mark.parametrize("text", ["4.1", "41", "10.3", "<5", "1,250", "0.35", "Glucose"])
def test_what_agrees_with_its_ink_keeps_its_confidence(text: str) -> None:
    checked = check(text, text)
    assert (checked.text, checked.confidence) == (text, 95.0)


def test_a_printed_final_point_stays() -> None:
    assert check("17.", "17.").text == "17."


def test_ink_of_its_own() -> None:
    ink = np.zeros((50, 50), dtype=np.bool_)
    ink[10:20, 10:20] = True
    assert has_own_ink(OcrWord("=", 5, 5, 25, 25, 50.0), ink)
    assert not has_own_ink(OcrWord("=", 30, 30, 45, 45, 50.0), ink)
