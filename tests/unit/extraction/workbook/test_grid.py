"""Sheets put together from regions of pages."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.comments import Comment

from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.workbook.grid import SheetGrid, read_sheets
from tests.unit.extraction.workbook.sheets import Row, clean_workbook


def sheets(*rows: list[Row], **more: object) -> list[SheetGrid]:
    return read_sheets([view_page(page) for page in clean_workbook(*rows, **more).pages])  # type: ignore[arg-type]


def test_cells_lie_where_the_format_says() -> None:
    first, second = sheets([["a", None, "[DATE_3]"], [], ["[PERSON_1]", 5]], [["x"]], names=("One", "Two"))
    assert (first.name, second.name) == ("One", "Two")
    assert [[cell.text for cell in row] for block in first.blocks() for row in block] == [
        ["a", "[DATE_3]"],
        ["[PERSON_1]", "5"],
    ]
    assert first.rows[1][1].date == "[DATE_3]"
    assert first.rows[3][0].is_hidden_identifier
    assert not first.rows[1][1].is_hidden_identifier
    assert first.rows[3][1].has(RegionMark.NUMBER_VALUE)
    assert first.at(2, 1) is None


def test_merged_cells_reach_over_their_area_and_comments_know_their_cell() -> None:
    def adjust(workbook: Workbook) -> None:
        workbook.active.merge_cells("A1:B2")
        workbook.active["A1"].comment = Comment("a remark", "x")

    (sheet,) = sheets([["over four", None, "c"]], adjust=adjust)
    merged = sheet.at(2, 2)
    assert merged is not None
    assert merged.text == "over four"
    remark = sheet.remark_on(merged)
    assert remark is not None
    assert remark.value == "a remark"
    other = sheet.at(1, 3)
    assert other is not None
    assert sheet.remark_on(other) is None


def test_titles_that_are_set_again_have_copies() -> None:
    (sheet,) = sheets([["Test", "Value"], *[[f"t{n}", n] for n in range(90)]])
    title, last = sheet.rows[1][0], sheet.rows[91][0]
    assert title.view.page.number == 1
    copy = sheet.on_page_of(title, last)
    assert copy is not None
    assert copy.view.page.number == last.view.page.number == 2
