from __future__ import annotations

from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.blocks import blocks_of
from tests.unit.extraction.clean_pages import write_lines


def texts(*lines: str) -> list[list[str]]:
    view = view_page(write_lines(*lines).pages[0])
    return [[line.text for line in block] for block in blocks_of(view)]


def test_one_table_is_one_block() -> None:
    assert len(texts("Test    Result   Units", "Sodium  140      mmol/L")) == 1


def test_tables_side_by_side_are_read_one_after_the_other() -> None:
    assert texts(
        "Prairie Laboratory",
        "Metabolic Panel                 Blood Count",
        "Test     Result   Units         Test    Result  Units",
        "Sodium   140      mmol/L        WBC     6.1     K/uL",
        "                                RBC     4.4     M/uL",
        "A note that goes over the whole width of the page, from left to right",
    ) == [
        ["Prairie Laboratory"],
        ["Metabolic Panel", "Test Result Units", "Sodium 140 mmol/L"],
        ["Blood Count", "Test Result Units", "WBC 6.1 K/uL", "RBC 4.4 M/uL"],
        ["A note that goes over the whole width of the page, from left to right"],
    ]
