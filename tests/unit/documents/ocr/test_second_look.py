"""Doubtful words read twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.bitmap import Gray, find_ink
from arbiter_fhir.documents.ocr.components import find_blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.second_look import AGREED_CONFIDENCE, look_again, wants_second_look
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Segmentation, Tesseract
from tests.unit.documents.papers import draw_lines

CALL = OcrCall(dpi=200, seconds=20, wall_seconds=60)
SURE = tuple(OcrWord("word", 10 + 40 * index, 500, 40 + 40 * index, 520, 95.0) for index in range(12))


class Second(Tesseract):
    """Reads each line of the sheet as told."""

    def __init__(self, *lines: tuple[str, float] | None) -> None:
        self.lines = lines
        self.calls: list[OcrCall] = []

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord]:
        self.calls.append(call)
        inked = np.flatnonzero((gray < 128).any(axis=1))
        starts = [int(inked[0]), *(int(row) for row in inked[np.flatnonzero(np.diff(inked) > 25) + 1])]
        return [
            OcrWord(line[0], 60, start, 100, start + 20, line[1])
            for start, line in zip(starts, self.lines, strict=True)
            if line is not None
        ]


PAGE = draw_lines("7.5", "4.1", "L")
BLOBS = find_blobs(find_ink(PAGE))
#: Where the three words of `PAGE` stand.
PLACES = ((118, 95, 175, 130), (118, 165, 175, 200), (118, 235, 145, 270))


def first(*readings: tuple[str, float]) -> list[OcrWord]:
    return [OcrWord(text, *place, confidence) for (text, confidence), place in zip(readings, PLACES, strict=False)]


def again(words: Sequence[OcrWord], program: Tesseract) -> list[tuple[str, float]]:
    result = look_again([*words, *SURE], PAGE, BLOBS, program, CALL)
    assert result[len(words) :] == list(SURE)
    return [(word.text, word.confidence) for word in result[: len(words)]]


def test_agreement_makes_sure() -> None:
    assert again(first(("7.5", 60.0)), Second(("7.5", 92.0))) == [("7.5", 92.0)]
    assert again(first(("7.5", 60.0)), Second(("7.5", 99.0))) == [("7.5", AGREED_CONFIDENCE)]


def test_a_sure_second_reading_corrects() -> None:
    words = first(("7.5", 95.0), ("41", 50.0))
    assert again(words, Second(("4.1", 96.0))) == [("7.5", 95.0), ("4.1", 96.0)]


def test_an_unsure_second_reading_only_takes_confidence() -> None:
    assert again(first(("7.5", 70.0)), Second(("1.5", 80.0))) == [("7.5", DOUBTED_CONFIDENCE)]


def test_agreement_against_the_ink_is_not_believed() -> None:
    words = first(("7.5", 95.0), ("41", 50.0))
    assert again(words, Second(("41", 96.0)))[1] == ("41", DOUBTED_CONFIDENCE)


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [("A1c", "Aic", "A1c"), ("1O5", "105", "105"), ("105", "IO5", "105"), ("LDL", "LDI", "LDL")],
)
def test_look_alikes_do_not_replace_each_other(one: str, other: str, kept: str) -> None:
    result = look_again([*first((one, 60.0)), *SURE], PAGE, None, Second((other, 85.0)), CALL)
    assert result[0].text == kept


def test_nothing_doubtful_costs_no_call() -> None:
    program = Second()
    assert again(first(("7.5", 75.0)), program) == [("7.5", 75.0)]
    assert program.calls == []


def test_a_page_bad_all_over_is_not_looked_at_again() -> None:
    program = Second()
    words = first(("7.5", 40.0), ("4.1", 40.0), ("L", 40.0))
    assert look_again(words, PAGE, BLOBS, program, CALL) == words
    assert program.calls == []


def test_the_second_bitmap_is_larger_and_read_line_by_line() -> None:
    program = Second(("7.5", 96.0))
    again(first(("7.5", 60.0)), program)
    (call,) = program.calls
    assert (call.dpi, call.segmentation) == (400, Segmentation.BLOCK)


def test_a_line_that_reads_as_nothing_changes_nothing() -> None:
    assert again(first(("7.5", 60.0)), Second(None)) == [("7.5", 60.0)]


def test_signs_between_confirmed_neighbours_are_as_sure_as_they() -> None:
    left, right = first(("7.5", 60.0), ("4.1", 60.0))
    sign = OcrWord("-", 180, 110, 190, 114, 60.0)
    result = look_again([left, sign, right, *SURE], PAGE, None, Second(("7.5", 92.0), ("4.1", 94.0)), CALL)
    assert [word.confidence for word in result[:3]] == [92.0, 92.0, 94.0]


def test_the_real_program_confirms_real_words() -> None:
    words = [*first(("7.5", 60.0), ("41", 50.0), ("E", 40.0)), *SURE]
    result = look_again(words, PAGE, BLOBS, Tesseract(), CALL)
    assert [word.text for word in result[:2]] == ["7.5", "4.1"]
    assert all(word.confidence > 75 for word in result[:2])


def test_signs_alone_are_no_reason_to_look_again() -> None:
    assert not wants_second_look(OcrWord("-", 0, 0, 9, 2, 20.0))
    assert wants_second_look(OcrWord("9", 0, 0, 9, 12, 20.0))
    assert not wants_second_look(OcrWord("9", 0, 0, 9, 12, 75.0))


@pytest.mark.parametrize(("second", "settled"), [("1", "1"), ("|", "|"), ("l", "|"), ("4", "|")])
def test_a_stroke_may_be_named_a_digit_and_stays_in_doubt(second: str, settled: str) -> None:
    stroke = first(("|", DOUBTED_CONFIDENCE))
    assert again(stroke, Second((second, 97.0))) == [(settled, DOUBTED_CONFIDENCE)]
