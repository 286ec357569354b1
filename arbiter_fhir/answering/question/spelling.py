"""Slips of the pen in a question: "creatnine", "metfromin", "alergies".

A word is taken for another one only where it is no word itself, where exactly one word of the vocabularies is near, and
where it is long enough that nearness means something. What was taken for what is said in the answer. A known test or
drug is never changed: it is a word of the vocabularies already.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from rapidfuzz.distance import OSA

from arbiter_fhir.answering.question.abbreviations import abbreviation_words
from arbiter_fhir.answering.question.tables import read_question_words, words_of_tables
from arbiter_fhir.domain.analyte_mentions import single_word_names, whole_names
from arbiter_fhir.domain.drug_class import drug_classes
from arbiter_fhir.domain.vital_sign import vital_signs

__all__ = ["Correction", "Speller"]

#: Words shorter than this are never changed ("celexa" and "celebrex" lie beyond reach).
MIN_LETTERS: Final = 5
#: One slip in a word of five letters, two in one of nine, and these in vowels or doubled letters only.
TWO_EDITS_FROM: Final = 9
_WORD: Final = re.compile(r"(?<![\w\[&/+.-])[A-Za-z]{5,}(?![\w\]&+])")


@dataclass(frozen=True, slots=True)
class Correction:
    """One word and what it was taken for."""

    written: str
    meant: str


@cache
def _own_words() -> frozenset[str]:
    """Words of the vocabularies of this room and of the domain."""
    phrases: Iterable[str] = (
        *(name for each in drug_classes().values() for name in each.names),
        *(name for each in vital_signs().values() for name in each.names),
    )
    words = {word for phrase in phrases for word in re.findall(r"[a-z]+", phrase.casefold())}
    return frozenset(words | single_word_names() | read_question_words("words_of_questions.txt"))


class Speller:
    """Corrects words against the vocabularies.

    Args:
        terms: Further single words that are names: drugs, conditions, allergens, vaccines.
    """

    def __init__(self, terms: frozenset[str]) -> None:
        self._all = _own_words() | terms
        self._whole = terms | whole_names()
        self._targets = {word for word in _own_words() | terms if len(word) >= MIN_LETTERS}
        self._known = (
            self._targets
            | read_question_words("not_misspelt.txt")
            | abbreviation_words()
            | words_of_tables(MIN_LETTERS)
        )
        self._by_letter: Mapping[str, list[str]] = defaultdict(list)
        for word in sorted(self._targets):
            self._by_letter[word[0]].append(word)

    def knows(self, word: str) -> bool:
        """Whether a word is one of the vocabularies, or its plural."""
        folded = word.casefold()
        return folded in self._known or _singular(folded) in self._known

    def names(self, word: str) -> bool:
        """Whether a word is a name of the vocabularies or a part of one, or a long one that is surely misspelt."""
        folded = word.casefold()
        return folded in self._all or (len(folded) >= TWO_EDITS_FROM and self.nearest(folded) is not None)

    def correct(self, text: str) -> tuple[str, tuple[Correction, ...]]:
        """The text with slips put right, and each word that was changed."""
        corrections: list[Correction] = []

        def put_right(match: re.Match[str]) -> str:
            meant = self.nearest(match[0])
            if meant is None:
                return match[0]
            corrections.append(Correction(match[0], meant))
            return meant

        return _WORD.sub(put_right, text), tuple(corrections)

    def is_near(self, word: str) -> bool:
        """Whether a word that is none of the vocabularies is near one or several of them."""
        return bool(self._near(word.casefold()))

    def nearest(self, word: str) -> str | None:
        """The one word that this one was meant to be; ``None`` where it is known, or none or several are near."""
        near = self._near(word.casefold())
        best = min(near.values(), default=0)
        nearest = [name for name, edits in near.items() if edits == best]
        # A whole name outweighs a part of one: "creatnine" is creatinine, not the creatine of creatine kinase.
        return _only([name for name in nearest if name in self._whole] or nearest)

    def _near(self, folded: str) -> dict[str, int]:
        """The words in reach, each with how many slips lie between; none for a short or known word."""
        near: dict[str, int] = {}
        if len(folded) < MIN_LETTERS or self.knows(folded):
            return near
        for name in self._by_letter.get(folded[0], ()):
            reach = 2 if min(len(folded), len(name)) >= TWO_EDITS_FROM else 1
            if abs(len(name) - len(folded)) <= reach:
                edits = OSA.distance(folded, name, score_cutoff=reach)
                if edits <= 1 or (edits <= reach and _consonants(folded) == _consonants(name)):
                    near[name] = edits
        return near


def _only(names: Sequence[str]) -> str | None:
    """The one name; the shorter one where two are singular and plural of one word."""
    if len(names) == 2:
        short, long = sorted(names, key=len)
        return short if _singular(long) == short else None
    return names[0] if len(names) == 1 else None


def _consonants(word: str) -> str:
    """The consonants of a word, double ones once: two slips that leave them alone are slips of one word.

    "Colposcopy" is no colonoscopy, "cycloserine" no cyclosporine.
    """
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[aeiouy]", "", word))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > MIN_LETTERS:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
