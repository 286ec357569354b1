"""Names of a curated table, found in running text: the longest name wins; case, plurals and hyphens do not matter.

Names read optically differ by letters that print alike. Those are found as well, but marked: the caller must give such
a find a reason, because a misread name can be another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Generic, TypeVar

from rapidfuzz.distance import Levenshtein

__all__ = ["Lexicon", "Match", "Reading", "fold", "tokens_of"]

T = TypeVar("T")

_TOKEN: Final = re.compile(r"\[[A-Z]+_\d+\]|#\d+|[^\W_]+(?:['\u2019][a-z]+)?", re.UNICODE)
#: What may stand between the words of one name.
_JOINT: Final = re.compile(r"[\s\-\u2010-\u2015/.'\u2019()]*")
#: The same for names that are written with a comma (``diabetes mellitus, type 2``).
_COMMA: Final = re.compile(r"[\s,\-\u2010-\u2015/.'\u2019()]*")
#: Letters and digits that optical reading takes for one another; applied to both sides, so that either form meets.
_ALIKE: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l"), ("5", "s"))
#: Shorter words are one letter away from too many others (lasix, paxil, luvox are five letters long).
SHORTEST_FUZZY: Final = 7
#: Long names may differ by two letters: at ten letters no two names of the medicine table are that near.
TWO_EDITS_FROM: Final = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """One word of a text as it is compared.

    Attributes:
        start: Offset in the text, inclusive.
        end: Offset in the text, exclusive.
        word: Folded.
    """

    start: int
    end: int
    word: str


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """A name found in a text.

    Attributes:
        start: Offset in the text, inclusive.
        end: Offset in the text, exclusive.
        entry: What it names.
        respelled: The text has another spelling than the table: letters that print alike, or a slip of the pen.
    """

    start: int
    end: int
    entry: T
    respelled: bool = False


def fold(word: str) -> str:
    """A word as it is compared: lower case, no accents, no possessive."""
    plain = unicodedata.normalize("NFKD", word).casefold().replace("\u2019", "'")
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return plain.removesuffix("'s").replace("'", "")


def tokens_of(text: str) -> list[Reading]:
    """The words of a text with their places; placeholders stay whole."""
    return [Reading(found.start(), found.end(), fold(found[0])) for found in _TOKEN.finditer(text)]


def _with_capital_i(tokens: list[Reading], index: int) -> list[Reading]:
    """The words with an i at the start of one that begins with an l: ``lodinated`` is ``Iodinated`` as it is read."""
    word = tokens[index].word
    if word[:1] not in {"l", "1"}:
        return tokens
    return [*tokens[:index], replace(tokens[index], word=f"i{word[1:]}"), *tokens[index + 1 :]]


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _skeleton(word: str) -> str:
    for seen, meant in _ALIKE:
        word = word.replace(seen, meant)
    return word


class Lexicon(Generic[T]):
    """Entries by their names.

    Args:
        names: Each name with what it stands for. The first of equal names wins.
    """

    def __init__(self, names: Iterable[tuple[str, T]]) -> None:
        self._names: dict[tuple[str, ...], T] = {}
        self._with_comma: set[tuple[str, ...]] = set()
        for name, entry in names:
            words = tuple(token.word for token in tokens_of(name))
            if words:
                if "," in name:
                    self._with_comma.add(words)
                self._names.setdefault(words, entry)
        singular: dict[tuple[str, ...], T] = {}
        for words, entry in self._names.items():
            singular.setdefault((*words[:-1], _singular(words[-1])), entry)
        self._singular = singular
        self._skeletons = self._index_skeletons()
        self._longest: dict[str, int] = {}
        for words in (*self._names, *singular):
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def _index_skeletons(self) -> Mapping[str, T]:
        by_shape: dict[str, T] = {}
        doubtful: set[str] = set()
        for words, entry in self._names.items():
            if len(words) == 1 and len(words[0]) >= SHORTEST_FUZZY - 2:
                shape = _skeleton(words[0])
                if by_shape.setdefault(shape, entry) != entry:
                    doubtful.add(shape)
        return {shape: entry for shape, entry in by_shape.items() if shape not in doubtful}

    def __len__(self) -> int:
        return len(self._names)

    def single_words(self) -> Iterator[str]:
        """Names of one word, folded."""
        return (words[0] for words in self._names if len(words) == 1)

    def get(self, name: str) -> T | None:
        """What exactly this name stands for, case, plural and punctuation aside; ``None`` where it is not known."""
        words = tuple(token.word for token in tokens_of(name))
        return self._entry(words) if words else None

    def _entry(self, words: tuple[str, ...]) -> T | None:
        if (entry := self._names.get(words)) is not None:
            return entry
        return self._singular.get((*words[:-1], _singular(words[-1])))

    def nearest(self, word: str) -> T | None:
        """The one entry whose single-word name this word was probably meant to be; ``None`` for none or several.

        Args:
            word: One word that is not a name of the table.
        """
        folded = fold(word)
        if len(folded) < SHORTEST_FUZZY - 2:
            return None
        if (entry := self._skeletons.get(_skeleton(folded))) is not None:
            return entry
        if len(folded) < SHORTEST_FUZZY or not folded.isalpha():
            return None
        near: dict[int, list[T]] = {}
        for words, candidate in self._names.items():
            name = words[0]
            reach = 2 if min(len(folded), len(name)) >= TWO_EDITS_FROM else 1
            if len(words) > 1 or len(name) < SHORTEST_FUZZY or abs(len(name) - len(folded)) > reach:
                continue
            edits = Levenshtein.distance(folded, name, score_cutoff=reach)
            if edits <= reach and candidate not in near.setdefault(edits, []):
                near[edits].append(candidate)
        best = near.get(min(near)) if near else None
        return best[0] if best and len(best) == 1 else None

    def find(self, text: str, *, tolerant: bool = False) -> Iterator[Match[T]]:
        """All names in a text, left to right, longest first, none inside another.

        Args:
            text: Where to look.
            tolerant: Also take respelled single words, and names whose capital I was read as an l, marked as such. Only
                where a name is expected: in running text an ordinary word would be taken for one.
        """
        tokens = tokens_of(text)
        index = 0
        while index < len(tokens):
            width, entry = self._longest_at(text, tokens, index)
            if entry is not None:
                yield Match(tokens[index].start, tokens[index + width - 1].end, entry)
                index += width
                continue
            if tolerant:
                width, entry = self._longest_at(text, _with_capital_i(tokens, index), index)
                entry = entry or self.nearest(tokens[index].word)
                if entry is not None:
                    yield Match(tokens[index].start, tokens[index + width - 1].end, entry, respelled=True)
            index += width

    def at_start(self, text: str, *, tolerant: bool = False) -> Match[T] | None:
        """The name with which a text begins; ``None`` where it begins otherwise."""
        tokens = tokens_of(text)
        if not tokens:
            return None
        width, entry = self._longest_at(text, tokens, 0)
        if entry is not None:
            return Match(tokens[0].start, tokens[width - 1].end, entry)
        if tolerant and (entry := self.nearest(tokens[0].word)) is not None:
            return Match(tokens[0].start, tokens[0].end, entry, respelled=True)
        return None

    def _longest_at(self, text: str, tokens: list[Reading], index: int) -> tuple[int, T | None]:
        first = tokens[index].word
        limit = max(self._longest.get(first, 0), self._longest.get(_singular(first), 0))
        for width in range(min(limit, len(tokens) - index), 0, -1):
            window = tokens[index : index + width]
            words = tuple(token.word for token in window)
            joint = _COMMA if words in self._with_comma else _JOINT
            if not all(joint.fullmatch(text, one.end, two.start) for one, two in pairwise(window)):
                continue
            if (entry := self._entry(words)) is not None:
                return width, entry
        return 1, None
