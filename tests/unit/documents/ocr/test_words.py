"""Scanned pages to placed words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from arbiter_fhir.documents.lines import compose_text
from arbiter_fhir.documents.ocr.bitmap import Gray, turn
from arbiter_fhir.documents.ocr.preparation import Scan
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Segmentation, Tesseract
from arbiter_fhir.documents.ocr.words import PageBudget, read_scan
from arbiter_fhir.documents.pages import Reading
from tests.unit.documents.papers import draw_lines

LINES = (
    "Laboratory report of the northern clinic",
    "Glucose 105 mg/dL 70 - 99",
    "Sodium 139 mmol/L 134 - 144",
    "Potassium 6.2 mmol/L 3.5 - 5.2",
    "Calcium 9.4 mg/dL 8.7 - 10.3",
    "Albumin 4.2 g/dL 3.8 - 4.8",
)


class Scripted(Tesseract):
    """The program's twin: answers by how dark the bitmap is, and counts its calls."""

    def __init__(self, *answers: Sequence[OcrWord] | None, orientation: int | None = None) -> None:
        self.answers = list(answers)
        self.orientation = orientation
        self.calls: list[OcrCall] = []

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord] | None:
        self.calls.append(call)
        answer = self.answers.pop(0) if self.answers else None
        return None if answer is None else list(answer)

    def read_orientation(self, gray: Gray, call: OcrCall) -> int | None:
        return self.orientation

    @property
    def tries(self) -> int:
        """Calls that read the whole page; a look at ink that no word of the script covers is none."""
        return sum(call.segmentation == Segmentation.COLUMN for call in self.calls)


def heard(count: int, confidence: float, text: str = "word") -> list[OcrWord]:
    return [OcrWord(text, 120 + 60 * index, 95, 170 + 60 * index, 125, confidence) for index in range(count)]


def page() -> Gray:
    return draw_lines("word " * 14)


def read(gray: Gray, tesseract: Tesseract, dpi: float = 200) -> Reading:
    return read_scan(Scan(gray, dpi, dpi), tesseract, PageBudget())


def test_a_page_is_read_line_by_line() -> None:
    text, _ = compose_text(read(draw_lines(*LINES), Tesseract()).words)
    assert text.split("\n") == list(LINES)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_on_its_side_or_head_is_read_and_boxed_as_displayed(quarters: int) -> None:
    upright = draw_lines(*LINES, size=(1500, 1100))
    displayed = np.ascontiguousarray(np.rot90(upright, -quarters))
    words = read(displayed, Tesseract()).words
    text, _ = compose_text(words)
    assert text.split("\n") == list(LINES)
    height, width = displayed.shape
    for word in words:
        left, right = int(word.box.x * width), int(word.box.right * width)
        top, bottom = int(word.box.y * height), int(word.box.bottom * height)
        assert displayed[top:bottom, left:right].min() < 100


@pytest.mark.parametrize("degrees", [-3.0, 0.8, 2.0])
def test_a_leaning_page_reads_like_a_straight_one(degrees: float) -> None:
    text, _ = compose_text(read(turn(draw_lines(*LINES), degrees), Tesseract()).words)
    assert text.split("\n") == list(LINES)


def test_a_good_first_reading_ends_the_search() -> None:
    program = Scripted(heard(14, 95))
    assert len(read(page(), program).words) == 14
    assert program.tries == 1


def test_no_words_are_believed_only_after_every_way_was_tried() -> None:
    program = Scripted([], [], [], [], [])
    reading = read(page(), program)
    assert reading.words == ()
    assert not reading.ran_out
    assert program.tries == 5
    assert [call.adaptive for call in program.calls] == [False, False, False, False, True]


def test_a_later_way_may_win() -> None:
    program = Scripted([], [], heard(12, 92))
    assert len(read(page(), program).words) == 12
    assert program.tries == 3


def test_much_rubbish_loses_against_few_good_words() -> None:
    program = Scripted(heard(14, 20, "rubbish"), [], heard(7, 92), [], [])
    assert {word.text for word in read(page(), program).words} == {"word"}


def test_failed_calls_are_told_from_empty_pages() -> None:
    reading = read(page(), Scripted())
    assert reading.words == ()
    assert reading.ran_out


def test_words_found_before_time_ran_out_are_kept() -> None:
    reading = read(page(), Scripted(heard(10, 70), None, None, None, None))
    assert len(reading.words) == 10
    assert not reading.ran_out


def test_an_empty_sheet_costs_no_call() -> None:
    program = Scripted()
    assert read(np.full((2200, 1700), 252, dtype=np.uint8), program).words == ()
    assert program.calls == []


def test_specks_and_rules_are_no_words_and_signs_are() -> None:
    answer = [
        OcrWord("|", 120, 95, 125, 125, 90.0),
        OcrWord("<", 180, 95, 200, 125, 40.0),
        OcrWord("~", 240, 95, 260, 125, 95.0),
        *heard(14, 95)[4:],
    ]
    texts = [word.text for word in read(page(), Scripted(answer)).words]
    assert "<" in texts
    assert "|" not in texts
    assert "~" not in texts


def test_no_call_is_begun_without_time() -> None:
    program = Scripted(heard(14, 95))
    reading = read_scan(Scan(page(), 200, 200), program, PageBudget(0.0))
    assert reading.ran_out
    assert program.calls == []


def test_a_digit_read_as_a_bar_is_a_doubtful_word_and_a_rule_is_none() -> None:
    drawn = page().copy()
    drawn[80:140, 165:285] = 255
    drawn[97:123, 178:181] = drawn[60:160, 268:271] = 0
    amount = [*heard(1, 95, "mg,"), OcrWord("|", 178, 97, 181, 123, 95), OcrWord("tablet", 190, 95, 260, 125, 95)]
    rest = [replace(word, left=word.left + 160, right=word.right + 160) for word in heard(10, 95)]
    words = read(drawn, Scripted([*amount, OcrWord("|", 268, 97, 271, 123, 95), *rest])).words
    assert [(word.text, word.confidence) for word in words if word.text == "|"] == [("|", 50.0)]
