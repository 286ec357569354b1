"""The reading copy and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.folding import fold


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("plain", "plain"),
        ("R\u200bose", "Rose"),
        ("Gr\u0430ves", "Graves"),
        ("Иван", "Иван"),
        ("１２３", "123"),
        ("ﬁrst", "first"),
        ("555–234", "555-234"),
        ("O’Brien", "O'Brien"),
        ("a\u00a0b", "a b"),
        ("José", "José"),
    ],
)
def test_what_looks_alike_is_read_alike(raw: str, folded: str) -> None:
    assert fold(raw).text == folded


def test_offsets_lead_back_over_what_fell_away() -> None:
    raw = "x R\u200bo\u00adse y"
    copy = fold(raw)
    start = copy.text.index("Rose")
    assert raw[slice(*copy.to_raw(start, start + 4))] == "R\u200bo\u00adse"


@given(st.text(max_size=60))
def test_every_stretch_of_the_copy_has_a_place_in_the_text(raw: str) -> None:
    copy = fold(raw)
    for start in range(len(copy.text)):
        raw_start, raw_end = copy.to_raw(start, start + 1)
        assert 0 <= raw_start < raw_end <= len(raw)
    if copy.text:
        assert copy.to_raw(0, len(copy.text))[1] <= len(raw)


@given(st.text(max_size=60))
def test_line_breaks_stay_where_they_are(raw: str) -> None:
    copy = fold(raw)
    places = [copy.to_raw(index, index + 1)[0] for index, sign in enumerate(copy.text) if sign == "\n"]
    assert places == [index for index, sign in enumerate(raw) if sign == "\n"]
