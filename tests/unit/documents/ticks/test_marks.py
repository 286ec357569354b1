"""Marks that stand for boxes among words."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.ticks.marks import (
    MARKS,
    TickBox,
    TickState,
    checkbox_regions,
    mark_of,
    part_marks,
    recognised_marks,
    without_words_in,
)
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.region import RegionKind, RegionMark


def word(text: str, left: float, right: float) -> PlacedWord:
    return PlacedWord(text, BoundingBox(left / 600, 0.1, (right - left) / 600, 0.02), left, 80, right, 92)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("\u2610", TickState.EMPTY),
        ("\u2612", TickState.TICKED),
        ("\u2611", TickState.TICKED),
        ("\uf0a8", TickState.EMPTY),
        ("\uf0fe", TickState.TICKED),
        ("\u2610?", TickState.UNCLEAR),
        ("x", None),
        ("\u2610Yes", None),
        ("O", None),
    ],
)
def test_words_that_are_marks(text: str, state: TickState | None) -> None:
    assert mark_of(text) is state


def test_a_box_that_touches_a_word_is_parted_from_it() -> None:
    parted = part_marks([word("\u2612Yes", 100, 140), word("\u2610", 150, 160), word("plain", 170, 200)])
    assert [each.text for each in parted] == ["\u2612", "Yes", "\u2610", "plain"]
    assert (parted[0].left, parted[0].right, parted[1].right) == (100, 110, 140)
    assert parted[1].box.x == pytest.approx(110 / 600)


def test_two_boxes_and_words_in_one_word_are_parted_all() -> None:
    assert [each.text for each in part_marks([word("\u2612Yes\u2610No", 100, 170)])] == [
        "\u2612",
        "Yes",
        "\u2610",
        "No",
    ]


def test_words_inside_boxes_are_dropped() -> None:
    kept = without_words_in([word("X", 100, 110), word("Asthma", 120, 170)], [BoundingBox(0.16, 0.09, 0.03, 0.04)])
    assert [each.text for each in kept] == ["Asthma"]


def test_marks_of_a_scan_are_surer_where_the_box_is_clear() -> None:
    clear, unclear = recognised_marks(
        [TickBox(0, 0, 20, 20, TickState.TICKED), TickBox(0, 40, 20, 60, TickState.UNCLEAR)]
    )
    assert (clear.text, unclear.text) == (MARKS[TickState.TICKED], MARKS[TickState.UNCLEAR])
    assert clear.confidence > 75 > unclear.confidence


def test_each_mark_of_a_page_has_its_region() -> None:
    collector = PageCollector()
    named = word("\u2610", 150, 160)
    collector.add_native(
        [word("\u2612", 100, 110), word("Yes", 115, 140), named, word("\u2610?", 200, 215)], width=600, height=800
    )
    page = collector.pages[0]
    regions = checkbox_regions(page, {named.box: "smoker_no"})
    assert [(region.path, region.marks) for region in regions] == [
        ("check box 1", (RegionMark.CHECKED,)),
        ("smoker_no", (RegionMark.UNCHECKED,)),
        ("check box 3", ()),
    ]
    assert {region.kind for region in regions} == {RegionKind.CHECKBOX}
    assert [page.text[start:end] for region in regions for start, end in region.spans] == [
        "\u2612",
        "\u2610",
        "\u2610?",
    ]
