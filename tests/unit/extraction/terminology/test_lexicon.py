from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.extraction.terminology.lexicon import Lexicon, fold

NAMES = Lexicon(
    [
        ("metformin", 1),
        ("amoxicillin / clavulanate", 2),
        ("amoxicillin", 3),
        ("diabetes mellitus, type 2", 4),
        ("allergy", 5),
        ("hydralazine", 6),
        ("hydroxyzine", 7),
        ("Parkinson's disease", 8),
    ]
)


def found(text: str, *, tolerant: bool = False) -> list[tuple[str, int, bool]]:
    return [(text[m.start : m.end], m.entry, m.respelled) for m in NAMES.find(text, tolerant=tolerant)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("METFORMIN daily", [("METFORMIN", 1, False)]),
        ("amoxicillin-clavulanate 875", [("amoxicillin-clavulanate", 2, False)]),
        ("amoxicillin, clavulanate", [("amoxicillin", 3, False)]),
        ("Diabetes mellitus, type 2", [("Diabetes mellitus, type 2", 4, False)]),
        ("allergies", [("allergies", 5, False)]),
        ("Parkinson disease", [("Parkinson disease", 8, False)]),
        ("Parkinson\u2019s disease", [("Parkinson\u2019s disease", 8, False)]),
        ("metformine", []),
    ],
)
def test_the_longest_exact_name_is_found(text: str, wanted: list[tuple[str, int, bool]]) -> None:
    assert found(text) == wanted


@pytest.mark.parametrize(
    ("text", "entry"),
    [("metforrnin", 1), ("rnetformin", 1), ("metf0rmin", 1), ("rnetforrnin", 1), ("metforman", 1), ("hydroxyzne", 7)],
)
def test_a_respelled_name_is_found_only_where_one_is_expected_and_is_marked(text: str, entry: int) -> None:
    assert found(text) == []
    assert found(text, tolerant=True) == [(text, entry, True)]


@pytest.mark.parametrize("text", ["information", "morphine", "format", "hydro", "met", "met4min"])
def test_other_words_are_nobodys_misspelling(text: str) -> None:
    assert found(text, tolerant=True) == []


def test_a_capital_i_read_as_an_l_is_respelled_in_names_of_several_words() -> None:
    names = Lexicon([("insulin glargine", 1), ("glargine", 2), ("lispro", 3), ("ispro", 4)])

    def read(text: str, *, tolerant: bool) -> list[tuple[int, bool]]:
        return [(match.entry, match.respelled) for match in names.find(text, tolerant=tolerant)]

    assert read("lnsulin glargine", tolerant=True) == read("1nsulin glargine", tolerant=True) == [(1, True)]
    assert read("lnsulin glargine", tolerant=False) == [(2, False)]
    assert read("lispro", tolerant=True) == [(3, False)]


def test_two_names_equally_near_are_none() -> None:
    both = Lexicon([("clobazan", 1), ("clobazam", 2)])
    assert both.nearest("clobazax") is None
    assert both.get("clobazam") == 2


def test_a_name_at_the_start() -> None:
    assert NAMES.at_start("metformin 500 mg") is not None
    assert NAMES.at_start("takes metformin") is None
    respelled = NAMES.at_start("metforrnin 500 mg", tolerant=True)
    assert respelled is not None
    assert respelled.respelled


@given(st.text(max_size=60))
def test_no_text_breaks_it_and_matches_never_overlap(text: str) -> None:
    last = 0
    for match in NAMES.find(text, tolerant=True):
        assert last <= match.start < match.end <= len(text)
        last = match.end
    assert fold(fold(text)) == fold(text)
