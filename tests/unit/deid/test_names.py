"""The grammar of names."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.names import capture_backward, capture_forward, capture_labelled
from arbiter_fhir.deid.reading import Reading


@pytest.mark.parametrize(
    ("text", "trusting", "expected"),
    [
        ("Martha A. Okafor was", False, "Martha A. Okafor"),
        ("Okafor, Ngozi Jr. today", False, "Okafor, Ngozi Jr"),
        ("Maria de la Cruz said", False, "Maria de la Cruz"),
        ("van der Berg came", True, "van der Berg"),
        ("Jane Stone came", True, "Jane Stone"),
        ("Jane Cloud came", False, "Jane"),
        ("Okafor. Martha", False, "Okafor"),
        ("Okafor DOB 1962", False, "Okafor"),
        ("Okafor MD", False, "Okafor"),
        ("glucose", True, ""),
    ],
)
def test_a_name_ends_where_something_else_begins(text: str, expected: str, *, trusting: bool) -> None:
    tokens = Reading(text).tokens
    end = capture_forward(tokens, 0, load_lexicon(), trusting=trusting)
    assert (text[: tokens[end - 1].end] if end else "") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("okafor, ngozi", "okafor, ngozi"),
        ("Not Provided", ""),
        ("Diabetes", ""),
        ("O'Brien, Siobhan M Sex", "O'Brien, Siobhan M"),
        ("rose", "rose"),
    ],
)
def test_a_form_may_be_filled_in_small_letters(text: str, expected: str) -> None:
    tokens = Reading(text).tokens
    end = capture_labelled(tokens, 0, len(text), load_lexicon())
    assert (text[: tokens[end - 1].end] if end else "") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("seen by Xiu Ying Chen MD", "Xiu Ying Chen"), ("Ordering MD", ""), ("T. Okafor Jr PhD", "T. Okafor Jr")],
)
def test_a_degree_ends_the_name_before_it(text: str, expected: str) -> None:
    tokens = Reading(text).tokens
    last = len(tokens) - 1
    start = capture_backward(tokens, last, load_lexicon())
    assert (text[tokens[start].start : tokens[last - 1].end] if start < last else "") == expected
