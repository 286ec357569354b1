"""List labels are counted as programs count them."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.docx.numbering import Numbering
from arbiter_fhir.documents.office.docx.styles import ListPlace
from arbiter_fhir.documents.office.ooxml import parse_xml
from tests.unit.documents.office_files import word_part


def numbering(levels: str, lists: str = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') -> Numbering:
    abstract = f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
    return Numbering(parse_xml(word_part("numbering", abstract + lists).encode()))


def level(at: int, form: str, text: str, start: int = 1, more: str = "") -> str:
    shape = f'<w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>{more}'
    return f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/>{shape}</w:lvl>'


@pytest.mark.parametrize(
    ("form", "start", "labels"),
    [
        ("decimal", 9, ["9.", "10."]),
        ("decimalZero", 9, ["09.", "10."]),
        ("lowerRoman", 3, ["iii.", "iv."]),
        ("upperRoman", 48, ["XLVIII.", "XLIX."]),
        ("lowerLetter", 26, ["z.", "aa."]),
        ("upperLetter", 1, ["A.", "B."]),
        ("none", 1, [".", "."]),
        ("ordinal", 1, ["1.", "2."]),
        ("lowerRoman", 999_999, ["999999.", "1000000."]),
    ],
)
def test_numbers_in_every_form(form: str, start: int, labels: list[str]) -> None:
    lists = numbering(level(0, form, "%1.", start))
    assert [lists.label(ListPlace("1", 0)) for _ in labels] == labels


def test_deeper_levels_start_anew_unless_they_never_do() -> None:
    lists = numbering(
        level(0, "decimal", "%1")
        + level(1, "decimal", "%1.%2")
        + level(2, "decimal", "%3", more='<w:lvlRestart w:val="0"/>')
    )
    places = [0, 1, 1, 2, 0, 1, 2]
    assert [lists.label(ListPlace("1", at)) for at in places] == ["1", "1.1", "1.2", "1", "2", "2.1", "2"]


def test_bullets_are_what_they_look_like() -> None:
    assert numbering(level(0, "bullet", "\uf0b7")).label(ListPlace("1", 0)) == "\u2022"


def test_lists_of_one_kind_count_on_unless_told_to_start() -> None:
    lists = numbering(
        level(0, "decimal", "%1."),
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
        "</w:lvlOverride></w:num>",
    )
    assert [lists.label(ListPlace(number, 0)) for number in ("1", "2", "3")] == ["1.", "2.", "1."]


def test_unknown_lists_have_no_label() -> None:
    assert Numbering(None).label(ListPlace("1", 0)) == ""
    assert numbering(level(0, "decimal", "%1")).label(ListPlace("7", 0)) == ""
    assert len(numbering(level(0, "decimal", "%1" * 500)).label(ListPlace("1", 0))) <= 40
