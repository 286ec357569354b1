"""Lines by geometry."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.documents.lines import PlacedWord, compose_text, is_leader
from arbiter_fhir.domain.document import BoundingBox

PAGE = 600.0


def word(text: str, left: float, top: float, *, height: float = 12.0, frame: int = 0) -> PlacedWord:
    width = 6.0 * len(text)
    box = BoundingBox(left / PAGE, top / PAGE, width / PAGE, height / PAGE)
    return PlacedWord(text, box, left, top, left + width, top + height, frame)


def test_columns_stored_one_after_the_other_become_rows() -> None:
    names = [word("Glucose", 50, 100), word("Sodium", 50, 120)]
    values = [word("105", 200, 101), word("139", 200, 121)]
    text, _ = compose_text(names + values)
    assert text == "Glucose 105\nSodium 139"


def test_offsets_point_at_the_words_and_lines_count_up() -> None:
    text, words = compose_text([word("b", 90, 10), word("a", 10, 10), word("c", 10, 40)])
    assert text == "a b\nc"
    assert [text[each.start : each.end] for each in words] == ["a", "b", "c"]
    assert [each.line for each in words] == [0, 0, 1]


def test_a_smaller_face_on_the_same_base_shares_the_line() -> None:
    text, _ = compose_text([word("Albumin", 50, 100), word("[1]", 120, 103, height=8), word("4.2", 200, 100)])
    assert text == "Albumin [1] 4.2"


def test_a_tall_heading_beside_three_lines_does_not_melt_them() -> None:
    lines = [word(f"row{index}", 200, 100 + 14 * index) for index in range(6)]
    text, _ = compose_text([word("LAB", 20, 100, height=44), *lines])
    assert [line for line in text.split("\n") if line.startswith("row")] == [f"row{index}" for index in range(6)]


def test_a_hyphen_joins_the_line_it_lies_in() -> None:
    text, _ = compose_text([word("70", 50, 100), word("-", 70, 106, height=2), word("99", 90, 100), word("x", 50, 120)])
    assert text == "70 - 99\nx"


def test_words_above_each_other_in_one_band_stay_apart() -> None:
    text, _ = compose_text([word("upper", 50, 100), word("lower", 50, 105)])
    assert text == "upper\nlower"


def test_leaders_are_left_out_and_lone_signs_are_kept() -> None:
    text, _ = compose_text(
        [word("Iron", 50, 100), word("........", 90, 100), word("58", 200, 100), word("-", 230, 100)]
    )
    assert text == "Iron 58 -"
    assert is_leader("______")
    assert is_leader("\u2026")
    assert not is_leader("-")
    assert not is_leader("1.5")
    assert not is_leader("***")
    assert not is_leader("--")


def test_the_fullest_frame_is_read_first() -> None:
    margin = [word("margin", 5, 300, frame=270)]
    body = [word("one", 50, 100), word("two", 50, 130)]
    text, _ = compose_text(margin + body)
    assert text == "one\ntwo\nmargin"


def test_no_words_give_no_text() -> None:
    assert compose_text([]) == ("", ())


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 30)), min_size=1, max_size=60, unique=True), st.randoms())
def test_the_order_of_storage_never_counts(cells: list[tuple[int, int]], shuffler: random.Random) -> None:
    words = [word(f"c{column}r{row}", 10 + 60 * column, 10 + 18 * row) for column, row in cells]
    expected, _ = compose_text(sorted(words, key=lambda each: (each.top, each.left)))
    shuffler.shuffle(words)
    text, placed = compose_text(words)
    assert text == expected
    assert all(text[each.start : each.end] == each.text for each in placed)
    assert [each.start for each in placed] == sorted(each.start for each in placed)
