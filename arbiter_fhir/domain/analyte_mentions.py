"""Which laboratory tests a question names: exact spellings, groups such as "kidney function", then typing errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from arbiter_fhir.domain.analyte import group_spellings, known_analytes, name_words

__all__ = ["find_analytes"]

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[-'/][A-Za-z0-9]+)*\+?|%")
#: The longest spelling has six words ("hepatitis b surface ag qualitative serum").
LONGEST_SPELLING = 6
#: Short names that are also English words or common abbreviations: they count only in capitals ("PT/INR", "K").
_CAPITALS_ONLY = frozenset({"k", "na", "cl", "ca", "mg", "fe", "pt", "rf", "lh", "ld", "tc", "tg", "hb", "mono", "ana"})
#: Spellings that never name a test in a question, or only by accident.
_NEVER = frozenset({"color", "appearance", "clarity", "diff", "segs", "polys", "p", "s"})
#: English words near the spelling of a test.
_NOT_MISSPELT = frozenset({"patient", "patients", "please", "protein", "proteins", "urine", "irons", "folder", "color"})
#: Edits allowed by the length of the shorter word: one slip in a word of five letters, two in one of ten.
ONE_EDIT_FROM, TWO_EDITS_FROM = 5, 10


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
def _single_words() -> Mapping[str, tuple[str, ...]]:
    single = {words[0]: keys for words, keys in _spellings().items() if len(words) == 1}
    return {word: keys for word, keys in single.items() if len(word) >= ONE_EDIT_FROM and word not in _NEVER}


def find_analytes(text: str) -> tuple[str, ...]:
    """Keys of the tests and groups that a question names, in the order of naming, each once."""
    found: list[str] = []
    for keys in _mentions(_TOKEN.findall(text)):
        found.extend(key for key in keys if key not in found)
    return tuple(found)


def _mentions(tokens: list[str]) -> Iterator[tuple[str, ...]]:
    start = 0
    while start < len(tokens):
        width, keys = _longest(tokens, start)
        if keys:
            yield keys
        start += width


def _longest(tokens: list[str], start: int) -> tuple[int, tuple[str, ...]]:
    """The longest spelling that begins here: how many tokens it takes, and its keys."""
    for width in range(min(LONGEST_SPELLING, len(tokens) - start), 0, -1):
        window = tokens[start : start + width]
        words = name_words(" ".join(_bare(token) for token in window))
        keys = _spellings().get(words)
        if keys and (len(words) > 1 or _may_stand_alone(words[0], window)):
            return width, keys
    return 1, _misspelt(_bare(tokens[start]))


def _bare(token: str) -> str:
    """A token without its possessive."""
    return re.sub(r"'s?$", "", token)


def _may_stand_alone(word: str, window: list[str]) -> bool:
    """Whether one word names a test here; a short one must be written in capitals."""
    if word in _NEVER:
        return False
    written = next((_bare(token).rstrip("+") for token in window if word in name_words(token)), "")
    return word not in _CAPITALS_ONLY or written.isupper()


def _misspelt(token: str) -> tuple[str, ...]:
    """Keys of the one spelling within reach of a misspelt word; none where two are equally near."""
    word = token.casefold()
    if len(word) < ONE_EDIT_FROM or word in _NOT_MISSPELT:
        return ()
    near: dict[tuple[str, ...], int] = {}
    for spelling, keys in _single_words().items():
        shorter = min(len(word), len(spelling))
        allowed = 2 if shorter >= TWO_EDITS_FROM else 1
        if abs(len(word) - len(spelling)) <= allowed and spelling[0] == word[0]:
            edits = _edits(word, spelling)
            if edits <= allowed:
                near[keys] = min(edits, near.get(keys, edits))
    best = min(near.values(), default=0)
    nearest = [keys for keys, edits in near.items() if edits == best]
    return nearest[0] if len(nearest) == 1 else ()


def _edits(one: str, other: str) -> int:
    """Optimal string alignment distance: insertions, deletions, substitutions, exchanged neighbours."""
    rows = [list(range(len(other) + 1))]
    for i, left in enumerate(one, start=1):
        row = [i]
        for j, right in enumerate(other, start=1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]
