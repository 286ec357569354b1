from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.reading_direction import TextRun, upright
from arbiter_fhir.extraction.laboratory.geometry import PageView, cells_of, make_line, text_of, view_page
from tests.unit.extraction.clean_pages import write_lines


def view_of(*lines: str) -> PageView:
    return view_page(write_lines(*lines).pages[0])


def test_lines_come_top_to_bottom_and_left_to_right() -> None:
    view = view_of("Glucose   105", "Sodium    140")
    assert [line.text for line in view.lines] == ["Glucose 105", "Sodium 140"]
    assert view.char == pytest.approx(5.0)
    assert view.pitch == pytest.approx(14.0)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("8.1H", ["8.1", "H"]),
        ("8.1%", ["8.1", "%"]),
        ("8.1%H", ["8.1", "%", "H"]),
        ("148mg/dL", ["148", "mg/dL"]),
        ("*1.9", ["*", "1.9"]),
        ("A1c:8.1", ["A1c:", "8.1"]),
        ("Glucose.......105", ["Glucose", "105"]),
        ("4.0-5.6%", ["4.0-5.6", "%"]),
        ("2+", ["2+"]),
        ("10*3/uL", ["10*3/uL"]),
        ("1U/L", ["1U/L"]),
        ("8.1", ["8.1"]),
        ("25-Hydroxy", ["25-Hydroxy"]),
        ("1:80", ["1:80"]),
        ("........", []),
        ("|", []),
        ("=", []),
    ],
)
def test_glued_words_are_told_apart(word: str, parts: list[str]) -> None:
    view = view_of(f"x {word} x")
    assert [fragment.text for fragment in view.lines[0].fragments[1:-1]] == parts


def test_fragments_keep_their_place_in_the_text() -> None:
    view = view_of("Sodium  8.1H   mg/dL")
    text = view.page.text.value
    for fragment in view.lines[0].fragments:
        assert text[fragment.start : fragment.end] == fragment.text
    value, flag = view.lines[0].fragments[1:3]
    assert value.word is flag.word
    assert not value.whole
    assert value.x1 == pytest.approx(flag.x0)


def test_cells_are_parted_by_wide_gaps() -> None:
    view = view_of("Glucose, Fasting   105 H   mg/dL")
    assert [text_of(cell) for cell in cells_of(view.lines[0].fragments, view.char)] == [
        "Glucose, Fasting",
        "105 H",
        "mg/dL",
    ]


def test_an_equals_sign_stays_in_a_comparison() -> None:
    view = view_of("eGFR   85   > OR = 60")
    assert view.lines[0].text == "eGFR 85 > OR = 60"


def test_a_part_of_a_line_can_be_taken() -> None:
    line = view_of("Glucose   105        Sodium   140").lines[0]
    right = line.between(line.fragments[2].x0 - 1, float("inf"))
    assert right is not None
    assert right.text == "Sodium 140"
    assert line.between(1000, 2000) is None
    assert make_line(0, line.fragments).x1 == line.x1


def test_a_quote_is_cut_from_the_clean_text() -> None:
    view = view_of("Vitamin D, 25-Hydroxy   18.4   ng/mL")
    fragments = view.lines[0].fragments
    assert view.quote(fragments[:3]).value == "Vitamin D, 25-Hydroxy"
    assert view.quote((fragments[0], fragments[3])).value == "Vitamin 18.4"
    assert view.quote(()).value == ""


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_page_that_lies_on_its_side_or_head_reads_the_same(turns: int) -> None:
    straight = view_of("Glucose   105   mg/dL", "Sodium    140   mmol/L")
    page = straight.page
    words = tuple(replace(word, box=upright(word.box, TextRun(turns))) for word in page.words)
    size = (page.width_points, page.height_points) if turns == 2 else (page.height_points, page.width_points)
    lying = view_page(replace(page, words=words, width_points=size[0], height_points=size[1]))
    assert [line.text for line in lying.lines] == [line.text for line in straight.lines]
    assert lying.height == pytest.approx(straight.height)
    assert lying.char == pytest.approx(straight.char)
    assert [len(cells_of(line.fragments, lying.char)) for line in lying.lines] == [3, 3]
