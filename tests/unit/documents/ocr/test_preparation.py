"""Scans made ready."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.bitmap import turn
from arbiter_fhir.documents.ocr.preparation import Scan, prepare, soften, turn_quarter
from tests.unit.documents.papers import draw_lines, prose

TEXT = [f"Analyte {index} stands at {index}.5 mg/dL" for index in range(11)]


def test_a_clean_page_stays_as_it_is() -> None:
    gray = draw_lines(*TEXT)
    prepared = prepare(Scan(gray, 200, 200))
    assert prepared.gray is gray
    assert prepared.dpi == 200
    assert prepared.back.point(7, 9) == (7, 9)


@pytest.mark.parametrize(("dpi", "expected"), [(600, 300), (400, 200), (300, 300), (150, 150), (100, 200)])
def test_resolution_is_brought_into_the_band_by_whole_factors(dpi: float, expected: float) -> None:
    gray = draw_lines(*TEXT)
    prepared = prepare(Scan(gray, dpi, dpi))
    assert prepared.dpi == expected
    height, width = prepared.gray.shape
    assert prepared.back.point(width, height) == pytest.approx((gray.shape[1], gray.shape[0]))


def test_oblong_pixels_become_square() -> None:
    gray = draw_lines(*TEXT)[::2]
    prepared = prepare(Scan(gray, 204, 160))
    assert prepared.gray.shape[0] == pytest.approx(gray.shape[0] * 204 / 160, abs=1)
    assert prepared.gray.shape[1] == gray.shape[1]


def test_a_fax_of_standard_resolution_is_enlarged_on_the_way() -> None:
    gray = draw_lines(*TEXT)[::2]
    prepared = prepare(Scan(gray, 204, 98))
    assert prepared.dpi == 350
    assert prepared.gray.shape == pytest.approx((gray.shape[0] * 350 / 98, gray.shape[1] * 350 / 204), abs=1)
    height, width = prepared.gray.shape
    assert prepared.back.point(width, height) == pytest.approx((gray.shape[1], gray.shape[0]))


def test_a_leaning_page_is_turned_and_leads_back() -> None:
    gray = draw_lines(*prose()).copy()
    gray[600:640, 1500:1540] = 0
    leaning = turn(gray, 3.0)
    prepared = prepare(Scan(leaning, 200, 200))
    assert prepared.lean == 0.0
    rows, columns = np.nonzero(prepared.gray[:, 1450:1600] < 100)
    back = prepared.back.point(columns.mean() + 1450, rows.mean())
    rows, columns = np.nonzero(leaning[:, 1450:1600] < 100)
    assert back == pytest.approx((columns.mean() + 1450, rows.mean()), abs=2)


def test_leaders_are_erased_and_words_are_not() -> None:
    gray = draw_lines("Sodium", size=(1400, 300)).copy()
    for index in range(40):
        gray[120:124, 400 + index * 15 : 404 + index * 15] = 0
    prepared = prepare(Scan(gray, 200, 200))
    assert prepared.gray[115:130, 395:1010].min() > 200
    assert prepared.gray[:, 100:300].min() == 0


def test_specks_of_a_fax_go_before_its_pixels_are_squared() -> None:
    random = np.random.default_rng(5)
    gray = draw_lines(*TEXT).copy()
    gray[random.random(gray.shape) < 0.003] = 0
    prepared = prepare(Scan(gray, 204, 180))
    assert (prepared.gray[-60:, :] < 128).mean() < 0.0005


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_quarter_turn_leads_back(degrees: int) -> None:
    gray = draw_lines(*TEXT)
    lying = np.ascontiguousarray(np.rot90(gray, degrees // 90))
    prepared = turn_quarter(prepare(Scan(lying, 200, 200)), degrees)
    assert prepared.gray.shape == gray.shape
    (row, column) = (int(value[0]) for value in np.nonzero(prepared.gray < 50))
    x, y = prepared.back.point(column + 0.5, row + 0.5)
    assert lying[int(y), int(x)] < 50


def test_softening_levels_a_lone_pixel() -> None:
    gray = np.full((9, 9), 255, dtype=np.uint8)
    gray[4, 4] = 0
    assert 180 < soften(gray)[4, 4] < 200
