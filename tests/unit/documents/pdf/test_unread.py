"""Letters that no word covers."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from arbiter_fhir.documents.ocr.bitmap import Gray, find_ink
from arbiter_fhir.documents.ocr.components import Blobs, find_blobs
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Segmentation, Tesseract
from arbiter_fhir.documents.pdf.unread import read_left_out, unread_letters

CALL = OcrCall(dpi=200, seconds=20, wall_seconds=60)
NAMES = ("Glucose", "Sodium", "Potassium", "Calcium")
VALUES = ("105", "139", "6.2", "9.4")


class Block(Tesseract):
    """Answers as told and notes how it was asked."""

    def __init__(self, words: list[OcrWord] | None) -> None:
        self.words = words
        self.calls: list[OcrCall] = []

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord] | None:
        self.calls.append(call)
        return self.words


def _page() -> tuple[Gray, Blobs, list[OcrWord], list[OcrWord]]:
    """A page of names and values with a rule under it: bitmap, blobs, words of the names and of the values."""
    image = Image.new("L", (900, 500), 255)
    pencil, font = ImageDraw.Draw(image), ImageFont.load_default(34)
    names, values = [], []
    for index, (name, value) in enumerate(zip(NAMES, VALUES, strict=True)):
        for words, text, x in ((names, name, 100), (values, value, 600)):
            y = 60 + 80 * index
            pencil.text((x, y), text, font=font, fill=0)
            left, top, right, bottom = pencil.textbbox((x, y), text, font=font)
            words.append(OcrWord(text, left, top, right, bottom, 95.0))
    pencil.rectangle((90, 420, 800, 424), fill=0)
    gray = np.asarray(image)
    blobs = find_blobs(find_ink(gray))
    assert blobs is not None
    return gray, blobs, names, values


def test_letters_without_a_word_are_seen_and_rules_are_not() -> None:
    _, blobs, names, values = _page()
    # 105, 139, 6 2 and 9 4: points are no letters.
    assert np.count_nonzero(unread_letters(names, blobs)) == 10
    assert np.count_nonzero(unread_letters([*names, *values], blobs)) == 0


def test_a_column_that_was_passed_over_is_read() -> None:
    gray, blobs, names, values = _page()
    program = Block([*names, *values])
    assert read_left_out(names, gray, blobs, program, CALL) == values
    assert [call.segmentation for call in program.calls] == [Segmentation.BLOCK]


def test_words_without_unread_ink_or_confidence_are_not_added() -> None:
    gray, blobs, names, values = _page()
    nowhere = OcrWord("77", 400, 60, 440, 90, 95.0)
    doubtful = OcrWord("1O5", *(values[0].left, values[0].top, values[0].right, values[0].bottom), 20.0)
    assert read_left_out(names, gray, blobs, Block([nowhere, doubtful]), CALL) == []


def test_a_page_read_whole_is_not_read_again() -> None:
    gray, blobs, names, values = _page()
    program = Block([])
    assert read_left_out([*names, *values], gray, blobs, program, CALL) == []
    assert program.calls == []


def test_a_failed_look_adds_nothing() -> None:
    gray, blobs, names, _ = _page()
    assert read_left_out(names, gray, blobs, Block(None), CALL) == []
