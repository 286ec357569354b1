"""Clean text, its map, and the escape of look-alike placeholders."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.clean_page import Replacement, clean_page, clean_text, escape_placeholders
from arbiter_fhir.domain.deid import IdentifierKind, Placeholder
from tests.unit.deid.written_pages import write_page


@st.composite
def replaced_texts(draw: st.DrawFn) -> tuple[str, list[Replacement]]:
    text = draw(st.text(alphabet="ab c1", min_size=1, max_size=50))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    replacements = [
        Replacement(start, end, Placeholder(IdentifierKind.PERSON, index + 1))
        for index, (start, end) in enumerate(pairs)
        if start < end
    ]
    return text, replacements


@given(replaced_texts())
def test_the_map_covers_the_clean_text_without_gaps(case: tuple[str, list[Replacement]]) -> None:
    text, replacements = case
    clean, offsets = clean_text(text, replacements)
    edges = [(start, end) for start, end, _, _ in offsets.segments]
    assert all(left[1] == right[0] for left, right in pairwise(edges))
    assert (edges[0][0], edges[-1][1]) == (0, len(clean))


@given(replaced_texts())
def test_clear_characters_map_to_themselves_and_labels_to_their_stretch(case: tuple[str, list[Replacement]]) -> None:
    text, replacements = case
    clean, offsets = clean_text(text, replacements)
    by_label = {each.placeholder.label: (each.start, each.end) for each in replacements}
    for clean_start, clean_end, raw_start, raw_end in offsets.segments:
        piece = clean[clean_start:clean_end]
        if piece in by_label:
            assert offsets.to_raw(clean_start, clean_end) == by_label[piece]
        else:
            assert piece == text[raw_start:raw_end]


@pytest.mark.parametrize(
    ("raw", "escaped"),
    [
        ("see [PERSON_1] here", "see (PERSON_1) here"),
        ("[date_22]", "(date_22)"),
        ("[ MRN_3 ]", "( MRN_3 )"),
        ("[12] stays", "[12] stays"),
        ("array[0]", "array[0]"),
    ],
)
def test_only_what_looks_like_a_placeholder_is_escaped(raw: str, escaped: str) -> None:
    assert escape_placeholders(raw) == escaped
    assert len(raw) == len(escaped)


def test_a_word_that_is_partly_an_identifier_is_parted() -> None:
    page = write_page("MRN:5512998, ok")
    clean = clean_page(page, [Replacement(4, 11, Placeholder(IdentifierKind.MRN, 1))])
    assert [word.text for word in clean.words] == ["MRN:", "[MRN_1]", ",", "ok"]
    whole = page.words[0].box
    parts = [word.box for word in clean.words[:3]]
    assert parts[0].x == whole.x
    assert parts[-1].right == pytest.approx(whole.right)
    assert all(left.right == pytest.approx(right.x) for left, right in pairwise(parts))
