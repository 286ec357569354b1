"""How far what stands under a heading answers it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.intake.answer_reach import before_next_question, beside_heading, is_behind_field
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
