"""Cell styles by their numbers."""

from __future__ import annotations

from arbiter_fhir.documents.office.ooxml import parse_xml
from arbiter_fhir.documents.office.xlsx.styles import CellStyle, CellStyles

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_formats_and_colours() -> None:
    styles = CellStyles(
        parse_xml(
            f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="200" formatCode="0.000"/></numFmts>'
            '<fonts><font/><font><color theme="0"/></font><font><color theme="0" tint="-0.5"/></font>'
            '<font><strike/></font><font><strike val="0"/></font></fonts>'
            '<fills><fill/></fills><cellXfs><xf numFmtId="200"/><xf numFmtId="10" fontId="1"/>'
            '<xf fontId="2"/><xf fontId="3"/><xf fontId="4"/></cellXfs>'
            "</styleSheet>".encode()
        )
    )
    assert styles.style("0") == CellStyle("0.000")
    assert styles.style("1") == CellStyle("0.00%", unseen=True)
    assert styles.style("2") == CellStyle()
    assert styles.style("3") == CellStyle(unseen=True)
    assert styles.style("4") == CellStyle()


def test_unknown_styles_are_plain() -> None:
    assert CellStyles(None).style("4") == CellStyle()
    assert CellStyles(None).style("x") == CellStyle()
