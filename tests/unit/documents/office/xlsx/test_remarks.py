"""Comments, text boxes, headers and footers of sheets."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.xlsx.remarks import margin_text
from arbiter_fhir.domain.region import RegionKind
from tests.unit.documents.office_files import codes_of, read_excel, regions_of, relations, text_of, xlsx_of

X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
DRAWING = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
CELLS = "<sheetData><row><c><v>1</v></c></row></sheetData>"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("&LClinic &amp; co".replace("&amp;", "&&"), "Clinic & co"),
        ('&C&"Arial,Bold"&14Results &P of &N', "Results  of"),
        ("&Lleft&Rright", "left\tright"),
        ("&K00FF00&D", ""),
    ],
)
def test_codes_of_margins_are_no_text(code: str, text: str) -> None:
    assert margin_text(code) == text


def test_comments_old_and_new_are_read_once() -> None:
    legacy = (
        f'<comments {X}><commentList><comment ref="A1"><text><r><t>Old remark</t></r></text></comment>'
        '<comment ref="B2"><text><t>[Threaded comment] copy</t></text></comment></commentList></comments>'
    )
    threaded = (
        '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<threadedComment ref="B2"><text>New remark</text></threadedComment></ThreadedComments>'
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(comments="../c.xml", threadedComment="../t.xml"),
        "xl/c.xml": legacy,
        "xl/t.xml": threaded,
    }
    collector = read_excel(xlsx_of(CELLS, parts=parts))
    assert text_of(collector).split("\n") == ["S1", "1", "[B2] New remark", "[A1] Old remark"]
    assert regions_of(collector)["S1!A1, comment 2"][0].kind is RegionKind.COMMENT
    assert codes_of(collector) == ["W_HIDDEN"]


def test_text_boxes_charts_and_margins() -> None:
    drawing = (
        f"<xdr:wsDr {DRAWING}><xdr:sp><xdr:txBody><a:p><a:r><a:t>Boxed </a:t></a:r><a:r><a:t>words</a:t></a:r></a:p>"
        "<a:p><a:r><a:t>second</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    )
    parts = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(drawing="../d.xml"),
        "xl/d.xml": drawing,
        "xl/_rels/d.xml.rels": relations(chart="chart.xml"),
        "xl/chart.xml": "<c/>",
    }
    margins = "<headerFooter><oddHeader>&amp;LClinic</oddHeader><oddFooter>&amp;RPage &amp;P</oddFooter></headerFooter>"
    collector = read_excel(xlsx_of(CELLS + margins, parts=parts))
    assert text_of(collector).split("\n") == ["S1", "Clinic", "1", "Boxed words", "second", "Page"]
    assert codes_of(collector) == ["W_PARTIAL"]
