"""Boxes drawn on pages."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from arbiter_fhir.documents.child_process.wire import LabelledBox
from arbiter_fhir.documents.overlay import draw_overlay
from arbiter_fhir.documents.picture import draw_page
from arbiter_fhir.domain.document import BoundingBox
from tests.unit.documents.papers import typed_table


def drawn(*boxes: LabelledBox) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(draw_overlay(typed_table(), 1, boxes))).convert("RGB")).astype(int)


PLAIN = np.asarray(draw_page(typed_table(), 1)).astype(int)


def test_without_boxes_it_is_the_bare_page() -> None:
    assert (drawn() == PLAIN).all()


def test_a_frame_stands_around_its_box_and_letters_stay_legible() -> None:
    box = BoundingBox(0.4, 0.135, 0.05, 0.02)
    picture = drawn(LabelledBox(box, "", "#0000ff"))
    height, width, _ = picture.shape
    changed = np.argwhere((picture != PLAIN).any(axis=2))
    top, left = changed.min(axis=0)
    bottom, right = changed.max(axis=0)
    assert abs(left - box.x * width) < 8
    assert abs(right - box.right * width) < 8
    assert abs(top - box.y * height) < 8
    assert abs(bottom - box.bottom * height) < 8
    inside = picture[
        int(box.y * height) + 2 : int(box.bottom * height) - 2, int(box.x * width) + 2 : int(box.right * width) - 2
    ]
    assert inside.sum(axis=2).max() > 600
    assert inside.sum(axis=2).min() < 250


def test_tags_keep_off_boxes_and_off_each_other() -> None:
    boxes = [
        LabelledBox(BoundingBox(0.3, 0.3 + 0.03 * index, 0.2, 0.02), f"box {index}", "#aa0000") for index in range(4)
    ]
    picture = drawn(*boxes)
    height, width, _ = picture.shape
    for each in boxes:
        place = picture[
            int(each.box.y * height) + 4 : int(each.box.bottom * height) - 4,
            int(each.box.x * width) + 4 : int(each.box.right * width) - 4,
        ]
        assert place[:, :, 1].min() > 200


def test_edges_of_the_page_and_odd_colours_do_no_harm() -> None:
    picture = drawn(
        LabelledBox(BoundingBox(0, 0, 1, 1), "whole " * 40, "red; drop"),
        LabelledBox(BoundingBox(0.99, 0.99, 0.01, 0.01), "corner", "#00ff00"),
    )
    assert picture.shape == PLAIN.shape
