"""Two readings of a coarse page, held against each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.bitmap import Gray
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.second_reading import SCALE, read_second_time
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Tesseract

PAGE = np.full((400, 700), 255, dtype=np.uint8)
CALL = OcrCall(dpi=350, seconds=5, wall_seconds=5)
SODIUM, VALUE = OcrWord("Sodium", 70, 70, 210, 100, 91.0), OcrWord("139", 350, 70, 420, 100, 80.0)


class _Second(Tesseract):
    """Reads what it is told, in the smaller bitmap's pixels."""

    def __init__(self, *words: OcrWord, fails: bool = False) -> None:
        super().__init__()
        self._words, self._fails = words, fails
        self.shape = (0, 0)
        self.dpi = 0.0

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord] | None:
        self.shape, self.dpi = gray.shape, call.dpi
        if self._fails:
            return None
        return [
            replace(word, left=word.left * SCALE, top=word.top * SCALE, right=word.right * SCALE,
                    bottom=word.bottom * SCALE)
            for word in self._words
        ]  # fmt: skip


def test_the_page_is_read_smaller() -> None:
    second = _Second()
    read_second_time([SODIUM], PAGE, second, CALL)
    assert second.shape == (343, 600)
    assert second.dpi == pytest.approx(300)


def test_readings_that_agree_keep_the_surer_confidence() -> None:
    second = _Second(replace(VALUE, confidence=95.0), replace(SODIUM, confidence=40.0))
    assert read_second_time([SODIUM, VALUE], PAGE, second, CALL) == [SODIUM, replace(VALUE, confidence=95.0)]


@pytest.mark.parametrize("confidence, text", [(92.0, "189"), (60.0, "139")])
def test_readings_that_differ_leave_the_surer_text_in_doubt(confidence: float, text: str) -> None:
    second = _Second(replace(VALUE, text="189", confidence=confidence))
    assert read_second_time([VALUE], PAGE, second, CALL) == [replace(VALUE, text=text, confidence=DOUBTED_CONFIDENCE)]


@pytest.mark.parametrize("first, second", [("IU/L", "(U/L"), ("(U/L", "IU/L"), ("|U/L", "IU/L")])
def test_a_reading_with_a_lone_bracket_or_a_stroke_is_not_believed(first: str, second: str) -> None:
    unit = OcrWord(first, 500, 70, 560, 100, 80.0)
    other = replace(unit, text=second, confidence=95.0 if second.startswith("(") else 60.0)
    assert read_second_time([unit], PAGE, _Second(other), CALL) == [
        replace(unit, text="IU/L", confidence=DOUBTED_CONFIDENCE)
    ]


def test_a_word_that_the_second_reading_parts_is_compared_as_a_whole() -> None:
    span = OcrWord("3.4-10.8", 350, 70, 470, 100, 70.0)
    parts = [
        OcrWord("3.4", 350, 70, 385, 100, 90.0),
        OcrWord("-", 390, 80, 400, 90, 90.0),
        OcrWord("10.8", 405, 70, 470, 100, 88.0),
    ]
    assert read_second_time([span], PAGE, _Second(*parts), CALL) == [replace(span, confidence=88.0)]


@pytest.mark.parametrize("text, sure", [("70-99", [92.0, 92.0, 92.0]), ("70+99", [50.0, 50.0, 50.0])])
def test_a_word_that_the_second_reading_has_as_one_is_compared_with_its_pieces(text: str, sure: list[float]) -> None:
    pieces = [
        OcrWord("70", 350, 70, 370, 100, 85.0),
        OcrWord("-", 376, 84, 382, 88, 80.0),
        OcrWord("99", 388, 70, 408, 100, 90.0),
    ]
    whole = OcrWord(text, 350, 70, 408, 100, 92.0)
    read = read_second_time(pieces, PAGE, _Second(whole), CALL)
    assert [(word.text, word.confidence) for word in read] == list(zip(["70", "-", "99"], sure, strict=True))


def test_what_the_first_reading_passed_over_is_added_in_doubt() -> None:
    passed_over = OcrWord("mmol/L", 500, 70, 600, 100, 90.0)
    unsure = OcrWord("~", 500, 200, 510, 210, 30.0)
    assert read_second_time([SODIUM], PAGE, _Second(passed_over, unsure), CALL) == [
        SODIUM,
        replace(passed_over, confidence=DOUBTED_CONFIDENCE),
    ]


def test_without_a_second_reading_the_first_stands() -> None:
    assert read_second_time([SODIUM, VALUE], PAGE, _Second(fails=True), CALL) == [SODIUM, VALUE]
