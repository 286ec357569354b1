"""How far what stands under a heading answers it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.intake.answer_reach import (
    answers_in_row,
    asks_otherwise,
    before_next_question,
    beside_heading,
    is_behind_field,
)
from arbiter_fhir.extraction.intake.items import Item, items_of_lines
from arbiter_fhir.extraction.intake.sheet import Section, read_sheet
from tests.unit.extraction.clean_forms import At, form_page, region


def section_of(*lines: str | Sequence[At]) -> tuple[Section, list[Item]]:
    section = next(each for each in read_sheet([form_page(lines)]).sections if each.heading)
    return section, items_of_lines(section.lines)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("worse on stairs", 2),
        ("Mom's allergies: codeine (vomiting)", 1),
        ("Does the patient fall? yes", 1),
        ("Mom takes donepezil 10 mg at bedtime", 1),
        ("Atenolol 50 mg every morning", 1),
        ("Current meds & doses", 1),
    ],
)
def test_a_concern_ends_at_the_next_question(line: str, kept: int) -> None:
    _, items = section_of("Reason for visit", "forgetful, fell twice", line)
    assert len(before_next_question(items)) == kept


def test_what_stands_right_behind_its_heading_is_no_aside() -> None:
    section, items = section_of(
        "Any changes to your medications? yes, stopped metoprolol", "Preferred hours are", "in the morning"
    )
    assert items[0].aside
    assert not beside_heading(section, items[0]).aside


def test_a_box_below_a_label_with_its_own_field_is_asked_by_itself() -> None:
    field = region(RegionKind.FORM_FIELD, "Family history")
    box = region(RegionKind.CHECKBOX, "Stroke", RegionMark.CHECKED)
    section, items = section_of(
        [At(50, "Family history"), At(200, "mother gout", field)], [At(50, "[X]", box), At(80, "Stroke")]
    )
    ticked = [item for item in items if item.marks]
    assert [is_behind_field(section, item) for item in ticked] == [True]
    section, items = section_of("Family history", [At(50, "[X]", box), At(80, "Stroke")])
    assert [is_behind_field(section, item) for item in items if item.marks] == [False]


@pytest.mark.parametrize(
    ("line", "asks"),
    [("knee scope 2015", False), ("Pain 7/10", True), ("PHQ-9 = 14", True), ("[PERSON_2] (daughter)", True)],
)
def test_what_is_no_operation(line: str, asks: bool) -> None:
    _, items = section_of("Surgeries", line)
    assert [asks_otherwise(item) for item in items] == [asks]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("Heart attack No Stroke No Cancer Yes - skin", True),
        ("Last tetanus 2018, flu 2025", True),
        ("No known heart disease", False),
        ("gout, asthma", False),
    ],
)
def test_answers_among_conditions(line: str, answers: bool) -> None:
    _, items = section_of("Past medical history", line)
    assert [answers_in_row(item) for item in items] == [answers]
