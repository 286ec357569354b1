"""What titles of columns say."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.workbook.grid import GridCell, read_sheets
from arbiter_fhir.extraction.workbook.titles import Role, measured_in, role_of
from tests.unit.extraction.workbook.sheets import clean_workbook


def cell(text: str) -> GridCell:
    (sheet,) = read_sheets([view_page(page) for page in clean_workbook([[text]]).pages])
    return sheet.rows[1][0]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Test", Role.NAME),
        ("Lab Test", Role.NAME),
        ("Result", Role.VALUE),
        ("Units", Role.UNIT),
        ("Reference Range", Role.RANGE),
        ("Low", Role.LOW),
        ("H/L", Role.FLAG),
        ("Date", Role.DATE),
        ("Collection Date/Time", Role.DATE),
        ("Drawn on", Role.DATE),
        ("Reported", Role.OTHER),
        ("Patient Name", Role.PATIENT),
        ("Goal", Role.OTHER),
        ("Glucose", None),
    ],
)
def test_roles(text: str, role: Role | None) -> None:
    assert role_of(cell(text)) is role


@pytest.mark.parametrize(
    ("text", "name", "unit"),
    [
        ("Glucose (mg/dL)", "Glucose", "(mg/dL)"),
        ("Glucose, mg/dL", "Glucose,", "mg/dL"),
        ("Hemoglobin A1c %", "Hemoglobin A1c", "%"),
        ("INR", "INR", ""),
        ("Heart rate (bpm)", "Heart rate", "(bpm)"),
        ("Frobnicase [U/L]", "Frobnicase", "[U/L]"),
    ],
)
def test_tests_with_their_units(text: str, name: str, unit: str) -> None:
    measured = measured_in(cell(text))
    assert measured is not None
    assert (text_of(measured.name), text_of(measured.unit)) == (name, unit)


@pytest.mark.parametrize("text", ["Remark", "Patient [PERSON_1]", "12", "mg/dL", "Frobnicase"])
def test_other_titles_measure_nothing(text: str) -> None:
    assert measured_in(cell(text)) is None
