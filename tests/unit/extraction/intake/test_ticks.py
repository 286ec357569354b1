"""Boxes to tick on clean pages."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.intake.ticks import TickState, find_ticks
from tests.unit.extraction.clean_forms import At, form_page, region


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("\u2610 Asthma", TickState.EMPTY),
        ("\u2612 Asthma", TickState.TICKED),
        ("\u2611 Asthma", TickState.TICKED),
        ("[ ] Asthma", TickState.EMPTY),
        ("[X] Asthma", TickState.TICKED),
        ("[ x ] Asthma", TickState.TICKED),
        ("[] Asthma", TickState.EMPTY),
        ("( ) Asthma", TickState.EMPTY),
        ("(x) Asthma", TickState.TICKED),
        ("_X_ Asthma", TickState.TICKED),
        ("\uf0fe Asthma", TickState.TICKED),
        ("\uf0a8 Asthma", TickState.EMPTY),
    ],
)
def test_boxes_of_all_kinds(text: str, state: TickState) -> None:
    ticks = find_ticks(form_page([text]))
    assert [tick.state for tick in ticks.values()] == [state]
    assert "Asthma" not in [word.text for tick in ticks.values() for word in tick.words]


@pytest.mark.parametrize("text", ["Asthma (mild)", "X Asthma", "[PERSON_1] Asthma", "( see below )", "[DATE_2]", "()"])
def test_what_is_no_box(text: str) -> None:
    assert find_ticks(form_page([text])) == {}


@pytest.mark.parametrize(
    ("marks", "state"),
    [
        ((RegionMark.CHECKED,), TickState.TICKED),
        ((RegionMark.UNCHECKED,), TickState.EMPTY),
        ((), TickState.UNCLEAR),
        ((RegionMark.CHECKED, RegionMark.UNCHECKED), TickState.UNCLEAR),
    ],
)
def test_the_format_knows_better_than_the_look(marks: tuple[RegionMark, ...], state: TickState) -> None:
    box = region(RegionKind.CHECKBOX, "asthma", *marks)
    page = form_page([[At(50, "\u2610", box), At(70, "Asthma")]])
    assert [tick.state for tick in find_ticks(page).values()] == [state]
