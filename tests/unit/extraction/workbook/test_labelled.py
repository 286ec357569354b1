"""Labels and values side by side."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.workbook.grid import GridCell, read_sheets
from arbiter_fhir.extraction.workbook.labelled import labelled_values, sort_rest
from tests.unit.extraction.workbook.sheets import clean_workbook


def cells(*texts: object) -> list[GridCell]:
    (sheet,) = read_sheets([view_page(page) for page in clean_workbook([texts]).pages])
    return sheet.rows[1]


def test_cells_behind_a_value_are_told_by_their_shape() -> None:
    found, rest = sort_rest(cells("mg/dL", "H", "70 - 99", "fasting"))
    assert {part: cell.text for part, cell in found.items()} == {
        Part.UNIT: "mg/dL",
        Part.FLAG: "H",
        Part.RANGE: "70 - 99",
    }
    assert [cell.text for cell in rest] == ["fasting"]


def test_several_labels_of_a_row_keep_their_own_values() -> None:
    found = list(labelled_values(cells("Glucose", 105, "mg/dL", "Sodium", 139, "[DATE_3]", "repeat")))
    assert [(each.parts.name.text, each.parts.value.text) for each in found] == [("Glucose", "105"), ("Sodium", "139")]
    assert found[0].parts.unit is not None
    assert found[1].parts.unit is None
    assert [cell.text for cell in found[1].dates] == ["[DATE_3]"]
    assert [cell.text for cell in found[1].rest] == ["repeat"]


@pytest.mark.parametrize(
    "row",
    [
        ("Iron", "325 mg"),
        ("Vitamin D", 1000, "IU daily"),
        ("Folate", "1 mg daily"),
        ("Favourite", 7),
        ("Glucose", "see chart"),
        ("Glucose",),
    ],
)
def test_what_is_no_measurement_is_left_alone(row: tuple[object, ...]) -> None:
    found = list(labelled_values(cells(*row)))
    assert found == [] or found[0].parts.unit is None
