"""Rows of titles and the shape of what is under them."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.workbook.grid import read_sheets
from arbiter_fhir.extraction.workbook.headers import Shape, TableTitles, read_titles
from arbiter_fhir.extraction.workbook.titles import Role
from tests.unit.extraction.workbook.sheets import Row, clean_workbook


def titles(*rows: Row) -> TableTitles | None:
    (sheet,) = read_sheets([view_page(page) for page in clean_workbook(list(rows)).pages])
    return read_titles(next(sheet.blocks()), 0)


@pytest.mark.parametrize(
    ("rows", "shape"),
    [
        ((["Test", "Result"], ["Glucose", 5]), Shape.LONG),
        ((["Date", "Glucose (mg/dL)"], ["[DATE_3]", 5]), Shape.WIDE),
        ((["Glucose", "Sodium"], [105, 139]), Shape.WIDE),
        ((["Test", "[DATE_3]"], ["Glucose", 5]), Shape.ACROSS),
        ((["", "[DATE_3]", "[DATE_4]"], ["Glucose", 5, 6]), Shape.ACROSS),
    ],
)
def test_shapes(rows: tuple[Row, ...], shape: Shape) -> None:
    found = titles(*rows)
    assert (found.shape if found else None) is (shape if rows[0][0] else None)


@pytest.mark.parametrize(
    "rows",
    [
        (["Collection date", "[DATE_3]"], ["Glucose", 105]),
        (["Glucose", 105], ["Sodium", 139]),
        (["Medication", "Strength"], ["Aspirin", "81 mg"]),
        (["Date", "Glucose"], ["[DATE_3]", "see chart"]),
        (["Glucose"], [105]),
    ],
)
def test_rows_that_head_no_results(rows: tuple[Row, ...]) -> None:
    assert titles(*rows) is None


def test_a_column_of_people_is_no_column_of_tests() -> None:
    found = titles(["Name", "Test", "Result"], ["[PERSON_1]", "Glucose", 105])
    assert found is not None
    assert found.columns[Role.NAME] == 2
    assert found.patient_columns == (1,)


def test_units_and_ranges_below_belong_to_the_titles() -> None:
    found = titles(
        ["Date", "Glucose", "Sodium"],
        ["Unit", "mg/dL", "mmol/L"],
        ["Normal range", "70 - 99", None],
        ["[DATE_3]", 5, 6],
    )
    assert found is not None
    assert found.height == 3
    assert set(found.units) == {2, 3}
    assert set(found.ranges) == {2}
