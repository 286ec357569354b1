"""Text windows: limits, seams, nothing lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_fhir.domain.deid import DeidentifiedPage, DeidentifiedText, OffsetMap
from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.retrieval import chunk_pages
from arbiter_fhir.retrieval.chunking import OVERLAP_CHARS, WINDOW_CHARS, WINDOW_TOKENS, TextWindow, estimate_tokens


def page(text: str, number: int = 1) -> DeidentifiedPage:
    return DeidentifiedPage(number, DeidentifiedText(text, DEID_SEAL), (), OffsetMap(()), PageRoute.NATIVE, 612, 792)


def windows(text: str) -> tuple[TextWindow, ...]:
    return chunk_pages([page(text)])


def test_the_limits_are_the_seeds() -> None:
    assert (WINDOW_CHARS, OVERLAP_CHARS) == (800, 120)


def test_a_short_page_is_one_window_and_a_blank_page_none() -> None:
    (window,) = windows("  Potassium 4.1 mmol/L\n")
    assert (window.page, window.text.value) == (1, "Potassium 4.1 mmol/L")
    assert windows("") == ()
    assert windows(" \n \n") == ()


def test_windows_know_their_page() -> None:
    assert [each.page for each in chunk_pages([page("one", 1), page("", 2), page("three", 3)])] == [1, 3]


def test_a_window_ends_before_a_heading() -> None:
    body = "\n".join(f"patient reports item {index} as usual" for index in range(14))
    text = f"{body}\nMEDICATIONS\n{body}"
    first = windows(text)[0]
    assert text[first.end :].startswith("\nMEDICATIONS")


def test_a_window_ends_at_a_blank_line() -> None:
    body = "\n".join(f"patient reports item {index} as usual" for index in range(14))
    text = f"{body}\n\n{body}"
    assert windows(text)[0].end == len(body)


def test_seams_overlap() -> None:
    text = "\n".join(f"line {index} of a long note about nothing" for index in range(80))
    seams = list(zip(windows(text), windows(text)[1:], strict=False))
    assert len(seams) > 2
    for one, other in seams:
        assert one.start < other.start <= one.end
        assert one.end - other.start <= OVERLAP_CHARS


def test_number_tables_make_smaller_windows() -> None:
    text = "\n".join(f"Analyte{index} {index}.{index} mg/dL {index}.0-{index}.9 H" for index in range(60))
    assert all(estimate_tokens(window.text.value) <= WINDOW_TOKENS for window in windows(text))


@pytest.mark.parametrize("size", [800, 801, 2500])
def test_a_word_longer_than_a_window_is_the_only_one_ever_cut(size: int) -> None:
    text = "x" * size
    assert "".join(window.text.value for window in windows(text)).count("x") >= size


PIECES = st.sampled_from(["word", "[PERSON_12]", "8.1", "mg/dL", "HEADING:", "LABS", "a" * 30, "4.0-5.6", "(H)"])
TEXT = st.lists(st.tuples(PIECES, st.sampled_from([" ", "\n", "\n\n", "  "])), max_size=400)


@settings(max_examples=60)
@given(TEXT)
def test_nothing_is_lost_no_word_is_cut_and_limits_hold(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + gap for word, gap in pieces)
    made = windows(text)
    covered = set()
    for window in made:
        assert text[window.start : window.end] == window.text.value
        assert len(window.text) <= WINDOW_CHARS
        assert estimate_tokens(window.text.value) <= WINDOW_TOKENS
        assert window.start == 0 or text[window.start - 1].isspace()
        assert window.end == len(text) or text[window.end].isspace()
        covered |= set(range(window.start, window.end))
    assert {match.start() for match in re.finditer(r"\S", text)} <= covered
    assert [window.start for window in made] == sorted({window.start for window in made})
