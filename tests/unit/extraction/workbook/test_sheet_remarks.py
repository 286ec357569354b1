"""Remarks on a whole sheet."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.workbook.sheet_remarks import weakened_pages
from tests.unit.extraction.workbook.sheets import Row, clean_workbook

ROWS: list[Row] = [["Test", "Result", "Units"], ["Sodium", 139, "mmol/L"]]


@pytest.mark.parametrize(
    ("remark", "pages"),
    [("All specimens hemolyzed", {1}), ("Results estimated", {1}), ("No hemolysis", set()), ("Chemistry", set())],
)
def test_a_remark_holds_for_its_sheet(remark: str, pages: set[int]) -> None:
    assert weakened_pages(clean_workbook([*ROWS, [remark]], ROWS)) == pages
