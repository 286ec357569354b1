"""Widths agree with the fonts that draw."""

from __future__ import annotations

import string

import pytest

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.setting.letter_widths import SPACE, text_width


@pytest.mark.parametrize("letter", string.ascii_letters + string.digits + string.punctuation + " \u00b1\u2013")
def test_each_letter_is_as_wide_as_helvetica_draws_it(letter: str) -> None:
    drawn = pymupdf.Font("helv").text_length(letter, 100)
    assert text_width(letter, 100) == pytest.approx(drawn, abs=0.11)


def test_letters_outside_the_table_take_room_by_their_kind() -> None:
    assert text_width("\u00e9", 10) == text_width("e", 10)
    assert text_width("\u6f22", 10) == 10
    assert text_width("e\u0301", 10) == text_width("e", 10)
    assert text_width("", 10) == 0
    assert text_width(" ", 10) == pytest.approx(10 * SPACE)
