"""Results in every shape of table, each with its own name, unit and date, or none at all."""

from __future__ import annotations

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from arbiter_fhir.domain.fact import Certainty, LabResult
from tests.unit.extraction.workbook.sheets import read, results, told

LONG = ["Collected", "Test", "Result", "Units", "Reference range", "Flag"]


def test_a_result_in_each_row() -> None:
    extraction = read(
        [
            LONG,
            ["[DATE_3]", "Glucose", 105, "mg/dL", "70 - 99", "H"],
            ["[DATE_4]", "Potassium", "<3.0", "mmol/L", "3.5 - 5.2", "L"],
        ]
    )
    glucose, potassium = results(extraction)
    assert told(glucose) == ("Glucose", "105", "mg/dL", 3, "S1!B2:F2")
    assert told(potassium) == ("Potassium", "<3.0", "mmol/L", 4, "S1!B3:F3")
    assert glucose.certainty is Certainty.VERIFIED
    assert glucose.citation.box is not None
    assert glucose.citation.quote.value == "Glucose 105 mg/dL 70 - 99 H"
    assert extraction.rejected == ()


def test_columns_in_any_order_and_others_between() -> None:
    extraction = read(
        [
            ["Flag", "Range", "Ordering provider", "Units", "Value", "Analyte", "Drawn", "LOINC"],
            [None, "70 - 99", "[PERSON_1]", "mg/dL", 88, "Glucose", "[DATE_3]", "2345-7"],
        ]
    )
    (glucose,) = results(extraction)
    assert told(glucose)[:4] == ("Glucose", "88", "mg/dL", 3)


def test_tests_over_columns() -> None:
    extraction = read(
        [
            ["Date", "Glucose (mg/dL)", "Sodium, mmol/L", "Remark"],
            ["[DATE_3]", 105, 139, "fasting"],
            ["[DATE_5]", None, 141],
        ]
    )
    assert [told(fact) for fact in results(extraction)] == [
        ("Glucose", "105", "mg/dL", 3, "S1!B2"),
        ("Sodium", "139", "mmol/L", 3, "S1!C2"),
        ("Sodium", "141", "mmol/L", 5, "S1!C3"),
    ]
    assert all(fact.certainty is Certainty.VERIFIED for fact in results(extraction))


def test_rows_of_units_and_ranges_under_the_tests() -> None:
    extraction = read(
        [
            ["Date", "Glucose", "Sodium"],
            ["Units", "mg/dL", "mmol/L"],
            ["Reference range", "70 - 99", "134 - 144"],
            ["[DATE_3]", 105, 139],
        ]
    )
    glucose, sodium = results(extraction)
    assert told(glucose)[:4] == ("Glucose", "105", "mg/dL", 3)
    assert isinstance(sodium.value, LabResult)
    assert sodium.value.reference_range == "134 - 144"


def test_dates_over_columns() -> None:
    extraction = read([["Analyte", "Unit", "[DATE_3]", "[DATE_9]"], ["ALT", "U/L", 33, 38], ["AST", "U/L", None, 29]])
    assert [told(fact) for fact in results(extraction)] == [
        ("ALT", "33", "U/L", 3, "S1!A2:C2"),
        ("ALT", "38", "U/L", 9, "S1!D2"),
        ("AST", "29", "U/L", 9, "S1!A3:D3"),
    ]


def test_labels_and_values_under_a_date() -> None:
    extraction = read(
        [
            ["Collection date", "[DATE_7]"],
            ["Ferritin", 9.5, "ng/mL", "15 - 150", "L"],
            ["Glucose (mg/dL)", 88],
            ["Favourite number", 7],
        ]
    )
    assert [told(fact)[:4] for fact in results(extraction)] == [
        ("Ferritin", "9.5", "ng/mL", 7),
        ("Glucose", "88", "mg/dL", 7),
    ]


def test_value_unit_and_flag_in_one_cell() -> None:
    (glucose,) = results(read([["Date", "Test", "Result"], ["[DATE_3]", "Glucose", "105 mg/dL H"]]))
    assert told(glucose)[:4] == ("Glucose", "105", "mg/dL", 3)
    assert isinstance(glucose.value, LabResult)
    assert glucose.value.flag_printed == "H"


def test_words_behind_a_value_are_a_doubt() -> None:
    (glucose,) = results(read([["Date", "Test", "Result"], ["[DATE_3]", "Glucose", "105 after lunch"]]))
    assert "value_cell_unclear" in glucose.reasons
    assert glucose.certainty is Certainty.NEEDS_REVIEW


def test_two_tables_of_a_sheet_do_not_mix() -> None:
    extraction = read(
        [
            ["Test", "Result", "Units", "Collected"],
            ["Glucose", 105, "mg/dL", "[DATE_3]"],
            [],
            ["Date", "INR"],
            ["[DATE_9]", 2.4],
        ]
    )
    assert [told(fact)[:4] for fact in results(extraction)] == [("Glucose", "105", "mg/dL", 3), ("INR", "2.4", "", 9)]


def test_titles_hold_over_an_empty_row_and_headings_are_panels() -> None:
    extraction = read(
        [
            ["Test", "Result", "Units", "Collected"],
            ["Lipids"],
            ["HDL Cholesterol", 48, "mg/dL", "[DATE_3]"],
            [],
            ["Thyroid"],
            ["TSH", 2.5, "uIU/mL", "[DATE_3]"],
        ]
    )
    panels = [fact.value.panel for fact in results(extraction) if isinstance(fact.value, LabResult)]
    assert panels == ["Lipids", "Thyroid"]


def test_a_merged_date_holds_for_its_rows_and_a_missing_one_is_doubted() -> None:
    def merge(workbook: Workbook) -> None:
        workbook.active.merge_cells("A2:A3")

    rows = [
        ["Date", "Test", "Result", "Units"],
        ["[DATE_3]", "Glucose", 105, "mg/dL"],
        [None, "Sodium", 139, "mmol/L"],
        [None, "Potassium", 4.1, "mmol/L"],
    ]
    glucose, sodium, potassium = results(read(rows, adjust=merge))
    assert told(sodium)[3] == 3
    assert "collection_date_inherited" not in sodium.reasons
    assert told(potassium)[3] == 3
    assert "collection_date_inherited" in potassium.reasons
    assert glucose.certainty is sodium.certainty is Certainty.VERIFIED


def test_a_title_over_two_columns_shifts_nothing() -> None:
    def merge(workbook: Workbook) -> None:
        workbook.active.merge_cells("B1:C1")

    rows = [["Date", "Glucose (mg/dL)", None, "Sodium (mmol/L)"], ["[DATE_3]", 105, 77, 139]]
    extraction = read(rows, adjust=merge)
    assert [told(fact)[:2] for fact in results(extraction) if fact.certainty is Certainty.VERIFIED] == [
        ("Sodium", "139")
    ]
    doubted = [fact for fact in results(extraction) if fact.certainty is Certainty.NEEDS_REVIEW]
    assert {told(fact)[1] for fact in doubted} == {"105", "77"}


def test_low_and_high_limits_make_a_range() -> None:
    rows = [["Date", "Test", "Result", "Unit", "Low", "High"], ["[DATE_3]", "Glucose", 105, "mg/dL", 70, 99]]
    (glucose,) = results(read(rows))
    assert isinstance(glucose.value, LabResult)
    assert glucose.value.reference_range == "70 - 99"
    assert glucose.value.abnormal_flag is not None
    assert glucose.value.abnormal_flag.value == "high"


def test_rows_that_are_no_dates_hold_no_results() -> None:
    extraction = read(
        [
            ["Date", "Glucose (mg/dL)", "Sodium (mmol/L)"],
            ["[DATE_3]", 105, 139],
            ["Average", 105, 139],
            ["Goal", 90, 140],
        ]
    )
    assert len(results(extraction)) == 2


def test_a_table_of_several_patients_gives_nothing() -> None:
    extraction = read(
        [
            ["Patient", "Date", "Test", "Result", "Units"],
            ["[PERSON_1]", "[DATE_3]", "Glucose", 105, "mg/dL"],
            ["[PERSON_2]", "[DATE_3]", "Glucose", 88, "mg/dL"],
        ]
    )
    assert results(extraction) == []
    assert {reject.reason for reject in extraction.rejected} == {"several_patients"}


def test_a_column_of_one_patient_is_no_hindrance() -> None:
    extraction = read(
        [["Patient", "Date", "Test", "Result"], *[["[PERSON_1]", f"[DATE_{day}]", "INR", 2.4] for day in (3, 4)]]
    )
    assert len(results(extraction)) == 2


def test_a_comment_stays_with_its_result() -> None:
    def remark(workbook: Workbook) -> None:
        workbook.active["C2"].comment = Comment("hemolyzed a little", "x")

    rows = [
        ["Date", "Test", "Result", "Units", "Notes"],
        ["[DATE_3]", "Potassium", 5.9, "mmol/L"],
        ["[DATE_3]", "Sodium", 139, "mmol/L", "repeat"],
    ]
    values = [fact.value for fact in results(read(rows, adjust=remark))]
    assert [value.comment for value in values if isinstance(value, LabResult)] == ["hemolyzed a little", "repeat"]


def test_titles_that_reach_down_count_in_both_rows() -> None:
    def merge(workbook: Workbook) -> None:
        workbook.active.merge_cells("A1:A2")
        workbook.active.merge_cells("B1:C1")

    rows = [["Date", "Chemistry"], [None, "Glucose (mg/dL)", "Sodium (mmol/L)"], ["[DATE_3]", 105, 139]]
    assert [told(fact)[:4] for fact in results(read(rows, adjust=merge))] == [
        ("Glucose", "105", "mg/dL", 3),
        ("Sodium", "139", "mmol/L", 3),
    ]


def test_results_and_flags_under_each_date() -> None:
    rows = [
        [None, "[DATE_3]", None, "[DATE_9]"],
        ["Test", "Result", "Flag", "Result", "Flag"],
        ["ALT", 90, "H", 38, None],
    ]

    def merge(workbook: Workbook) -> None:
        workbook.active.merge_cells("B1:C1")
        workbook.active.merge_cells("D1:E1")

    first, second = results(read(rows, adjust=merge))
    assert told(first)[1:4] == ("90", "", 3)
    assert told(second)[1:4] == ("38", "", 9)
    assert isinstance(first.value, LabResult)
    assert first.value.flag_printed == "H"


def test_several_columns_of_results_without_dates_are_not_guessed_at() -> None:
    extraction = read([["Date", "Test", "Result", "Result"], ["[DATE_3]", "Glucose", 105, 99]])
    assert results(extraction) == []
    assert [reject.reason for reject in extraction.rejected] == ["several_result_columns"]


def test_dates_in_a_column_without_a_title() -> None:
    (first, _) = results(read([[None, "Glucose (mg/dL)", "Sodium (mmol/L)"], ["[DATE_3]", 105, 139]]))
    assert told(first)[3] == 3


def test_a_remark_between_rows_is_no_panel() -> None:
    rows = [["Date", "Test", "Result"], ["reviewed by the nurse, see the chart."], ["[DATE_3]", "INR", 2.4]]
    (inr,) = results(read(rows))
    assert isinstance(inr.value, LabResult)
    assert inr.value.panel == ""


def test_supplements_on_a_list_are_no_results() -> None:
    extraction = read([["Iron", 325, "mg"], ["Folate", 1, "mg"]], names=("Medications",))
    assert results(extraction) == []


def hide_row(workbook: Workbook) -> None:
    workbook.active.row_dimensions[2].hidden = True


def hide_column(workbook: Workbook) -> None:
    workbook.active.column_dimensions["B"].hidden = True


def hide_sheet(workbook: Workbook) -> None:
    workbook.create_sheet("shown")
    workbook.worksheets[0].sheet_state = "veryHidden"


@pytest.mark.parametrize("hide", [hide_row, hide_column, hide_sheet])
def test_hidden_results_wait_for_a_person(hide: object) -> None:
    rows = [["Date", "Test", "Result", "Units"], ["[DATE_3]", "Glucose", 105, "mg/dL"]]
    (glucose,) = results(read(rows, adjust=hide))
    assert "hidden_text" in glucose.reasons
    assert glucose.certainty is Certainty.NEEDS_REVIEW


@pytest.mark.parametrize(("value", "reason"), [("=A9*2", "formula_without_value"), ("#N/A", "value_is_error")])
def test_values_that_nobody_knows_wait_for_a_person(value: str, reason: str) -> None:
    rows = [["Date", "Test", "Result", "Units"], ["[DATE_3]", "Glucose", value, "mg/dL"]]
    (glucose,) = results(read(rows))
    assert reason in glucose.reasons
    assert glucose.certainty is Certainty.NEEDS_REVIEW


def test_a_date_that_cannot_be_read_is_not_replaced_by_another() -> None:
    rows = [
        ["Date", "Test", "Result", "Units"],
        ["[DATE_3]", "Sodium", 139, "mmol/L"],
        ["3/4?", "Glucose", 105, "mg/dL"],
    ]
    _, glucose = results(read(rows))
    assert told(glucose)[3] is None
    assert "collection_date_unreadable" in glucose.reasons


def test_long_tables_keep_their_titles_over_pages() -> None:
    rows = [["Date", "Glucose (mg/dL)"], *[["[DATE_3]", 80 + n / 10] for n in range(150)]]
    found = read(rows)
    assert found.rejected == () or {reject.reason for reject in found.rejected} == {"repeated_result"}
    assert len(results(found)) == 150
    assert {told(fact)[0] for fact in results(found)} == {"Glucose"}


@pytest.mark.parametrize(
    "titles",
    [
        [["Test", "01/02", "02/03", "03/04", "Units"]],
        [["Test", "2026", None, None, "Units"], [None, "01/02", "02/03", "03/04", None]],
        [["Test", "Visit 1", "Visit 2", "Visit 3", "Units"]],
    ],
)
def test_values_under_days_that_cannot_be_read_are_all_given_and_wait(titles: list[list[object]]) -> None:
    extraction = read([*titles, ["Glucose", 101, 102, 103, "mg/dL"]])
    assert [told(fact)[:4] for fact in results(extraction)] == [
        ("Glucose", "101", "mg/dL", None),
        ("Glucose", "102", "mg/dL", None),
        ("Glucose", "103", "mg/dL", None),
    ]
    assert all(fact.certainty is Certainty.NEEDS_REVIEW for fact in results(extraction))
    assert all("collection_date_unreadable" in fact.reasons for fact in results(extraction))


def test_values_beside_the_titled_result_are_named_and_doubt_it() -> None:
    extraction = read([["Date", "Test", "Result", None, "Units"], ["[DATE_3]", "Glucose", 101, 102, "mg/dL"]])
    (glucose,) = results(extraction)
    assert (glucose.certainty, "two_values" in glucose.reasons) == (Certainty.NEEDS_REVIEW, True)
    assert [(each.reason, each.quote.value) for each in extraction.rejected] == [("several_result_columns", "102")]


def test_a_value_without_a_name_may_be_the_rest_of_the_one_above() -> None:
    extraction = read(
        [
            LONG,
            ["[DATE_3]", "Hemoglobin A1c", 7, "%", "4.0 - 5.6"],
            [None, None, 0.4],
            ["[DATE_3]", "Glucose", 88, "mg/dL", "70 - 99"],
        ]
    )
    assert [fact.certainty for fact in results(extraction)] == [Certainty.NEEDS_REVIEW, Certainty.VERIFIED]
    assert [(reject.reason, reject.quote.value) for reject in extraction.rejected] == [("name_missing", "0.4")]


@pytest.mark.parametrize("titles", [["Date", "[PERSON_1]", "[PERSON_2]"], ["Test", "Units", "[PERSON_1]"]])
def test_columns_of_people_give_nothing_and_stay_in_view(titles: list[object]) -> None:
    extraction = read([titles, ["Glucose", "mg/dL" if len(titles) > 2 and titles[1] == "Units" else 105, 99]])
    assert extraction.facts == ()
    assert {reject.reason for reject in extraction.rejected} == {"several_patients"}


def test_a_name_behind_its_label_titles_no_column() -> None:
    (found,) = results(read([["Name", "[PERSON_1]"], ["Glucose", 105, "mg/dL"]]))
    assert told(found)[:3] == ("Glucose", "105", "mg/dL")


def test_a_number_alone_in_its_row_may_be_the_rest_of_the_one_above() -> None:
    extraction = read([["Glucose", 105, "mg/dL"], [None, 110]])
    assert [fact.certainty for fact in results(extraction)] == [Certainty.NEEDS_REVIEW]
    assert [reject.reason for reject in extraction.rejected] == ["name_missing"]


def test_numbers_under_titles_that_nobody_knows_stay_in_view() -> None:
    extraction = read([["Date", "Insulin", "Bedtime check"], ["[DATE_3]", 18, 141], ["[DATE_4]", 20, 160]])
    unread = [each.quote.value for each in extraction.rejected if each.reason == "result_unread"]
    assert unread == ["141", "160"]


def test_every_value_under_people_stays_in_view() -> None:
    extraction = read([["", "[PERSON_1]", "[PERSON_2]"], ["A1c (%)", 6.1, 8.4], ["LDL mg/dL", 98, 171]])
    assert results(extraction) == []
    assert {each.quote.value for each in extraction.rejected} == {"6.1", "8.4", "98", "171"}
