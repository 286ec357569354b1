"""Bars that may be a digit, and bars that are none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.components import Blobs, find_blobs
from arbiter_fhir.documents.ocr.evidence import DOUBTED_CONFIDENCE
from arbiter_fhir.documents.ocr.lone_bars import BAR, find_lone_bars
from arbiter_fhir.documents.ocr.tesseract import OcrWord

#: "mL, | capsule" on a line of twenty pixels, the bar at 70 to 74.
BEFORE = OcrWord("mL,", 20, 10, 58, 32, 96.0)
STROKE = OcrWord(BAR, 70, 11, 74, 30, 95.0)
AFTER = OcrWord("capsule", 86, 10, 170, 32, 96.0)


def ink(*boxes: tuple[int, int, int, int]) -> Blobs:
    drawn = np.zeros((80, 300), dtype=np.bool_)
    for left, top, right, bottom in boxes:
        drawn[top:bottom, left:right] = True
    blobs = find_blobs(drawn)
    assert blobs is not None
    return blobs


LETTERS = ink((70, 11, 74, 30))


def test_a_bar_where_an_amount_could_stand_is_kept_in_doubt() -> None:
    (kept,) = find_lone_bars([BEFORE, STROKE, AFTER], LETTERS)
    assert kept == replace(STROKE, confidence=DOUBTED_CONFIDENCE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(replace(BEFORE, text="140"), AFTER, id="behind a number"),
        pytest.param(BEFORE, replace(AFTER, text="3.5"), id="before a number"),
        pytest.param(replace(BEFORE, text="Phone"), replace(AFTER, text="Fax"), id="between two titles"),
        pytest.param(BEFORE, replace(AFTER, left=120), id="the next column"),
        pytest.param(replace(BEFORE, right=30), AFTER, id="behind a column"),
        pytest.param(BEFORE, replace(AFTER, top=44, bottom=66), id="the next line"),
        pytest.param(replace(BEFORE, text="-"), AFTER, id="behind a sign"),
    ],
)
def test_a_bar_that_parts_things_is_not_kept(before: OcrWord, after: OcrWord) -> None:
    assert find_lone_bars([before, STROKE, after], LETTERS) == []


def test_capitals_count_things_too() -> None:
    words = [replace(BEFORE, text="TAKE"), STROKE, replace(AFTER, text="TABLET")]
    assert len(find_lone_bars(words, LETTERS)) == 1


def test_a_rule_is_taller_and_a_speck_lower_than_a_digit() -> None:
    words = [BEFORE, STROKE, AFTER]
    assert find_lone_bars(words, ink((70, 0, 74, 42))) == []
    assert find_lone_bars(words, ink((70, 18, 74, 23))) == []
    assert find_lone_bars(words, None) == []


def test_bars_at_the_ends_have_no_neighbours() -> None:
    assert find_lone_bars([STROKE, AFTER], LETTERS) == []
    assert find_lone_bars([BEFORE, STROKE], LETTERS) == []
