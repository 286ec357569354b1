from __future__ import annotations

from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.geometry import view_page
from tests.unit.extraction.clean_pages import write_lines


def test_a_row_knows_its_parts() -> None:
    view = view_page(write_lines("Glucose, Fasting   142   mg/dL").pages[0])
    fragments = view.lines[0].fragments
    parts = RowCandidate.kept({Part.VALUE: fragments[2:3], Part.NAME: fragments[:2], Part.FLAG: ()})
    row = RowCandidate(view, 0, parts, Structure.LINE)
    assert Part.FLAG not in row.parts
    assert row.text(Part.NAME) == "Glucose, Fasting"
    assert row.fragments(Part.FLAG) == ()
    assert [fragment.text for fragment in row.every] == ["Glucose,", "Fasting", "142"]
