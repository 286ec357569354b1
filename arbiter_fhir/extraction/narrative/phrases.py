"""Tables of phrases, found in running text: whatever their case and spacing, the longest at each place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from arbiter_fhir.extraction.tables import read_phrases

__all__ = ["Phrases", "kinds_of", "phrases_of"]

_WORD: Final = re.compile(r"(?<![\w/-])[^\W_]+(?:['\u2019][^\W_]+)?")


@cache
def kinds_of(table: str) -> tuple[str, ...]:
    """The kinds of a table in ``arbiter_fhir/extraction/data``, in its order."""
    return tuple(dict.fromkeys(kind for kind, _ in read_phrases(table)))


class Phrases:
    """The phrases of one kind; ``*`` in a phrase stands for an ending.

    Each word of a text is tried only against the phrases that begin with it: an alternative of all phrases tried at
    every place takes thirty times as long.
    """

    def __init__(self, table: str, kind: str) -> None:
        self.phrases = tuple(phrase for each, phrase in read_phrases(table) if each == kind)
        by_word: dict[str, list[str]] = {}
        others: list[str] = []
        for phrase in sorted(self.phrases, key=len, reverse=True):
            first = _WORD.match(phrase)
            if first is None or phrase[first.end() : first.end() + 1] not in {"", " "}:
                others.append(phrase)
            else:
                by_word.setdefault(first[0].casefold(), []).append(phrase)
        self._by_word = {word: _alternatives(phrases) for word, phrases in by_word.items()}
        self._others = _alternatives(others) if others else None

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Where phrases stand, left to right; of those that begin at one place the longest, none inside another."""
        found = [match.span() for match in self._others.finditer(text)] if self._others else []
        for word in _WORD.finditer(text):
            phrases = self._by_word.get(word[0].casefold())
            if phrases is not None and (match := phrases.match(text, word.start())) is not None:
                found.append(match.span())
        last = 0
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            if start >= last:
                yield start, end
                last = end

    def search(self, text: str) -> tuple[int, int] | None:
        """Where the first phrase stands; ``None`` where none does."""
        return next(self.find(text), None)


@cache
def phrases_of(table: str, kind: str) -> Phrases:
    """The phrases of one kind of a table."""
    return Phrases(table, kind)


def _alternatives(phrases: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(_bounded(phrase) for phrase in phrases), re.IGNORECASE)


def _bounded(name: str) -> str:
    """A phrase as a pattern; where it begins or ends with a letter, at the border of a word."""
    shape = "".join(_shape(part) for part in re.split(r"(\s|\*)", name))
    first = r"(?<![\w/-])" if name[0].isalnum() else ""
    last = r"(?![\w/])" if name[-1].isalnum() or name[-1] == "*" else ""
    return f"{first}{shape}{last}"


def _shape(part: str) -> str:
    if part == "*":
        return r"\w*"
    return r"\s+" if part.isspace() else re.escape(part)
