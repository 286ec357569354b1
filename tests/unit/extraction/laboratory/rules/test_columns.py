from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.columns import lay_into_columns
from arbiter_fhir.extraction.laboratory.rules.header import ColumnKind, find_headers
from tests.unit.extraction.clean_pages import write_lines

K = ColumnKind


@pytest.mark.parametrize(
    ("titles", "line", "cells"),
    [
        (
            "Test                       Result     Units    Range",
            "Hepatitis B Surface Antige Not seen            Negative",
            {K.NAME: "Hepatitis B Surface Antige", K.VALUE: "Not seen", K.RANGE: "Negative"},
        ),
        (
            "Test                 Result   Units    Range",
            "Sodium                  140   mmol/L   136 - 145",
            {K.NAME: "Sodium", K.VALUE: "140", K.UNIT: "mmol/L", K.RANGE: "136 - 145"},
        ),
        (
            "Test         Result  Flag  Units          Range",
            "eGFR         85            mL/min/1.73m2 > 59",
            {K.NAME: "eGFR", K.VALUE: "85", K.UNIT: "mL/min/1.73m2", K.RANGE: "> 59"},
        ),
        (
            "       Test         Result    Units",
            "H      Glucose      105       mg/dL",
            {K.LEAD: "H", K.NAME: "Glucose", K.VALUE: "105", K.UNIT: "mg/dL"},
        ),
        (
            "Result     Units     Range",
            "Glucose        105       mg/dL     70-99",
            {K.NAME: "Glucose", K.VALUE: "105", K.UNIT: "mg/dL", K.RANGE: "70-99"},
        ),
        (
            "Test         Result    Range",
            "Glucose      105       70-99              H",
            {K.NAME: "Glucose", K.VALUE: "105", K.RANGE: "70-99", K.TAIL: "H"},
        ),
    ],
)
def test_a_line_is_laid_into_its_columns(titles: str, line: str, cells: dict[ColumnKind, str]) -> None:
    shift = "          " if titles.startswith("Result") else ""
    view = view_page(write_lines(shift + titles, line).pages[0])
    (header,), _ = find_headers(view.lines[0], None, view.char)
    laid = lay_into_columns(view.lines[1].fragments, header, view.char)
    found = {kind: text_of(laid.of(kind)) for kind in K if laid.of(kind)}
    assert found == cells
    assert laid.cost < 1.5


def test_a_sentence_does_not_fit() -> None:
    view = view_page(
        write_lines(
            "Test         Result    Units    Range",
            "Goal for most adults with diabetes is below 7.0 % when seen twice",
        ).pages[0]
    )
    (header,), _ = find_headers(view.lines[0], None, view.char)
    row = lay_into_columns(view.lines[1].fragments, header, view.char)
    assert sum(len(cell) for cell in row.cells) == len(view.lines[1].fragments)
    assert row.cost > 0.3
