"""The screen for doubtful text and the look at the drawn page."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.pdf.visibility import Doubt, InkProbe, luminance, screen_blocks

PAGE = (0.0, 0.0, 600.0, 800.0)
BLACK, WHITE = 0x000000, 0xFFFFFF


def text_block(box: tuple[float, ...], **changes: Any) -> dict[str, Any]:
    span = {"alpha": 255, "char_flags": 16, "size": 11.0, "color": BLACK, "bbox": box, **changes}
    return {"type": 0, "lines": [{"bbox": box, "spans": [span]}]}


def bar(box: tuple[float, ...], **changes: Any) -> dict[str, Any]:
    return {"type": 3, "bbox": box, "stroked": False, "isrect": True, "alpha": 255, "color": BLACK, **changes}


LINE = (50.0, 100.0, 200.0, 114.0)


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({}, None),
        ({"color": 0x333333}, None),
        ({"color": WHITE}, Doubt.LIGHT),
        ({"alpha": 10}, Doubt.UNPAINTED),
        ({"char_flags": 0}, Doubt.UNPAINTED),
        ({"char_flags": 32}, None),
        ({"size": 0.5}, Doubt.TINY),
        ({"bbox": (700.0, 100.0, 800.0, 114.0)}, Doubt.OFF_PAGE),
    ],
)
def test_each_doubt_is_named(changes: dict[str, Any], doubt: Doubt | None) -> None:
    screening = screen_blocks([text_block(LINE, **changes)], PAGE)
    assert screening.doubts.get((0, 0, 0)) is doubt
    assert screening.is_clean is (doubt is None)


@pytest.mark.parametrize(
    ("cover", "counts"),
    [
        (bar((60.0, 90.0, 120.0, 120.0)), True),
        (bar((60.0, 90.0, 120.0, 120.0), alpha=100), False),
        (bar((60.0, 90.0, 120.0, 120.0), stroked=True), False),
        (bar((40.0, 113.0, 300.0, 114.0)), False),
        (bar((60.0, 300.0, 120.0, 320.0)), False),
    ],
)
def test_only_opaque_shapes_over_text_are_covers(cover: dict[str, Any], counts: bool) -> None:
    assert bool(screen_blocks([text_block(LINE), cover], PAGE).covers) is counts


def test_a_shape_painted_before_the_text_is_no_cover() -> None:
    assert screen_blocks([bar((60.0, 90.0, 120.0, 120.0)), text_block(LINE)], PAGE).is_clean


def test_a_million_points_tall_box_does_not_run_away() -> None:
    huge = (0.0, -1e9, 10.0, 1e9)
    assert screen_blocks([text_block(huge), bar(huge)], PAGE).covers


def test_luminance_runs_from_black_to_white() -> None:
    assert luminance(BLACK) == 0
    assert luminance(WHITE) == pytest.approx(1.0)
    assert luminance(0x00FF00) > luminance(0xFF0000) > luminance(0x0000FF)


def test_the_probe_sees_ink_and_its_absence() -> None:
    document = pymupdf.open()
    page = document.new_page(width=200, height=200)
    page.insert_text((50, 50), "ink")
    page.draw_rect(pymupdf.Rect(100, 100, 150, 150), fill=(0, 0, 0), color=None)
    probe = InkProbe(page.get_displaylist(), (0.0, 0.0, 200.0, 200.0))
    assert probe.shows_ink((48.0, 38.0, 70.0, 54.0))
    assert not probe.shows_ink((10.0, 150.0, 40.0, 180.0))
    assert not probe.shows_ink((110.0, 110.0, 140.0, 140.0))
    assert not probe.shows_ink((500.0, 500.0, 520.0, 520.0))
