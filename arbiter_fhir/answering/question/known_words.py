"""The words that questions are made of, for whoever has to tell a name from a word (`ports.terminology`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from arbiter_fhir.answering.question.abbreviations import abbreviations_in
from arbiter_fhir.answering.question.documents import document_mentions
from arbiter_fhir.answering.question.mentions import mark
from arbiter_fhir.answering.question.spanish import in_english
from arbiter_fhir.answering.question.spelling import Speller
from arbiter_fhir.answering.question.tables import read_question_words, words_of_tables
from arbiter_fhir.ports.terminology import TermMentions

__all__ = ["WordsOfQuestions", "speller_of", "words_of_questions"]

#: Words of one letter are initials.
_SHORTEST: Final = 2
#: A slip of one letter in a word of so many is near to few others.
_SLIP_LETTERS: Final = 4
_POSSESSIVE: Final = re.compile(r"'s?$")


@lru_cache(maxsize=4)
def speller_of(words: frozenset[str]) -> Speller:
    """The speller for further single words that are names."""
    return Speller(words)


@cache
def _by_letter() -> dict[str, tuple[str, ...]]:
    """Words of the rules and those that join, by their first letter."""
    letters: dict[str, list[str]] = {}
    for word in words_of_tables(_SLIP_LETTERS) | read_question_words("filler.txt"):
        if len(word) >= _SLIP_LETTERS and word.isalpha():
            letters.setdefault(word[0], []).append(word)
    return {letter: tuple(found) for letter, found in letters.items()}


class WordsOfQuestions:
    """Knows the vocabularies that questions are read by.

    Args:
        terms: The curated ones of drugs, conditions, vaccines and the like.
    """

    def __init__(self, terms: TermMentions) -> None:
        self._terms = terms
        self._speller = speller_of(terms.words())
        lists = (read_question_words(f"{name}.txt") for name in ("filler", "typed_words", "brand_names"))
        self._words = words_of_tables(_SHORTEST).union(*lists)
        self._resembles: Callable[[str], bool] = lru_cache(maxsize=2048)(self._is_near)

    def knows(self, word: str) -> bool:
        """As `QuestionWords.knows`."""
        bare = _POSSESSIVE.sub("", word)
        return bare in self._words or self._speller.names(bare) or bool(self._terms.mentions(bare))

    def in_english(self, text: str) -> str:
        """A short question in Spanish in the words that are known; another as it is."""
        return in_english(text, self.knows)

    def resembles(self, word: str) -> bool:
        """As `QuestionWords.resembles`."""
        return self._resembles(_POSSESSIVE.sub("", word.casefold()))

    def named_in(self, text: str) -> Sequence[tuple[int, int]]:
        """As `QuestionWords.named_in`."""
        documents = document_mentions(text)
        marked = mark(text, self._terms, times=(), documents=documents)
        return [*((each.start, each.end) for each in marked.mentions), *abbreviations_in(text)]

    def _is_near(self, word: str) -> bool:
        if self._speller.is_near(word):
            return True
        near = _by_letter().get(word[:1], ()) if len(word) >= _SLIP_LETTERS else ()
        return any(
            abs(len(known) - len(word)) <= 1 and OSA.distance(known, word, score_cutoff=1) <= 1 for known in near
        )


def words_of_questions(terms: TermMentions) -> WordsOfQuestions:
    """The words of questions beside some curated vocabularies.

    Args:
        terms: The vocabularies.
    """
    return WordsOfQuestions(terms)
