"""Boxes to tick on bitmaps."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ticks.boxes import erase_tick_boxes, find_tick_boxes
from arbiter_fhir.documents.ticks.marks import TickBox, TickState
from tests.unit.documents.forms import DrawnBox, draw_boxes
from tests.unit.documents.papers import draw_lines, prose

WANTED = {"empty": TickState.EMPTY, "cross": TickState.TICKED, "tick": TickState.TICKED}


def nearest(drawn: DrawnBox, found: list[TickBox]) -> TickBox | None:
    """The box found on a drawn one."""
    x, y = drawn.left + drawn.side / 2, drawn.top + drawn.side / 2
    return next((box for box in found if box.left <= x <= box.right and box.top <= y <= box.bottom), None)


@pytest.mark.parametrize(
    ("dpi", "points", "lean", "blur"),
    [(150, 10, 0, 0), (200, 8, 0, 0), (200, 10, 0.4, 0.7), (200, 12, 0, 0.7), (300, 9, 0.3, 0.7)],
)
def test_boxes_are_found_with_what_is_in_them(dpi: int, points: float, lean: float, blur: float) -> None:
    gray, drawn = draw_boxes(dpi, points=points, lean=lean, blur=blur)
    found = find_tick_boxes(find_ink(gray), dpi)
    assert len(found) == len(drawn)
    for box in drawn:
        seen = nearest(box, found)
        assert seen is not None
        assert seen.state is WANTED[box.inside]


def test_letters_are_no_boxes() -> None:
    page = draw_lines(*prose(), "ABCDEFGHIKLMNOPQRSTUVWXYZ 0123456789 B8 D0", letter=40)
    assert find_tick_boxes(find_ink(page), 200, alone=True) == []


def test_a_few_specks_of_ink_are_neither_empty_nor_ticked() -> None:
    image = Image.new("L", (800, 400), 255)
    pencil = ImageDraw.Draw(image)
    for left in (100, 300):
        pencil.rectangle((left, 100, left + 30, 130), outline=0, width=2)
    pencil.rectangle((112, 112, 115, 116), fill=0)
    found = find_tick_boxes(find_ink(np.asarray(image)), 200)
    assert [box.state for box in found] == [TickState.UNCLEAR, TickState.EMPTY]


def test_a_comb_of_joined_boxes_is_a_field_for_digits() -> None:
    image = Image.new("L", (800, 300), 255)
    pencil = ImageDraw.Draw(image)
    for place in range(6):
        pencil.rectangle((100 + 32 * place, 100, 132 + 32 * place, 132), outline=0, width=2)
    assert find_tick_boxes(find_ink(np.asarray(image)), 200) == []


def test_frames_without_an_empty_box_of_their_size_are_no_tick_boxes() -> None:
    image = Image.new("L", (800, 300), 255)
    pencil = ImageDraw.Draw(image)
    pencil.rectangle((100, 100, 130, 130), outline=0, width=2)
    pencil.line((108, 106, 108, 124), fill=0, width=4)
    pencil.line((122, 106, 122, 124), fill=0, width=4)
    pencil.line((108, 115, 122, 115), fill=0, width=4)
    ink = find_ink(np.asarray(image))
    assert find_tick_boxes(ink, 200) == []
    assert [box.state for box in find_tick_boxes(ink, 200, alone=True)] == [TickState.TICKED]


def test_solid_squares_are_bullets_where_no_box_is_hollow() -> None:
    image = Image.new("L", (800, 400), 255)
    pencil = ImageDraw.Draw(image)
    for top in (100, 200):
        pencil.rectangle((100, top, 125, top + 25), fill=0)
    assert find_tick_boxes(find_ink(np.asarray(image)), 200, alone=True) == []


def test_erasing_leaves_the_words_and_nothing_of_the_boxes() -> None:
    gray, drawn = draw_boxes(200)
    boxes = find_tick_boxes(find_ink(gray), 200)
    erased = erase_tick_boxes(gray, boxes)
    assert find_tick_boxes(find_ink(erased), 200) == []
    inside = erased[drawn[0].top : drawn[0].top + drawn[0].side, drawn[0].left : drawn[0].left + drawn[0].side]
    assert inside.min() == 255
    words = erased[:, drawn[0].left + 2 * drawn[0].side : drawn[0].left + 6 * drawn[0].side]
    assert words.min() < 100


@pytest.mark.parametrize("shape", [(1, 1), (3, 2000), (2000, 3), (40, 40)])
def test_tiny_and_odd_bitmaps_have_none(shape: tuple[int, int]) -> None:
    assert find_tick_boxes(np.zeros(shape, dtype=np.bool_), 200) == []
    assert find_tick_boxes(np.ones(shape, dtype=np.bool_), 200) == []


def test_a_page_of_noise_ends_quickly_and_gives_none() -> None:
    noise = np.random.default_rng(5).random((2000, 1500)) < 0.5
    assert find_tick_boxes(noise, 200) == []
