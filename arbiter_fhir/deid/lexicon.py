"""The words that clinical text is made of, and the names that people have: evidence for what is a name and what is not.

A word can be both (*rose*, *May*, *Graves*); then neither list decides, and the recognizers ask for a name position:
a label, a title, a neighbouring name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.deid.word_lists import read_lines, read_sections, read_words

__all__ = ["SPELT_MARK", "SPELT_NAMES", "Lexicon", "key_of", "load_lexicon", "plain"]


@cache
def plain(word: str) -> str:
    """The word in lower case, without accents, apostrophes, possessive *'s*, and punctuation at either end."""
    folded = unicodedata.normalize("NFD", word.replace("’", "'")).casefold()
    bare = "".join(character for character in folded if not unicodedata.combining(character))
    return bare.strip(".,;:'\"()[]").removesuffix("'s").replace("'", "")


#: Abbreviations that are names where only their first letter is a capital: *ANA* is a test, *Ana* is somebody. Spelt
#: so they have a key of their own, which the lists hold as a name and as no word.
SPELT_NAMES: Final = frozenset(read_sections("name_grammar.txt")["spelt_names"].split())
SPELT_MARK: Final = "~"


def key_of(word: str) -> str:
    """The plain form that the lists are asked for; marked where the word is spelt as the name that it also is."""
    key = plain(word)
    spelt = key in SPELT_NAMES and word[:1].isupper() and word[1:].islower()
    return f"{key}{SPELT_MARK}" if spelt else key


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Word lists, all in the form that `plain` gives.

    Attributes:
        words: English and medical words, clinical words, drugs.
        clinical: Words of reports, forms, doses: never names by themselves. Part of ``words``.
        given: Given names.
        family: Family names.
        mostly_names: Names that are words too, but hardly ever stand for the word when capitalised.
        word_names: Words that are rarer names too: names only where nothing but a person can stand.
        medical_names: Words of medicine with a capital, most of them surnames that things are called after.
        eponyms: Family names that clinical language uses; the value says whether one is hardly ever a person.
        nicknames: Given name to the other forms that may stand for it.
        states: US states, written out.
        countries: Countries and continents.
    """

    words: frozenset[str]
    clinical: frozenset[str]
    given: frozenset[str]
    family: frozenset[str]
    mostly_names: frozenset[str]
    word_names: frozenset[str]
    medical_names: frozenset[str]
    eponyms: Mapping[str, bool]
    nicknames: Mapping[str, frozenset[str]]
    states: frozenset[str]
    countries: frozenset[str]

    def is_name(self, word: str) -> bool:
        """Whether the word is listed as a given or family name."""
        return word in self.given or word in self.family

    def may_name(self, word: str) -> bool:
        """Whether somebody could be called so: a listed name, a word that is a rarer one, or a word of no list."""
        listed = self.is_name(word) or word in self.word_names or word in self.medical_names
        return listed or not self.is_known(word)

    def is_plain_name(self, word: str) -> bool:
        """Whether it is a listed name that is no ordinary word, or hardly ever means one."""
        return (
            self.is_name(word) and not self.eponyms.get(word) and (word not in self.words or word in self.mostly_names)
        )

    def is_only_word(self, word: str) -> bool:
        """Whether it is an ordinary or clinical word and no listed name or eponym."""
        if word in self.clinical:
            return True
        if not self._is_word(word):
            return False
        return not self.is_name(word) and word not in self.eponyms

    def is_ambiguous(self, word: str) -> bool:
        """Whether it is a word or an eponym and may also be somebody's name."""
        if word in self.mostly_names:
            return False
        return self._is_word(word) or word in self.eponyms

    def is_known(self, word: str) -> bool:
        """Whether any list of words or eponyms holds it."""
        return self._is_word(word) or word in self.eponyms

    def _is_word(self, word: str) -> bool:
        # Hyphenated words count when each part does: "follow-up", "non-reactive", and "C-section", "T-wave", "K-wire".
        if word in self.words:
            return True
        parts = word.split("-") if "-" in word else []
        return bool(parts) and all(part in self.words or part.isdigit() or len(part) == 1 for part in parts if part)

    def variants(self, given: str) -> frozenset[str]:
        """The other forms of a given name (plain form in, plain forms out)."""
        return self.nicknames.get(given, frozenset())


def _nicknames(lines: Iterable[str]) -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    for line in lines:
        family = line.split()
        # The full forms come first in a line; every form finds every other one.
        for form in family:
            forms.setdefault(form, set()).update(other for other in family if other != form)
    return {form: frozenset(others) for form, others in forms.items()}


@cache
def load_lexicon() -> Lexicon:
    """The lists, read once per process (about 0.2 s)."""
    clinical = read_words("clinical_words.txt", "drugs.txt")
    eponyms = {word.rstrip("*"): word.endswith("*") for word in read_words("eponyms.txt")}
    nicknames = _nicknames(read_lines("nicknames.txt"))
    spelt = frozenset(f"{word}{SPELT_MARK}" for word in SPELT_NAMES)
    return Lexicon(
        words=read_words("english_words.txt", "medical_words.txt", "medical_proper_words.txt", "proper_words.txt")
        | clinical,
        clinical=clinical,
        given=read_words("given_names.txt", "registered_given_names.txt") | frozenset(nicknames) | spelt,
        family=read_words("family_names.txt", "census_surnames.txt") | spelt,
        mostly_names=read_words("mostly_names.txt"),
        word_names=read_words("word_names.txt"),
        medical_names=read_words("medical_proper_words.txt") - clinical,
        eponyms=eponyms,
        nicknames=nicknames,
        states=frozenset(line.replace("_", " ") for line in read_lines("places.txt")),
        countries=frozenset(word.replace("_", " ") for word in read_words("countries.txt")),
    )
