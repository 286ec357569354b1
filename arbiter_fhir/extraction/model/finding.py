"""Finds again on the page what a model says that it read there."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from arbiter_fhir.domain.deid import CleanWord

__all__ = ["find_words"]


def find_words(text: str, words: Sequence[CleanWord]) -> list[tuple[CleanWord, ...]]:
    """Every place where ``text`` stands in the words, without regard to case, spacing and line breaks.

    Only whole words count: ``8.1`` does not stand in ``18.1``. Letters and digits must be the same; no likeness is
    enough.

    Args:
        text: What is looked for.
        words: Clean words in reading order.
    """
    wanted = _folded(text)
    if not wanted:
        return []
    joined = ""
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    for index, word in enumerate(words):
        begins[len(joined)] = index
        joined += _folded(word.text)
        ends[len(joined)] = index
    found: list[tuple[CleanWord, ...]] = []
    at = joined.find(wanted)
    while at >= 0:
        first, last = begins.get(at), ends.get(at + len(wanted))
        if first is not None and last is not None:
            found.append(tuple(words[first : last + 1]))
        at = joined.find(wanted, at + 1)
    return found


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())
