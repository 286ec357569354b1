"""Ink, lean and cleaning."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.bitmap import (
    blur_and_split,
    erase,
    find_ink,
    has_ink,
    lean,
    otsu_level,
    paper_level,
    smooth_specks,
    turn,
)
from tests.unit.documents.papers import draw_lines, prose

TEXT = [f"Analyte number {index} stands at {index}.5 mg/dL here" for index in range(11)]


def test_otsu_parts_two_levels_between_them() -> None:
    gray = np.full((50, 50), 200, dtype=np.uint8)
    gray[10:20] = 40
    assert 40 <= otsu_level(gray) < 200
    assert find_ink(gray).sum() == 500


def test_one_level_does_not_divide_by_zero() -> None:
    assert 0 <= otsu_level(np.full((20, 20), 255, dtype=np.uint8)) <= 255


def test_paper_is_the_commonest_light_gray() -> None:
    gray = np.full((80, 80), 240, dtype=np.uint8)
    gray[:20] = 10
    assert paper_level(gray) == 240


def test_an_empty_sheet_has_no_ink_and_a_single_word_has() -> None:
    empty = np.full((2200, 1700), 250, dtype=np.uint8)
    assert not has_ink(empty)
    written = empty.copy()
    written[100:120, 100:160] = 30
    assert has_ink(written)


def test_faint_grain_is_no_ink() -> None:
    grain = np.random.default_rng(1).integers(235, 256, (600, 600)).astype(np.uint8)
    assert not has_ink(grain)


@pytest.mark.parametrize("degrees", [-4.0, -1.5, 0.0, 0.5, 3.0])
def test_lean_is_measured(degrees: float) -> None:
    found, _ = lean(find_ink(turn(draw_lines(*TEXT), degrees)))
    assert found == pytest.approx(degrees, abs=0.25)


def test_lines_running_down_the_page_are_seen_in_the_unevenness() -> None:
    upright = find_ink(draw_lines(*prose()))
    on_its_side = np.ascontiguousarray(upright.T)
    assert lean(upright)[1] > 1.6 * lean(on_its_side)[1]


def test_too_little_ink_tells_nothing() -> None:
    assert lean(np.zeros((100, 100), dtype=np.bool_)) == (0.0, 0.0)


def test_erasing_paints_paper_and_spares_neighbouring_ink() -> None:
    gray = np.full((40, 40), 250, dtype=np.uint8)
    gray[10:14, 10:14] = 0
    gray[10:14, 14:20] = 0
    unwanted = np.zeros((40, 40), dtype=np.bool_)
    unwanted[10:14, 10:14] = True
    cleaned = erase(gray, unwanted)
    assert (cleaned[10:14, 10:14] == 250).all()
    assert (cleaned[10:14, 14:20] == 0).all()


def test_splitting_leaves_black_and_white_only() -> None:
    assert set(np.unique(blur_and_split(draw_lines("Some words")))) == {0, 255}


def test_the_median_removes_salt_and_pepper() -> None:
    gray = np.full((60, 60), 255, dtype=np.uint8)
    gray[30, 30] = 0
    assert (smooth_specks(gray) == 255).all()
