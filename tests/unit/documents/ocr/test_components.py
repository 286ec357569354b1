"""Blobs of ink and leaders among them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ocr.components import find_blobs, find_leaders
from tests.unit.documents.papers import draw_lines


def flood_count(ink: np.ndarray) -> int:
    """Blobs by the plainest method: fill one after the other."""
    left = {(int(y), int(x)) for y, x in zip(*np.nonzero(ink), strict=True)}
    count = 0
    while left:
        count += 1
        stack = [left.pop()]
        while stack:
            y, x = stack.pop()
            for near in [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]:
                if near in left:
                    left.remove(near)
                    stack.append(near)
    return count


@settings(max_examples=60, deadline=None)
@given(arrays(np.bool_, st.tuples(st.integers(1, 24), st.integers(1, 24))))
def test_blobs_are_those_that_flooding_finds(ink: np.ndarray) -> None:
    blobs = find_blobs(ink)
    if not ink.any():
        assert blobs is None
        return
    assert blobs is not None
    assert len(blobs) == flood_count(ink)
    assert blobs.area.sum() == ink.sum()
    assert (blobs.paint(np.ones(len(blobs), dtype=np.bool_), ink.shape) == ink).all()


def test_a_blob_has_its_bounds() -> None:
    ink = np.zeros((20, 30), dtype=np.bool_)
    ink[3:7, 5:12] = True
    blobs = find_blobs(ink)
    assert blobs is not None
    assert (blobs.left[0], blobs.top[0], blobs.right[0], blobs.bottom[0], blobs.area[0]) == (5, 3, 12, 7, 28)


def leader_page(dots: int) -> np.ndarray:
    ink = find_ink(draw_lines("Sodium", size=(1400, 300)))
    for index in range(dots):
        ink[120:124, 400 + index * 15 : 404 + index * 15] = True
    return ink


def test_evenly_spaced_dots_are_a_leader_and_letters_are_not() -> None:
    ink = leader_page(30)
    blobs = find_blobs(ink)
    assert blobs is not None
    leaders = find_leaders(blobs, 200.0)
    assert leaders is not None
    assert leaders.sum() == 30
    assert blobs.left[leaders].min() == 400


def test_a_few_dots_are_punctuation() -> None:
    blobs = find_blobs(leader_page(4))
    assert blobs is not None
    assert find_leaders(blobs, 200.0) is None


def test_decimal_points_of_a_column_are_no_leader() -> None:
    ink = find_ink(draw_lines(*[f"{index}.{index} 4.0 - 5.6 7.0 8.1" for index in range(9)]))
    blobs = find_blobs(ink)
    assert blobs is not None
    assert find_leaders(blobs, 200.0) is None
