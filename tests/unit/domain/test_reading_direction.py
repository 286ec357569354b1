"""The direction of text as displayed, and boxes turned upright."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.reading_direction import TextRun, text_run, upright


@dataclass(frozen=True)
class _Placed:
    box: BoundingBox
    line: int = 0


#: Where the second of two words stands beside the first at (0.4, 0.4), by direction.
SECOND = {TextRun.RIGHT: (0.6, 0.4), TextRun.DOWN: (0.4, 0.6), TextRun.LEFT: (0.2, 0.4), TextRun.UP: (0.4, 0.2)}


def _line(run: TextRun) -> list[_Placed]:
    tall = run.is_sideways
    width, height = (0.02, 0.1) if tall else (0.1, 0.02)
    places = [(0.4, 0.4), SECOND[run]]
    return [_Placed(BoundingBox(x, y, width, height)) for x, y in places]


@pytest.mark.parametrize("run", list(TextRun))
def test_direction_is_where_the_next_word_stands(run: TextRun) -> None:
    assert text_run(_line(run), width=612, height=792) is run


@pytest.mark.parametrize("run", list(TextRun))
def test_turned_words_follow_each_other_to_the_right(run: TextRun) -> None:
    first, second = (upright(word.box, run) for word in _line(run))
    assert second.x > first.right
    assert second.y == pytest.approx(first.y)
    assert first.width > first.height


def test_lines_below_come_below_after_turning() -> None:
    # Text that runs down the page has its next line to the left of the first.
    first = upright(BoundingBox(0.8, 0.1, 0.02, 0.1), TextRun.DOWN)
    next_line = upright(BoundingBox(0.7, 0.1, 0.02, 0.1), TextRun.DOWN)
    assert next_line.y > first.y


def test_words_of_different_lines_tell_nothing() -> None:
    apart = [_Placed(BoundingBox(0.8, 0.1, 0.1, 0.02), 0), _Placed(BoundingBox(0.1, 0.2, 0.1, 0.02), 1)]
    assert text_run(apart, width=612, height=792) is TextRun.RIGHT


def test_a_box_at_the_page_edge_stays_on_the_page() -> None:
    edge = BoundingBox(0.9, 0.7, 0.1, 0.3)
    for run in TextRun:
        assert 0 <= upright(edge, run).x <= 1
