"""Whole workbooks, and bad bytes."""

from __future__ import annotations

import io
from datetime import date

import pytest
from openpyxl import Workbook

from arbiter_fhir.documents.picture import draw_page
from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import DocType, MediaType
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import codes_of, read_excel, regions_of, relations, text_of, xlsx_of


def saved(workbook: Workbook) -> bytes:
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def test_a_workbook_by_another_program_is_read_whole() -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Lab results"
    sheet.append(["Collected", "Test", "Result"])
    sheet.append([date(2026, 3, 11), "Glucose", 105.0])
    sheet["C2"].number_format = "0.0"
    workbook.create_sheet("Empty")
    pages = read_pages(saved(workbook), DocType.CLINICAL_WORKBOOK)
    assert pages.media_type is MediaType.XLSX
    assert [page.text.split("\n") for page in pages.pages] == [
        ["Lab results", "Collected Test Result", "2026-03-11 Glucose 105.0"]
    ]
    assert {region.path for region in pages.pages[0].regions} >= {"Lab results", "Lab results!C2"}
    assert draw_page(saved(workbook), 1).width > 100


def cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def sheet_of(*rows: list[str]) -> str:
    return "<sheetData>" + "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows) + "</sheetData>"


def test_titles_are_set_again_on_every_page() -> None:
    rows = [["Test", "Value"], *[[f"t{n}", "x"] for n in range(120)]]
    pages = read_excel(xlsx_of(sheet_of(["Sheet of results"], *rows))).pages
    assert len(pages) == 3
    assert all("Test Value" in page.text.split("\n")[:3] for page in pages)


def test_each_sheet_begins_a_page_and_names_itself() -> None:
    collector = read_excel(xlsx_of(sheet_of(["a"]), sheet_of(["b"])))
    assert [page.text for page in collector.pages] == ["S1\na", "S2\nb"]
    assert regions_of(collector)["S2"][0].kind is RegionKind.HEADING


def test_a_long_text_runs_on_over_empty_cells() -> None:
    text = "a title that is much longer than any of the columns under it"
    collector = read_excel(xlsx_of(sheet_of([text], ["a", "b", "c"])))
    words = {word.text: word.box for word in collector.pages[0].words}
    assert words["b"].x < words["longer"].x


@pytest.mark.parametrize(
    ("target", "codes"),
    [
        ({"externalLink": "externalLinks/e.xml"}, ["W_EXTERNAL"]),
        ({"connections": "connections.xml"}, ["W_EXTERNAL"]),
        ({"xlMacrosheet": "m.xml"}, ["W_EXTERNAL", "W_ACTIVE"]),
    ],
)
def test_what_lies_outside_is_named(target: dict[str, str], codes: list[str]) -> None:
    rels = relations(worksheet1="worksheets/sheet1.xml", **target)
    parts = {"xl/_rels/workbook.xml.rels": rels, **{f"xl/{name}": "<a/>" for name in target.values()}}
    assert codes_of(read_excel(xlsx_of(sheet_of(["a"]), parts=parts))) == codes


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (xlsx_of(), ErrorCode.NO_PAGES),
        (xlsx_of("", parts={"xl/worksheets/sheet1.xml": b"\x00" * 30_000_000}), ErrorCode.BOMB),
        (xlsx_of("", parts={"xl/worksheets/sheet1.xml": "<!DOCTYPE a><a/>"}), ErrorCode.ENTITY),
        (xlsx_of("", parts={"xl/sharedStrings.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a/>'}), ErrorCode.ENTITY),
        (xlsx_of("", parts={"xl/styles.xml": "<a>"}), ErrorCode.CORRUPT),
        (xlsx_of("<sheetData>"), ErrorCode.CORRUPT),
        (xlsx_of("<a>" * 20_000), ErrorCode.DEPTH),
        (xlsx_of("", parts={"xl/worksheets/sheet1.xml": "<a/>".encode("utf-16-le")}), ErrorCode.ENCODING),
    ],
    ids=["no sheet", "bomb", "doctype", "strings", "styles", "cut", "deep", "encoding"],
)
def test_bad_workbooks_have_their_code(content: bytes, code: ErrorCode) -> None:
    with pytest.raises(DocumentError) as caught:
        read_excel(content)
    assert caught.value.code is code


@pytest.mark.parametrize("tenth", range(10))
def test_a_workbook_cut_short_ends_in_a_code(tenth: int) -> None:
    content = xlsx_of(sheet_of(*[["a", "b"]] * 40))
    with pytest.raises(DocumentError) as caught:
        read_pages(content[: len(content) * tenth // 10], DocType.CLINICAL_WORKBOOK)
    assert caught.value.code in {ErrorCode.CORRUPT, ErrorCode.EMPTY, ErrorCode.TYPE}


def test_an_empty_workbook_has_no_text() -> None:
    with pytest.raises(DocumentError) as caught:
        read_pages(xlsx_of("<sheetData/>"), DocType.CLINICAL_WORKBOOK)
    assert caught.value.code is ErrorCode.NO_TEXT


def test_the_text_of_sheets_is_bounded_by_pages() -> None:
    collector = read_excel(xlsx_of(sheet_of(*[["a"]] * 20_000)))
    assert len(collector.pages) == 300
    assert "W_PARTIAL" in codes_of(collector)
    assert text_of(collector).startswith("S1\na")
