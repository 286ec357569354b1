from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.labelled import read_labelled
from arbiter_fhir.extraction.laboratory.rules.table import ReadRow
from tests.unit.extraction.clean_pages import write_lines


def read(*lines: str) -> tuple[ReadRow | None, int]:
    return read_labelled(view_page(write_lines(*lines).pages[0]).lines)


@pytest.mark.parametrize(
    ("lines", "used"),
    [
        (("Test: Hemoglobin A1c", "Result: 8.1 %", "Reference Range: 4.0-5.6", "Flag: H", "Test: Glucose"), 4),
        (("Test Name: Hemoglobin A1c   Value: 8.1   Units: %   Ref Range: 4.0-5.6   Flag: H",), 1),
    ],
)
def test_labelled_fields_are_a_row(lines: tuple[str, ...], used: int) -> None:
    row, taken = read(*lines)
    assert row is not None
    assert taken == used
    assert {part: text_of(fragments) for part, fragments in row.parts.items() if part is not Part.LABEL} == {
        Part.NAME: "Hemoglobin A1c",
        Part.VALUE: "8.1",
        Part.UNIT: "%",
        Part.RANGE: "4.0-5.6",
        Part.FLAG: "H",
    }


@pytest.mark.parametrize("line", ["Patient: X", "Result: 8.1 %", "Test: Glucose", "Glucose 105 mg/dL"])
def test_other_lines_are_not(line: str) -> None:
    assert read(line) == (None, 0)
