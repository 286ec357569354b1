from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.prose import read_prose
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("Creatinine was 1.4 mg/dL and potassium 4.9 mmol/L.", [("Creatinine", "1.4"), ("potassium", "4.9")]),
        ("Ferritin level came back at 12 ng/mL", [("Ferritin", "12")]),
        ("Ferritin came back at 12 pounds", []),
        ("Ferritin was low", []),
        ("Her husband [PERSON_2] had a glucose of 310 mg/dL", []),
        ("Her sister, who is 40, had a ferritin of 12 ng/mL", []),
        ("Her wife came along. Ferritin was 12 ng/mL", [("Ferritin", "12")]),
        ("Ferritin was 12 ng/mL and her husband's glucose was 310 mg/dL", [("Ferritin", "12")]),
        ("She weighs 80 kg", []),
    ],
)
def test_a_test_a_number_and_its_unit_make_a_result(line: str, stated: list[tuple[str, str]]) -> None:
    view = view_page(write_lines(line).pages[0])
    rows = read_prose(view.lines[0].fragments)
    assert [(text_of(row.parts[Part.NAME]), text_of(row.parts[Part.VALUE])) for row in rows] == stated
