"""Signs of symbol fonts become what they look like."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.docx.symbols import BOX, TICKED_BOX, boxes_in, letter_of_symbol_font, text_in_font


@pytest.mark.parametrize(
    ("font", "code", "letter"),
    [
        ("Symbol", 0xF06D, "\u03bc"),
        ("symbol", 0x6D, "\u03bc"),
        ("Symbol", 0xF0A3, "\u2264"),
        ("Symbol", 0xF035, "5"),
        ("Wingdings", 0xF0FE, TICKED_BOX),
        ("Wingdings", 0xF06F, BOX),
        ("Wingdings 2", 0xF052, TICKED_BOX),
        ("Wingdings", 0xF0CA, "\ufffd"),
        ("Arial", 0xB5, "\u00b5"),
        ("Arial", 0xD800, "\ufffd"),
        ("Arial", 0x110000, "\ufffd"),
    ],
)
def test_signs(font: str, code: int, letter: str) -> None:
    assert letter_of_symbol_font(font, code) == letter


def test_text_typed_in_a_symbol_font() -> None:
    assert text_in_font("m", "Symbol") == "\u03bc"
    assert text_in_font("\uf0b3 5", "Calibri") == "\u2265 5"
    assert text_in_font("plain", "Calibri") == "plain"


def test_boxes_are_parted_from_the_text() -> None:
    assert boxes_in("\u2611 yes \u25a1no") == [(TICKED_BOX, True), (" yes ", None), (BOX, False), ("no", None)]
