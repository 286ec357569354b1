"""Paragraphs, lists and tables in order, merged and nested."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents import limits
from arbiter_fhir.domain.region import GridPlace, RegionKind, RegionMark
from tests.unit.documents.office_files import codes_of, docx_of, read_word, regions_of, text_of, word_part


def p(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def tc(inner: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def tr(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def tbl(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def lines(body: str) -> list[str]:
    return text_of(read_word(docx_of(body))).split("\n")


def test_paragraphs_and_tables_keep_their_order() -> None:
    body = p("first") + tbl(tr(tc(p("a")), tc(p("b")))) + p("last")
    assert lines(body) == ["first", "a b", "last"]


def test_cells_know_their_place() -> None:
    body = p("x") + tbl(
        tr(tc(p("wide"), '<w:gridSpan w:val="2"/>'), tc(p("tall"), '<w:vMerge w:val="restart"/>')),
        tr(tc(p("a")), tc(p("b")), tc(p(""), "<w:vMerge/>")),
        tr(tc(p("c")), tc(p("d")), tc(p("e"))),
    )
    regions = regions_of(read_word(docx_of(body)))
    grids = {text: region.grid for region, text in regions.values() if region.kind is RegionKind.CELL}
    assert grids == {
        "wide": GridPlace(1, 1, 1, 1, 2),
        "tall": GridPlace(1, 1, 3, 2, 1),
        "a": GridPlace(1, 2, 1),
        "b": GridPlace(1, 2, 2),
        "c": GridPlace(1, 3, 1),
        "d": GridPlace(1, 3, 2),
        "e": GridPlace(1, 3, 3),
    }
    assert "table 1, row 2, column 2" in regions


def test_a_table_in_a_cell_has_a_number_of_its_own() -> None:
    inner = tbl(tr(tc(p("Na")), tc(p("139"))))
    regions = regions_of(read_word(docx_of(tbl(tr(tc(p("Panel") + inner), tc(p("ok")))))))
    assert regions["table 2, row 1, column 2"][1] == "139"
    assert regions["table 1, row 1, column 1"][1] == "Panel"


def test_an_empty_cell_is_a_region_without_words() -> None:
    regions = regions_of(read_word(docx_of(tbl(tr(tc(p("a")), tc(p("")))))))
    assert regions["table 1, row 1, column 2"][0].spans == ()


def test_deleted_rows_and_cells_are_not_read() -> None:
    body = tbl(
        tr(tc(p("kept")), tc(p("gone"), "<w:cellDel/>")),
        tr(tc(p("row gone")), properties="<w:del/>"),
        tr(tc(p("added")), properties="<w:ins/>"),
    )
    assert lines(body) == ["kept", "added"]


def test_a_hidden_row_is_marked() -> None:
    collector = read_word(docx_of(tbl(tr(tc(p("secret")), properties="<w:hidden/>"))))
    assert RegionMark.HIDDEN in regions_of(collector)["table 1, row 1, column 1"][0].marks
    assert codes_of(collector) == ["W_HIDDEN"]


def test_paragraphs_whose_border_was_deleted_are_one() -> None:
    body = p("Denies chest", "<w:rPr><w:del/></w:rPr>") + p("pain") + p("next")
    assert lines(body) == ["Denies chestpain", "next"]
    assert lines(p("end", "<w:rPr><w:del/></w:rPr>")) == ["end"]


def test_wrappers_of_blocks_rows_and_cells_are_looked_through() -> None:
    def wrapped(inner: str) -> str:
        return f"<w:sdt><w:sdtContent>{inner}</w:sdtContent></w:sdt>"

    body = wrapped(p("in a control")) + f"<w:customXml>{p('custom')}</w:customXml>"
    body += tbl(wrapped(tr(wrapped(tc(p("cell"))))))
    assert lines(body) == ["in a control", "custom", "cell"]


STYLES = word_part(
    "styles",
    '<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:styleId="L"><w:name w:val="List"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
)
NUMBERING = word_part(
    "numbering",
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1%2)"/></w:lvl>'
    "</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
)


def styled(body: str) -> list[tuple[str, str]]:
    parts = {"word/styles.xml": STYLES, "word/numbering.xml": NUMBERING}
    collector = read_word(docx_of(body, parts, styles="styles.xml", numbering="numbering.xml"))
    return [(region.kind.value, text) for region, text in regions_of(collector).values()]


def test_headings_are_told_by_style_or_outline() -> None:
    body = (
        p("Plain") + p("By style", '<w:pStyle w:val="Own"/>') + p("By outline", '<w:outlineLvl w:val="2"/>')
        + p("Title", '<w:pStyle w:val="T"/>')
    )  # fmt: skip
    assert [kind for kind, _ in styled(body)] == ["paragraph", "heading", "heading", "heading"]


def test_lists_have_their_labels() -> None:
    deeper = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'
    style = '<w:pStyle w:val="L"/>'
    body = p("one", style) + p("sub", deeper) + p("sub", deeper) + p("two", style) + p("sub", deeper)
    assert [text for _, text in styled(body)] == ["1. one", "1a) sub", "1b) sub", "2. two", "2a) sub"]
    assert {kind for kind, _ in styled(body)} == {"list_item"}


def test_a_list_that_the_paragraph_leaves_has_no_label() -> None:
    off = '<w:pStyle w:val="L"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    assert styled(p("none", off)) == [("paragraph", "none")]


def test_a_foreign_chunk_is_not_opened() -> None:
    collector = read_word(
        docx_of(p("x") + '<w:altChunk r:id="aFChunk1"/>', {"word/c.html": "<b>y</b>"}, aFChunk1="c.html")
    )
    assert text_of(collector) == "x"
    assert codes_of(collector) == ["W_EXTERNAL"]


def test_a_table_without_end_is_cut_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.docx.state.MAX_CELLS", 4)
    collector = read_word(docx_of(tbl(*[tr(tc(p(f"a{n}")), tc(p(f"b{n}"))) for n in range(9)])))
    assert text_of(collector).split("\n") == ["a0 b0", "a1 b1"]
    assert codes_of(collector) == ["W_PARTIAL"]
    assert limits.MAX_CELLS == 200_000


def test_a_repeated_head_is_set_on_every_page() -> None:
    head = tr(tc(p("Drug")), tc(p("Dose")), properties="<w:tblHeader/>")
    collector = read_word(docx_of(tbl(head, *[tr(tc(p(f"d{n}")), tc(p("1"))) for n in range(90)])))
    assert len(collector.pages) == 2
    assert all(page.text.startswith("Drug Dose\n") for page in collector.pages)


PROMPT = "<w:sdtPr><w:showingPlcHdr/></w:sdtPr>"


def test_prompts_of_controls_around_paragraphs_and_cells_are_no_text() -> None:
    prompt = '<w:p><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click here</w:t></w:r></w:p>'
    body = (
        p("Name:")
        + f"<w:sdt>{PROMPT}<w:sdtContent>{prompt}</w:sdtContent></w:sdt>"
        + tbl(tr(tc(p("Dose")), f"<w:sdt>{PROMPT}<w:sdtContent>{tc(prompt)}</w:sdtContent></w:sdt>"))
        + prompt.replace("Click here", "typed in grey")
    )
    collector = read_word(docx_of(body))
    assert text_of(collector).split("\n") == ["Name:", "Dose", "typed in grey"]
    regions = regions_of(collector)
    assert regions["paragraph 2, control 1"][0].kind is RegionKind.CONTENT_CONTROL
    assert regions["table 1, row 1, column 2"][0].spans == ()
