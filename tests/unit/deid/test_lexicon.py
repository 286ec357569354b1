"""The word lists."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lexicon import key_of, load_lexicon, plain


@pytest.mark.parametrize(
    ("word", "key"),
    [("José", "jose"), ("O'Brien", "obrien"), ("O’Brien's", "obrien"), ("Müller,", "muller"), ("(Graves)", "graves")],
)
def test_the_plain_form(word: str, key: str) -> None:
    assert plain(word) == key


@pytest.mark.parametrize("word", ["glucose", "hba1c", "metformin", "specimen", "collected", "the", "follow-up"])
def test_words_are_only_words(word: str) -> None:
    assert load_lexicon().is_only_word(word)


@pytest.mark.parametrize("word", ["rose", "may", "will", "white", "graves", "parkinson", "bishop"])
def test_what_is_a_name_and_a_word_is_ambiguous(word: str) -> None:
    lexicon = load_lexicon()
    assert lexicon.is_ambiguous(word)
    assert not lexicon.is_only_word(word)
    assert not lexicon.is_plain_name(word)


@pytest.mark.parametrize("word", ["martha", "okonkwo", "john", "smith", "nguyen"])
def test_names_are_plain_names(word: str) -> None:
    assert load_lexicon().is_plain_name(word)


def test_nicknames_find_each_other() -> None:
    lexicon = load_lexicon()
    assert {"bill", "will", "liam"} <= lexicon.variants("william")
    assert "peggy" in lexicon.variants("margaret")
    assert lexicon.variants("zzyzx") == frozenset()


def test_an_abbreviation_spelt_as_a_name_is_a_name_and_no_word() -> None:
    lexicon = load_lexicon()
    assert lexicon.is_plain_name(key_of("Ana"))
    assert lexicon.is_only_word(key_of("ANA"))
    assert lexicon.is_only_word(key_of("ana"))
    assert key_of("Maelle") == "maelle"
