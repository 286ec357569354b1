"""Cells as they show, with what the format says of them."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.xlsx.cells import NO_VALUE, column_letters, parse_reference
from arbiter_fhir.domain.region import GridPlace, RegionMark
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import codes_of, read_excel, regions_of, text_of, xlsx_of

STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="0.00"/></numFmts>'
    '<fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts>'
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"/></fill></fills>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="0" fontId="1"/>'
    '<xf numFmtId="0" fontId="1" fillId="1"/></cellXfs>'
)
N = RegionMark.NUMBER_VALUE


def rows(*cells: str) -> str:
    return f"<sheetData><row>{''.join(cells)}</row></sheetData>"


def shown(
    *cells: str, strings: tuple[str, ...] = (), properties: str = "", extra: str = ""
) -> dict[str, tuple[str, tuple[RegionMark, ...]]]:
    collector = read_excel(xlsx_of(extra + rows(*cells), strings=strings, styles=STYLES, properties=properties))
    return {
        path.partition("!")[2]: (text, region.marks)
        for path, (region, text) in regions_of(collector).items()
        if "!" in path
    }


@pytest.mark.parametrize(
    ("cell", "text", "marks"),
    [
        ("<c><v>8.1</v></c>", "8.1", (N,)),
        ('<c s="1"><v>8.1</v></c>', "8.10", (N,)),
        ('<c s="2"><v>46092</v></c>', "2026-03-11", (RegionMark.DATE_VALUE,)),
        ('<c s="2"><v>-5</v></c>', "-5", (N,)),
        ('<c t="s"><v>0</v></c>', "shared", ()),
        ('<c t="s"><v>1</v></c>', "rich text", ()),
        ('<c t="inlineStr"><is><t>inline</t></is></c>', "inline", ()),
        ('<c t="str"><v>text</v></c>', "text", ()),
        ('<c t="b"><v>1</v></c>', "TRUE", ()),
        ('<c t="d"><v>2026-03-11T00:00:00</v></c>', "2026-03-11", (RegionMark.DATE_VALUE,)),
        ('<c t="e"><v>#DIV/0!</v></c>', "#DIV/0!", (RegionMark.ERROR_VALUE,)),
        ("<c><v>abc</v></c>", "abc", (RegionMark.ERROR_VALUE,)),
        ("<c><v>NaN</v></c>", "NaN", (RegionMark.ERROR_VALUE,)),
        ("<c><f>A2+1</f><v>7</v></c>", "7", (RegionMark.FORMULA, N)),
        ("<c><f>A2+1</f></c>", NO_VALUE, (RegionMark.FORMULA, RegionMark.FORMULA_WITHOUT_VALUE)),
        ("<c><f>A2+1</f><v></v></c>", NO_VALUE, (RegionMark.FORMULA, RegionMark.FORMULA_WITHOUT_VALUE)),
        ('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', "#DIV/0!", (RegionMark.FORMULA, RegionMark.ERROR_VALUE)),
        ('<c t="inlineStr" s="3"><is><t>white</t></is></c>', "white", (RegionMark.HIDDEN,)),
        ('<c t="inlineStr" s="4"><is><t>white on dark</t></is></c>', "white on dark", ()),
        ('<c t="inlineStr"><is><t>a_x0041_b</t></is></c>', "aAb", ()),
    ],
)
def test_a_cell_shows(cell: str, text: str, marks: tuple[RegionMark, ...]) -> None:
    strings = ("<t>shared</t>", "<r><t>rich </t></r><r><rPr/><t>text</t></r><rPh><t>furigana</t></rPh>")
    assert shown(cell, strings=strings)["A1"] == (text, marks)


def test_formulas_of_an_empty_text_and_empty_cells_show_nothing() -> None:
    found = shown(
        '<c t="str"><f>IF(1,"")</f><v></v></c>',
        '<c s="1"/>',
        "<c><v>1</v></c>",
        '<c t="inlineStr"><is><t> </t></is></c>',
    )
    assert list(found) == ["C1"]


def test_dates_count_from_1904_where_the_workbook_says_so() -> None:
    found = shown('<c s="2"><v>44630</v></c>', properties='<workbookPr date1904="1"/>')
    assert found["A1"][0] == "2026-03-11"


def test_places_are_told_or_counted() -> None:
    sheet = (
        '<sheetData><row r="3"><c r="C3"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>'
        '<row r="2"><c r="$B$2"><v>4</v></c></row></sheetData>'
    )
    regions = regions_of(read_excel(xlsx_of(sheet)))
    assert {path: text for path, (_, text) in regions.items() if "!" in path} == {
        "S1!B2": "4", "S1!C3": "1", "S1!D3": "2", "S1!A4": "3",
    }  # fmt: skip
    assert regions["S1!D3"][0].grid == GridPlace(1, 3, 4)


def test_hidden_rows_columns_and_sheets_are_marked() -> None:
    sheet = (
        '<cols><col min="2" max="3" hidden="1"/></cols>'
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row>'
        '<row r="2" hidden="1"><c r="A2"><v>3</v></c></row></sheetData>'
    )
    secret = rows("<c><v>9</v></c>")
    collector = read_excel(xlsx_of(sheet, secret, secret, states=("", "hidden", "veryHidden")))
    hidden = {path for path, (region, _) in regions_of(collector).items() if RegionMark.HIDDEN in region.marks}
    assert hidden == {"S1!C1", "S1!A2", "S2", "S2!A1", "S3", "S3!A1"}
    assert codes_of(collector) == ["W_HIDDEN"]


def test_merged_cells_take_their_room_and_hide_what_lies_under_them() -> None:
    sheet = (
        rows("<c><v>1</v></c>", "<c><v>2</v></c>", "<c><v>3</v></c>")
        + '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>'
    )
    regions = regions_of(read_excel(xlsx_of(sheet)))
    assert regions["S1!A1"][0].grid == GridPlace(1, 1, 1, 2, 2)
    assert RegionMark.HIDDEN in regions["S1!B1"][0].marks
    assert RegionMark.HIDDEN not in regions["S1!C1"][0].marks


def test_a_claimed_size_costs_nothing() -> None:
    far = '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    collector = read_excel(xlsx_of(far))
    assert text_of(collector) == "S1\n1"
    assert len(collector.pages) == 1


def test_too_many_cells_are_cut_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.xlsx.reader.MAX_CELLS", 3)
    sheet = "<sheetData>" + "<row><c><v>1</v></c><c><v>2</v></c></row>" * 9 + "</sheetData>"
    collector = read_excel(xlsx_of(sheet, sheet))
    assert text_of(collector).split("\n") == ["S1", "1 2", "1 2"]
    assert codes_of(collector) == ["W_PARTIAL"]


def test_a_million_empty_cells_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.xlsx.cells._MOST_ELEMENTS", 100)
    sheet = (
        "<sheetData><row><c><v>1</v></c></row>"
        + '<row><c s="1"/><c s="1"/></row>' * 90
        + "<row><c><v>2</v></c></row></sheetData>"
    )
    collector = read_excel(xlsx_of(sheet))
    assert text_of(collector).split("\n") == ["S1", "1"]
    assert codes_of(collector) == ["W_PARTIAL"]


@pytest.mark.parametrize("index", ["7", "-1", "x", "99999999999"])
def test_a_text_that_is_not_there_is_broken(index: str) -> None:
    with pytest.raises(DocumentError) as caught:
        shown(f'<c t="s"><v>{index}</v></c>', strings=("<t>a</t>",))
    assert caught.value.code is ErrorCode.CORRUPT


@pytest.mark.parametrize("formula", ["[1]Other!A1", "WEBSERVICE(A1)", "cmd|'/C calc'!A0", "'C:\\[b.xlsx]S'!A1"])
def test_formulas_that_fetch_are_named(formula: str) -> None:
    assert "W_EXTERNAL" in codes_of(read_excel(xlsx_of(rows(f"<c><f>{formula}</f><v>1</v></c>"))))


def test_references() -> None:
    assert [column_letters(number) for number in (1, 26, 27, 702, 703, 16384)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert parse_reference("XFD1048576") == (1_048_576, 16_384)
    assert [parse_reference(told) for told in ("", "A0", "XFE1", "A1048577", "1A", "A1:B2")] == [None] * 6
