"""Cells of a result taken apart."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.workbook.grid import GridCell, read_sheets
from arbiter_fhir.extraction.workbook.rows import is_value, value_parts
from tests.unit.extraction.workbook.sheets import clean_workbook


def cells(*texts: object) -> list[GridCell]:
    (sheet,) = read_sheets([view_page(page) for page in clean_workbook([texts]).pages])
    return sheet.rows[1]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("105", {Part.VALUE: "105"}),
        ("105 H", {Part.VALUE: "105", Part.FLAG: "H"}),
        ("<5 mg/L", {Part.VALUE: "<5", Part.UNIT: "mg/L"}),
        ("105 H mg/dL", {Part.VALUE: "105", Part.FLAG: "H", Part.UNIT: "mg/dL"}),
        ("Not Detected", {Part.VALUE: "Not Detected"}),
        ("1:80", {Part.VALUE: "1:80"}),
        ("no idea", {Part.VALUE: "no idea"}),
    ],
)
def test_a_value_with_what_stands_behind_it(text: str, parts: dict[Part, str]) -> None:
    found = value_parts(cells(text)[0])
    assert {part: text_of(fragments) for part, fragments in found.parts.items()} == parts
    assert found.doubts == ()


@pytest.mark.parametrize(("text", "value"), [("105", True), ("Positive", True), ("#N/A", True), ("Glucose", False)])
def test_what_can_be_a_result(text: str, value: bool) -> None:
    assert is_value(cells(text)[0]) is value
