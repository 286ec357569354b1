"""Pieces become words and lines; tags hold letters."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.setting.text import (
    TAB_STOP,
    Block,
    Piece,
    Style,
    Tag,
    least_width,
    natural_width,
    set_block,
    visible_text,
)
from arbiter_fhir.domain.region import RegionKind


def tag(path: str) -> Tag:
    return Tag(RegionKind.FIELD, path)


def words(block: Block, width: float = 500) -> list[list[str]]:
    return [[word.text for word in line.words] for line in set_block(block, width)]


def test_pieces_without_a_blank_between_them_are_one_word() -> None:
    lines = set_block(Block((Piece("see Sm", (tag("a"),)), Piece("ith now", (tag("b"),)))), 500)
    (see, smith, now) = lines[0].words
    assert smith.text == "Smith"
    assert [(held.tag.path, held.start, held.end) for held in smith.tags] == [("a", 0, 2), ("b", 2, 5)]
    assert [held.tag.path for held in see.tags + now.tags] == ["a", "b"]


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("Sm\u00adith", "Smith"),
        ("Sm\u200dith\u200b", "Smith"),
        ("\u202eabc\u202c", "abc"),
        ("\ufeffMRN\x00 12", "MRN 12"),
        ("a\r\nb\rc\u2028d\x0be", "a\nb\nc\nd\ne"),
        ("x\ud800y", "x\ufffdy"),
        ("e\u0301\u6f22", "e\u0301\u6f22"),
    ],
)
def test_letters_that_nobody_sees_part_no_word(raw: str, seen: str) -> None:
    assert visible_text(raw) == seen


def test_long_text_wraps_between_words_and_never_inside_one() -> None:
    block = Block.of("alpha beta gamma delta", style=Style.BODY)
    narrow = least_width(block)
    assert words(block, narrow + 1) == [["alpha"], ["beta"], ["gamma"], ["delta"]]
    assert words(block, natural_width(block)) == [["alpha", "beta", "gamma", "delta"]]


def test_a_word_wider_than_the_line_is_squeezed_into_it() -> None:
    (line,) = set_block(Block.of("W" * 300), 100)
    assert line.words[0].text == "W" * 300
    assert line.words[0].right <= 100


def test_tabs_jump_and_newlines_break() -> None:
    first, second = set_block(Block.of("Name:\tAda\nDose:\t\t5"), 500)
    assert first.words[1].left % TAB_STOP == pytest.approx(0)
    assert [word.text for word in second.words] == ["Dose:", "5"]
    assert second.words[1].left == pytest.approx(first.words[1].left + TAB_STOP)


def test_an_empty_piece_leaves_its_tag_on_the_line() -> None:
    (line,) = set_block(Block((Piece("", (tag("empty"),)),)), 100)
    assert [each.path for each in line.empty_tags] == ["empty"]
    (spoken,) = set_block(Block((Piece("", (tag("a"),)), Piece("text", (tag("a"),)))), 100)
    assert spoken.empty_tags == []


def test_a_block_of_nothing_sets_nothing() -> None:
    assert set_block(Block.of(" \t "), 100) == []
    assert least_width(Block.of("")) == 0
