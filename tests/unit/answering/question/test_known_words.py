"""The words that questions are made of."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.known_words import words_of_questions
from tests.unit.answering.question.asking import TERMS

WORDS = words_of_questions(TERMS)


@pytest.mark.parametrize("word", ["potassium", "patient's", "abx", "meds", "statin", "lisinopril", "pls", "ophtho"])
def test_words_of_the_vocabularies_are_known(word: str) -> None:
    assert WORDS.knows(word)


@pytest.mark.parametrize("word", ["potasium", "lattest", "curent", "alergies", "Metfromin's"])
def test_slips_resemble_what_they_were_meant_to_be(word: str) -> None:
    assert WORDS.resembles(word)


@pytest.mark.parametrize("word", ["velterop", "quintanero", "zanabria"])
def test_names_are_neither(word: str) -> None:
    assert not WORDS.knows(word)
    assert not WORDS.resembles(word)


def test_what_a_text_names_is_told_with_its_place() -> None:
    text = "velterop bp and kidney function"
    named = {text[start:end] for start, end in WORDS.named_in(text)}
    assert {"bp", "kidney function"} <= named
    assert WORDS.named_in("velterop") == []
