"""The words of people's names, asked what a word of the text may be: spelt right, misread, or run together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.people import NamePart, Person

__all__ = ["MIN_MISREAD_LETTERS", "Match", "NameIndex"]

#: Names shorter than this are compared letter by letter; one edit would make another name of them (security 4.2: 6).
MIN_FUZZY_LETTERS: Final = 6
#: A misread word shorter than this is no evidence by itself.
MIN_MISREAD_LETTERS: Final = 4
_MISREAD: Final = str.maketrans("01i|!5$869q2437", "ollllssbbggzaet")


def _shape(word: str) -> str:
    """The word with letters that optical readers mix up made one."""
    return word.replace("rn", "m").replace("vv", "w").translate(_MISREAD)


def _deletions(word: str) -> Iterator[str]:
    yield word
    for index in range(len(word)):
        yield word[:index] + word[index + 1 :]


class Match(Enum):
    """How a word of the text agrees with a name."""

    EXACT = "exact"
    MISREAD = "misread"
    #: Spelled out letter by letter, cut in two, or two names in one word: no ordinary word looks so.
    COMPOSED = "composed"


class NameIndex:
    """The words of names of given people. Built once per document.

    Args:
        people: Whose names.
        lexicon: Word lists.
    """

    def __init__(self, people: Iterable[Person], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._exact: dict[str, list[tuple[Person, NamePart]]] = {}
        self._misread: dict[str, list[str]] = {}
        self._near: dict[str, set[str]] = {}
        for person in people:
            for word, part in person.words:
                self._exact.setdefault(word, []).append((person, part))
        for word in self._exact:
            self._misread.setdefault(_shape(word), []).append(word)
            if len(word) >= MIN_FUZZY_LETTERS:
                for rest in _deletions(word):
                    self._near.setdefault(rest, set()).add(word)
        self._resolved: dict[str, tuple[tuple[str, Match], ...]] = {}

    def __bool__(self) -> bool:
        """Whether there is any name."""
        return bool(self._exact)

    def __contains__(self, word: str) -> bool:
        """Whether the word is a name as it stands."""
        return word in self._exact

    def people_of(self, word: str) -> Sequence[tuple[Person, NamePart]]:
        """Whose name the word is, and which part of it."""
        return self._exact[word]

    def resolve(self, key: str) -> tuple[tuple[str, Match], ...]:
        """The chart's words that a word of the text may be, and how."""
        if len(key) < 2 or key.isdigit():
            return ()
        cached = self._resolved.get(key)
        if cached is None:
            cached = tuple(self._compare(key))
            self._resolved[key] = cached
        return cached

    def _compare(self, key: str) -> Iterator[tuple[str, Match]]:
        if key in self._exact:
            yield key, Match.EXACT
            return
        if len(key) < MIN_MISREAD_LETTERS:
            return
        found = dict.fromkeys(self._misread.get(_shape(key), ()))
        # One digit among letters is a letter that a reader spoilt: "Ekstr6m".
        if len(key) >= MIN_FUZZY_LETTERS - 1 and key.isalnum() and sum(sign.isdigit() for sign in key) <= 1:
            for rest in _deletions(key):
                for word in self._near.get(rest, ()):
                    if Levenshtein.distance(key, word, score_cutoff=1) <= 1:
                        found[word] = None
        for word in found:
            yield word, Match.MISREAD
        for word in self._run_together(key):
            yield word, Match.COMPOSED
        if self._has_glued_initial(key):
            yield key[:-1], Match.COMPOSED

    def _has_glued_initial(self, key: str) -> bool:
        """``MARKC``: a reader lost the blank before an initial."""
        people = self._exact.get(key[:-1], ())
        initials = {word[0] for person, _ in people for word, _ in person.words if word != key[:-1]}
        return key[-1] in initials and not self._lexicon.is_known(key)

    def _run_together(self, key: str) -> Iterator[str]:
        """``marthagraves``: two names of one person written as one word."""
        for cut in range(3, len(key) - 2):
            left, right = key[:cut], key[cut:]
            if left in self._exact and right in self._exact:
                people = {person.key for person, _ in self._exact[left]}
                if any(person.key in people for person, _ in self._exact[right]):
                    yield left
