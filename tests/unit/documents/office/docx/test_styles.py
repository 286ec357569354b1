"""Styles inherit, and loops of them end."""

from __future__ import annotations

from arbiter_fhir.documents.office.docx.styles import ListPlace, StyleSheet
from arbiter_fhir.documents.office.ooxml import parse_xml
from tests.unit.documents.office_files import word_part


def sheet(inner: str) -> StyleSheet:
    return StyleSheet(parse_xml(word_part("styles", inner).encode()))


def test_a_style_has_what_it_is_based_on() -> None:
    styles = sheet(
        '<w:style w:styleId="A"><w:name w:val="heading 2"/>'
        '<w:rPr><w:vanish/><w:rFonts w:ascii="Symbol"/></w:rPr></w:style>'
        '<w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>'
        '<w:style w:styleId="C"><w:basedOn w:val="A"/><w:rPr><w:vanish w:val="false"/></w:rPr>'
        '<w:pPr><w:numPr><w:ilvl w:val="3"/><w:numId w:val="9"/></w:numPr></w:pPr></w:style>'
    )
    assert styles.hides("B")
    assert not styles.hides("C")
    assert styles.font("C") == "Symbol"
    assert styles.heading("B") == 2
    assert styles.place("C") == ListPlace("9", 3)
    assert styles.place("A") is None


def test_unknown_styles_and_loops_say_nothing() -> None:
    styles = sheet(
        '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>'
    )
    assert not styles.hides("A")
    assert styles.heading("A") is None
    assert StyleSheet(None).font("x") == ""


def test_body_level_outlines_are_no_headings() -> None:
    styles = sheet('<w:style w:styleId="A"><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>')
    assert styles.heading("A") is None
