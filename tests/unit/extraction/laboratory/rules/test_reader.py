from __future__ import annotations

from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.reader import PageReading, read_pages
from tests.unit.extraction.clean_pages import write_lines

TITLES = "Test                  Result   Units    Range"


def read(*lines: str) -> PageReading:
    return read_pages([view_page(page) for page in write_lines(*lines).pages])


def panel(row: RowCandidate) -> str:
    return row.panel.value if row.panel else ""


def comment(row: RowCandidate) -> str:
    return row.comment.value if row.comment else ""


def test_headings_and_specimens_hold_for_the_rows_below() -> None:
    rows = read(
        "Lipid Panel",
        "Specimen: Serum",
        TITLES,
        "Triglycerides         187      mg/dL    <150",
        "",
        "Urinalysis",
        "Ketones               Negative          Negative",
    ).rows
    assert [panel(row) for row in rows] == ["Lipid Panel", "Urinalysis"]
    assert [row.specimen.value if row.specimen else "" for row in rows] == ["Serum", ""]


def test_a_name_goes_on_in_the_next_line() -> None:
    (row, other) = read(
        TITLES,
        "Vitamin D, 25-Hydroxy, 18.4    ng/mL    30.0-100.0",
        "Total, Immunoassay",
        "Sodium                140      mmol/L   136-145",
    ).rows
    assert row.text(Part.NAME) == "Vitamin D, 25-Hydroxy, Total, Immunoassay"
    assert other.text(Part.NAME) == "Sodium"


def test_a_name_may_stand_above_its_value() -> None:
    rows = read(
        "Lipid Panel", "Triglycerides", "    187    mg/dL   (<150)   H", "LDL Cholesterol", "    148   mg/dL"
    ).rows
    assert [(row.text(Part.NAME), row.text(Part.VALUE)) for row in rows] == [
        ("Triglycerides", "187"),
        ("LDL Cholesterol", "148"),
    ]
    assert panel(rows[0]) == "Lipid Panel"


def test_remarks_stay_with_their_row() -> None:
    rows = read(
        TITLES,
        "Sodium                140      mmol/L   136-145",
        "   Drawn 08:10, 2 tubes of 3 mL.",
        "   Repeated once.",
        "Chloride              101      mmol/L   96-106",
    ).rows
    assert [comment(row) for row in rows] == ["Drawn 08:10, 2 tubes of 3 mL. Repeated once.", ""]


def test_what_is_left_out_is_said() -> None:
    reading = read(
        TITLES,
        "Sodium                         mmol/L   136-145",
        "                      42       mg/dL    10-50",
        "Chloride              101      mmol/L   96-106",
        "",
        "",
        "Goal for most adults with diabetes: A1c below 7.0 %.",
    )
    assert len(reading.rows) == 1
    assert [reject.reason for reject in reading.rejects] == ["value_missing", "name_missing", "note_text"]


def test_the_panel_and_the_titles_go_on_over_the_page_end() -> None:
    first = write_lines("Lipid Panel", TITLES, "Triglycerides         187      mg/dL    <150").pages[0]
    second = write_lines("LDL Cholesterol       148      mg/dL    <100").pages[0]
    rows = read_pages([view_page(first), view_page(second)]).rows
    assert [row.text(Part.VALUE) for row in rows] == ["187", "148"]
    assert panel(rows[1]) == "Lipid Panel"


def test_tables_side_by_side_do_not_mix() -> None:
    rows = read(
        "Metabolic Panel                        Blood Count",
        "Test        Result   Units             Test    Result  Units",
        "Sodium      140      mmol/L            WBC     6.1     K/uL",
        "Potassium   4.4      mmol/L            RBC     4.4     M/uL",
    ).rows
    assert [(panel(row), row.text(Part.NAME), row.text(Part.VALUE)) for row in rows] == [
        ("Metabolic Panel", "Sodium", "140"),
        ("Metabolic Panel", "Potassium", "4.4"),
        ("Blood Count", "WBC", "6.1"),
        ("Blood Count", "RBC", "4.4"),
    ]
