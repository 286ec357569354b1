"""Reading order of forms in two columns."""

from __future__ import annotations

from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.zones import in_reading_order
from tests.unit.extraction.clean_forms import At, form_page


def order(page: object) -> list[str]:
    return [line.text for run in in_reading_order(lines_of_page(page)) for line in run]  # type: ignore[arg-type]


def test_the_left_column_is_read_before_the_right_one() -> None:
    page = form_page(
        [
            "New patient form of the clinic, all pages, in ink",
            [At(50, "MEDICATIONS"), At(320, "FAMILY HISTORY")],
            [At(50, "Metformin 500 mg"), At(320, "Mother: diabetes")],
            [At(50, "Lisinopril 10 mg"), At(320, "Father: stroke")],
            [At(50, "ALLERGIES")],
            [At(50, "Penicillin")],
        ]
    )
    assert order(page) == [
        "New patient form of the clinic, all pages, in ink",
        "MEDICATIONS",
        "Metformin 500 mg",
        "Lisinopril 10 mg",
        "ALLERGIES",
        "Penicillin",
        "FAMILY HISTORY",
        "Mother: diabetes",
        "Father: stroke",
    ]


def test_a_line_over_both_columns_ends_them() -> None:
    page = form_page(
        [
            [At(50, "MEDICATIONS"), At(320, "ALLERGIES")],
            [At(50, "Metformin"), At(320, "Penicillin")],
            [At(50, "Lisinopril"), At(320, "Latex")],
            "By signing below I confirm that all of the above is true and complete today",
            [At(50, "Signature"), At(320, "Date")],
        ]
    )
    assert order(page)[-2:] == [
        "By signing below I confirm that all of the above is true and complete today",
        "Signature Date",
    ]
    assert order(page)[:4] == ["MEDICATIONS", "Metformin", "Lisinopril", "ALLERGIES"]


def test_the_titles_of_a_table_are_no_columns_of_a_page() -> None:
    page = form_page(
        [
            [At(50, "Medication"), At(200, "Dose"), At(320, "Reason")],
            [At(50, "Metformin"), At(200, "500 mg"), At(320, "none")],
            [At(50, "Lisinopril"), At(200, "10 mg"), At(320, "none")],
        ]
    )
    assert order(page) == ["Medication Dose Reason", "Metformin 500 mg none", "Lisinopril 10 mg none"]


def test_titles_of_a_grid_open_no_column() -> None:
    lines = lines_of_page(
        form_page(
            [
                "Past medical history",
                [At(250, "Self"), At(330, "Family")],
                [At(50, "Asthma"), At(250, "[x]"), At(330, "[ ]")],
                [At(50, "Stroke"), At(250, "[ ]"), At(330, "[x]")],
            ]
        )
    )
    assert [[line.text for line in run] for run in in_reading_order(lines)] == [[line.text for line in lines]]
