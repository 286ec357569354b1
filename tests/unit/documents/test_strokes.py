"""Lines that are drawn through words, and lines that are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pymupdf
import pytest

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pdf.reader import read_pdf
from arbiter_fhir.documents.strokes import crossed_words
from arbiter_fhir.domain.region import RegionMark

#: Baseline of the text and its size, points.
BASE, SIZE, LEFT = 120, 11, 60
TEXT = "Metoprolol 50 mg twice daily"


def hidden_words(draw: Callable[[Any], object], *, rotation: int = 0, font: str = "helv") -> list[str]:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((LEFT, BASE), TEXT, fontsize=SIZE, fontname=font)
    page.insert_text((LEFT, BASE + 15), "Folic acid 1 mg daily", fontsize=SIZE, fontname=font)
    draw(page)
    page.set_rotation(rotation)
    (read,) = read_pdf(bytes(document.tobytes()), Tesseract(), FileClock()).pages
    regions = [region for region in read.regions if RegionMark.HIDDEN in region.marks]
    return [read.text[start:end] for region in regions for start, end in region.spans]


def width_of(text: str) -> float:
    return float(pymupdf.get_text_length(text, fontname="helv", fontsize=SIZE))


def line(above: float, right: float, *, left: float = LEFT, width: float = 0.8) -> Callable[[Any], object]:
    return lambda page: page.draw_line((left, BASE - above), (right, BASE - above), width=width)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("font", ["helv", "tiro", "cour"])
def test_a_line_through_the_middle_strikes_out(rotation: int, font: str) -> None:
    end = LEFT + float(pymupdf.get_text_length("Metoprolol 50 mg", fontname=font, fontsize=SIZE))
    assert hidden_words(line(3.0, end), rotation=rotation, font=font) == ["Metoprolol", "50", "mg"]


def test_a_filled_bar_strikes_out_as_browsers_draw_it() -> None:
    bar = (LEFT, BASE - 3.4, LEFT + width_of(TEXT), BASE - 2.7)
    assert hidden_words(lambda page: page.draw_rect(bar, fill=(0.4, 0, 0), color=None)) == TEXT.split()


def test_a_line_in_pieces_is_one() -> None:
    def draw(page: Any) -> None:
        for left in range(LEFT, LEFT + 52, 6):
            page.draw_line((left, BASE - 3), (left + 4, BASE - 3), width=0.6)

    assert hidden_words(draw) == ["Metoprolol"]


@pytest.mark.parametrize("above", [-1.5, -0.8, 0.0, 9.5, -3.5])
def test_lines_under_and_between_words_strike_nothing(above: float) -> None:
    assert hidden_words(line(above, LEFT + width_of(TEXT))) == []


def test_a_rule_that_goes_on_far_beyond_its_words_strikes_nothing() -> None:
    assert hidden_words(line(3.0, 550)) == []


def test_a_line_over_a_small_part_of_a_word_strikes_nothing() -> None:
    assert hidden_words(line(3.0, LEFT + 18)) == []


def test_white_and_thick_drawings_strike_nothing() -> None:
    assert hidden_words(lambda page: page.draw_line((LEFT, BASE - 3), (LEFT + 60, BASE - 3), color=(1, 1, 1))) == []
    assert hidden_words(lambda page: page.draw_rect((LEFT - 4, BASE - 12, LEFT + 160, BASE + 5), width=0.7)) == []


def test_no_strokes_cross_no_words() -> None:
    document = pymupdf.open()
    document.new_page().insert_text((LEFT, BASE), TEXT, fontsize=SIZE)
    (page,) = read_pdf(bytes(document.tobytes()), Tesseract(), FileClock()).pages
    assert crossed_words([], page) == []
