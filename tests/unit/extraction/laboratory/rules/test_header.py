from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import PageView, view_page
from arbiter_fhir.extraction.laboratory.rules.header import ColumnKind, TableHeader, find_headers
from tests.unit.extraction.clean_pages import write_lines


def headers(*lines: str) -> tuple[list[TableHeader], int, PageView]:
    view = view_page(write_lines(*lines).pages[0])
    found, used = find_headers(view.lines[0], view.lines[1] if len(view.lines) > 1 else None, view.char)
    return found, used, view


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("Test    Result   Flag   Units   Reference Range", "name value flag unit range"),
        ("TESTS   RESULT   FLAG   UNITS   REFERENCE INTERVAL LAB", "name value flag unit range other"),
        ("Component    Your Value    Standard Range", "name value range"),
        ("Test Name   In Range   Out Of Range   Reference Range   Lab", "name in_range out_of_range range other"),
        ("Investigation    Observed value    Unit    Biological reference interval", "name value unit range"),
        ("Test    Current Result    Previous Result    Units", "name value previous unit"),
        ("Test    04/10/2026   10/03/2025    Units   Ref. Range", "name dated dated unit range"),
        ("Date Collected   Test     Result    Units", "collected name value unit"),
        ("Test    Result   Goal   Units   Range", "name value other unit range"),
        ("Analyte   Value   Unit   Interval", "name value unit range"),
        ("Test    Resuit   Units   Referance Range", "name value unit range"),
    ],
)
def test_titles_are_known_by_many_names(line: str, kinds: str) -> None:
    found, used, _ = headers(line)
    assert used == 1
    assert " ".join(column.kind.value for column in found[0].columns) == kinds
    assert found[0].has(ColumnKind.NAME)


@pytest.mark.parametrize(
    "line",
    [
        "Glucose    105    mg/dL   70-99",
        "Patient: X    Test: Y",
        "Collected: 04/10/2026   Reported: 04/11/2026",
        "Comprehensive Metabolic Panel",
        "Results are reviewed by the laboratory director before they are released",
        "Sex: Female   Received: 04/10/2026",
    ],
)
def test_other_lines_are_no_titles(line: str) -> None:
    assert headers(line)[0] == []


def test_titles_on_two_lines_are_one_row_of_titles() -> None:
    found, used, _ = headers("                      Reference", "Test      Result      Range       Units")
    assert used == 2
    assert [column.kind.value for column in found[0].columns] == ["name", "value", "range", "unit"]


def test_a_second_name_column_begins_a_second_table() -> None:
    found, _, _ = headers("Test   Result   Units     Test   Result   Units")
    assert len(found) == 2
    assert found[0].x0 < found[1].x0


def test_a_unit_in_a_title_is_kept() -> None:
    found, _, _ = headers("Test     Result (mg/dL)     Reference (mg/dL)")
    value = next(column for column in found[0].columns if column.kind is ColumnKind.VALUE)
    assert [fragment.text for fragment in value.unit] == ["(mg/dL)"]


def test_a_dated_former_result_is_not_a_dated_column() -> None:
    found, _, _ = headers("Test     Result     Previous 10/03/2025    Units")
    assert [column.kind for column in found[0].columns if column.dated] == [ColumnKind.PREVIOUS]


@pytest.mark.parametrize(
    "line", ["Specimen collected 04/10/2026", "Date collected 04/10/2026", "Sodium within normal limits"]
)
def test_a_label_with_its_date_and_an_outcome_are_no_titles(line: str) -> None:
    (page,) = write_lines(line, "Test   Result   Units").pages
    view = view_page(page)
    assert find_headers(view.lines[0], view.lines[1], view.char) == ([], 0)


def test_labels_of_several_dates_right_above_the_titles_are_no_part_of_them() -> None:
    found, used, _ = headers(
        "Collected 04/10/2026   Reported 04/11/2026", "Test                   Result   Flag   Units"
    )
    assert (found, used) == ([], 0)


def test_a_title_that_names_a_test_measures() -> None:
    (header,), _, _ = headers("Test    Result   Units   INR    Range")
    assert [column.kind.value for column in header.columns if column.measures] == ["other"]
