"""Grids of answers in letters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.referral.letter import read_letter
from tests.unit.extraction.clean_forms import At, cell, form_page, region


def said(*rows: Sequence[str]) -> list[tuple[SectionKind, str]]:
    """What a table of rows under a heading says; empty texts are empty cells."""
    heading: Region = region(RegionKind.HEADING, "paragraph 1")
    lines = [
        [At(50 + 150 * place, text, cell(1, number, place + 1)) for place, text in enumerate(row) if text]
        for number, row in enumerate(rows, start=1)
    ]
    letter = read_letter([form_page([[At(50, "History", heading)], *lines])])
    return [(passage.section, passage.whole.text) for passage in letter.passages]


def test_each_column_says_what_its_mark_means() -> None:
    assert said(("Condition", "Yes", "No"), ("Asthma", "X", ""), ("Stroke", "", "X"), ("Gout", "", "")) == [
        (SectionKind.PROBLEMS, "Asthma"),
        (SectionKind.RULED_OUT_PROBLEMS, "Stroke"),
    ]


def test_boxes_in_cells_are_marks() -> None:
    rows = (("Condition", "Yes", "No"), ("Asthma", "\u2612", "\u2610"), ("Stroke", "\u2610", "\u2612"))
    assert said(*rows) == [(SectionKind.PROBLEMS, "Asthma"), (SectionKind.RULED_OUT_PROBLEMS, "Stroke")]


def test_a_relatives_column_is_family_history() -> None:
    rows = (("Condition", "Patient", "Mother"), ("Asthma", "X", ""), ("Stroke", "", "X"))
    assert said(*rows) == [(SectionKind.PROBLEMS, "Asthma"), (SectionKind.FAMILY_HISTORY, "Mother Stroke")]


@pytest.mark.parametrize(
    "row", [("Gout", "No", "Mother"), ("Gout", "X", "X"), ("Gout", "sometimes", "")], ids=["words", "both", "remark"]
)
def test_what_cannot_be_told_is_a_question(row: tuple[str, ...]) -> None:
    titles = ("Condition", "Patient", "Family") if row[2] == "Mother" else ("Condition", "Yes", "No")
    assert said(titles, row) == [(SectionKind.SUSPECTED_PROBLEMS, "Gout")]


def test_a_past_column_is_over() -> None:
    assert said(("Condition", "Current", "Past"), ("Gout", "", "X")) == [(SectionKind.RESOLVED_PROBLEMS, "Gout")]


def test_other_tables_are_no_grids() -> None:
    assert said(("Asthma", "since childhood"), ("Gout", "2010")) == [
        (SectionKind.PRESENT_ILLNESS, "Asthma"),
        (SectionKind.PRESENT_ILLNESS, "since childhood"),
        (SectionKind.PRESENT_ILLNESS, "Gout"),
        (SectionKind.PRESENT_ILLNESS, "2010"),
    ]


def test_on_paper_a_question_without_a_mark_says_nothing() -> None:
    titles = [At(50, "Condition"), At(250, "Yes"), At(330, "No")]
    rows = [[At(50, "Asthma"), At(255, "X")], "Gout", [At(50, "Stroke"), At(335, "X")]]
    letter = read_letter([form_page([titles, *rows, "Medications", "Aspirin 81 mg daily"])])
    assert [(passage.section, passage.whole.text) for passage in letter.passages] == [
        (SectionKind.PROBLEMS, "Asthma"),
        (SectionKind.RULED_OUT_PROBLEMS, "Stroke"),
        (SectionKind.MEDICATIONS, "Aspirin 81 mg daily"),
    ]


def test_a_row_of_people_beside_a_condition_titles_no_grid() -> None:
    rows = (("Problem", "Status", "Comment"), ("Stroke", "Family", "mother"), ("Asthma", "Inactive", "none"))
    assert SectionKind.SUSPECTED_PROBLEMS not in {section for section, _ in said(*rows)}
