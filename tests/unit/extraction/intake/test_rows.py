"""Rows of tables on forms."""

from __future__ import annotations

from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.rows import Row, TableRows, labelled_row
from arbiter_fhir.extraction.narrative.columns import Column
from tests.unit.extraction.clean_forms import At, form_page, region


def plain(row: Row) -> dict[Column | None, str]:
    return {column: " ".join(word.text for word in words) for column, words in row.cells}


def test_cells_stand_under_their_titles() -> None:
    lines = lines_of_page(
        form_page(
            [
                [At(50, "Medication"), At(200, "Strength"), At(300, "How often")],
                [At(50, "Metformin"), At(200, "500 mg"), At(300, "twice daily")],
                [At(50, "Albuterol"), At(300, "as needed")],
                [At(300, "for wheezing")],
            ]
        )
    )
    table = TableRows.begin(lines[0])
    assert table is not None
    assert all(table.take(line) for line in lines[1:])
    assert [plain(row) for row in table.rows()] == [
        {Column.MEDICATION: "Metformin", Column.STRENGTH: "500 mg", Column.FREQUENCY: "twice daily"},
        {Column.MEDICATION: "Albuterol", Column.FREQUENCY: "as needed for wheezing"},
    ]


def test_a_cell_that_touches_the_next_column_is_parted_at_its_title() -> None:
    lines = lines_of_page(
        form_page(
            [[At(50, "Medication"), At(150, "Strength")], [At(50, "Hydrochlorothiazid"), At(147, "25 mg")]],
        )
    )
    assert len(lines[1].cells) == 1
    table = TableRows.begin(lines[0])
    assert table is not None
    assert table.take(lines[1])
    assert [plain(row) for row in table.rows()] == [{Column.MEDICATION: "Hydrochlorothiazid", Column.STRENGTH: "25 mg"}]


def test_text_under_a_table_is_no_row() -> None:
    lines = lines_of_page(
        form_page(
            [
                [At(50, "Medication"), At(200, "Strength")],
                [At(50, "Metformin"), At(200, "500 mg")],
                "I take all of these with food every day",
                "ALLERGIES",
            ]
        )
    )
    table = TableRows.begin(lines[0])
    assert table is not None
    assert [table.take(line) for line in lines[1:]] == [True, False, False]


def test_a_line_may_name_its_cells_itself() -> None:
    field = region(RegionKind.FORM_FIELD, "relative")
    other = region(RegionKind.FORM_FIELD, "condition")
    lines = lines_of_page(
        form_page(
            [
                [At(50, "Relative"), At(100, "Mother", field), At(200, "Condition"), At(260, "stroke", other)],
                [At(50, "Relative: Father"), At(200, "Condition: gout")],
                [At(50, "Mother"), At(200, "gout")],
                [At(50, "Relative"), At(200, "Condition")],
            ]
        )
    )
    rows = [labelled_row(line) for line in lines]
    assert rows[0] is not None
    assert plain(rows[0]) == {Column.RELATION: "Mother", Column.CONDITION: "stroke"}
    assert rows[1] is not None
    assert plain(rows[1]) == {Column.RELATION: "Father", Column.CONDITION: "gout"}
    assert rows[2:] == [None, None]


def test_a_question_with_its_answer_is_no_row() -> None:
    lines = lines_of_page(
        form_page([[At(50, "Medication"), At(200, "Strength")], [At(50, "Metformin"), At(200, "500 mg")], "Gout: No"])
    )
    table = TableRows.begin(lines[0])
    assert table is not None
    assert [table.take(line) for line in lines[1:]] == [True, False]
