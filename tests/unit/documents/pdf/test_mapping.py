"""Chained maps lead back to the page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.documents.ocr.bitmap import turn
from arbiter_fhir.documents.pdf.mapping import IDENTITY, Mapping, quarter_turn, scaling, turning


def test_the_identity_changes_nothing() -> None:
    assert IDENTITY.point(3.0, 4.0) == (3.0, 4.0)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_quarter_turn_is_undone(degrees: int) -> None:
    page = np.zeros((30, 50), dtype=np.uint8)
    page[4, 11] = 1
    turned = np.rot90(page, -degrees // 90)
    (row,), (column,) = np.nonzero(turned)
    x, y = quarter_turn(degrees, width=50, height=30).point(column + 0.5, row + 0.5)
    assert (x, y) == pytest.approx((11.5, 4.5))


def test_turning_goes_the_way_that_the_bitmap_goes() -> None:
    page = np.full((201, 301), 255, dtype=np.uint8)
    page[90:95, 250:255] = 0
    turned = turn(page, 5.0)
    rows, columns = np.nonzero(turned < 128)
    x, y = turning(5.0, width=301, height=201).point(252.5, 92.5)
    assert (columns.mean() + 0.5, rows.mean() + 0.5) == pytest.approx((x, y), abs=0.7)


@given(st.floats(-400, 400), st.floats(-400, 400), st.floats(-45, 45), st.floats(0.2, 4), st.floats(0.2, 4))
def test_chaining_is_applying_one_after_the_other(
    x: float, y: float, degrees: float, across: float, down: float
) -> None:
    first, second = turning(degrees, width=200, height=100), scaling(across, down)
    assert second.after(first).point(x, y) == pytest.approx(second.point(*first.point(x, y)), abs=1e-6)


def test_bounds_hold_all_corners() -> None:
    left, top, right, bottom = turning(30, width=100, height=100).bounds(10, 10, 60, 30)
    for corner in [(10, 10), (60, 10), (10, 30), (60, 30)]:
        x, y = turning(30, width=100, height=100).point(*corner)
        assert left - 1e-9 <= x <= right + 1e-9
        assert top - 1e-9 <= y <= bottom + 1e-9
    assert isinstance(IDENTITY, Mapping)
