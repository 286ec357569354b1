"""Which laboratory tests a question names, by exact spellings: single tests, and groups such as "kidney function".

Slips of the pen are put right before (`answering.question.spelling`), so that an answer can say what was read as what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arbiter_fhir.domain.analyte import group_spellings, known_analytes, name_words

__all__ = ["AnalyteMention", "analyte_mentions", "find_analytes", "single_word_names", "whole_names"]

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[-'/][A-Za-z0-9]+)*\+?|%")
#: The longest spelling has six words ("hepatitis b surface ag qualitative serum").
LONGEST_SPELLING = 6
#: Short names that are also English words or common abbreviations: they count only in capitals ("PT/INR", "K").
_CAPITALS_ONLY = frozenset(
    {"k", "na", "cl", "ca", "mg", "fe", "pt", "rf", "lh", "ld", "tc", "tg", "hb", "mono", "ana", "e2", "alp", "lymph"}
)
#: Spellings that never name a test in a question, or only by accident.
_NEVER = frozenset(
    {"color", "appearance", "clarity", "diff", "segs", "polys", "p", "s", "differential", "clotting", "inflammation"}
    | {"kidney", "kidneys", "liver", "thyroid", "renal", "covid", "ph"}
)
#: Of these, the ones that do name tests where they are all that is named: `analyte_mentions(whole=True)`.
_ORGANS = frozenset({"kidney", "kidneys", "liver", "thyroid", "renal", "differential", "covid", "diff"})


@dataclass(frozen=True, slots=True)
class AnalyteMention:
    """A test or group that a text names.

    Attributes:
        keys: Analyte or group keys; several where one name stands for several tests.
        start: Offset in the text, inclusive.
        end: Offset in the text, exclusive.
        organ: It is an organ ("thyroid", "kidneys"): tests are meant only where nothing else follows from it.
    """

    keys: tuple[str, ...]
    start: int
    end: int
    organ: bool = False


@cache
def _spellings() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Word sets to analyte or group keys; a group outweighs a test of the same spelling ("bilirubin")."""
    table: dict[tuple[str, ...], tuple[str, ...]] = {}
    for known in known_analytes().values():
        for words in known.spellings:
            if known.key not in table.get(words, ()):
                table[words] = (*table.get(words, ()), known.key)
    for key, spellings in group_spellings().items():
        for words in spellings:
            table[words] = (key,)
    return table


@cache
def single_word_names() -> frozenset[str]:
    """Every word that is a test's or group's name by itself or a part of one, in lower case."""
    words = {word for spelling in _spellings() for word in spelling if word.isalpha()}
    return frozenset(words - _NEVER | _ORGANS)


@cache
def whole_names() -> frozenset[str]:
    """Every word that is a test's or group's name by itself, in lower case."""
    return frozenset(words[0] for words in _spellings() if len(words) == 1 and words[0] not in _NEVER - _ORGANS)


def find_analytes(text: str) -> tuple[str, ...]:
    """Keys of the tests and groups that a question names, in the order of naming, each once."""
    return tuple(dict.fromkeys(key for mention in analyte_mentions(text) for key in mention.keys))


def analyte_mentions(text: str) -> tuple[AnalyteMention, ...]:
    """All tests and groups that a text names, from left to right, longest first, none inside another."""
    return tuple(_mentions(list(_TOKEN.finditer(text))))


def _mentions(tokens: Sequence[re.Match[str]]) -> Iterator[AnalyteMention]:
    start = 0
    while start < len(tokens):
        width, keys, organ = _longest([token[0] for token in tokens[start : start + LONGEST_SPELLING]])
        if keys:
            yield AnalyteMention(keys, tokens[start].start(), tokens[start + width - 1].end(), organ)
        start += width


def _longest(tokens: Sequence[str]) -> tuple[int, tuple[str, ...], bool]:
    """The longest spelling with which the tokens begin: how many it takes, its keys, and whether it is an organ."""
    for width in range(len(tokens), 0, -1):
        window = tokens[:width]
        if _says_nothing(window[0]) or _says_nothing(window[-1]):
            continue
        words = name_words(" ".join(_bare(token) for token in window))
        keys = _spellings().get(words)
        if keys and len(words) == 1 and words[0] in _ORGANS:
            return width, keys, True
        if keys and (len(words) > 1 or _may_stand_alone(words[0], window)):
            return width, keys, False
    return 1, (), False


def _says_nothing(token: str) -> bool:
    """Whether a word beside a test's name is no part of it: "level", "results"."""
    return name_words(f"x {_bare(token)}") == ("x",)


def _bare(token: str) -> str:
    """A token without its possessive."""
    return re.sub(r"'s?$", "", token)


def _may_stand_alone(word: str, window: Sequence[str]) -> bool:
    """Whether one word names a test here; a short one must be written in capitals."""
    if word in _NEVER:
        return False
    written = next((_bare(token).rstrip("+") for token in window if word in name_words(token)), "")
    return word not in _CAPITALS_ONLY or written.isupper()
