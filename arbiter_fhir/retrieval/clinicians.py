"""Whether the chart names the clinician for something that a question names: "prescribed by Dr. Quinn"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["is_one_of"]

_WORD: Final = re.compile(r"[^\W\d_]+")
#: Words around a name that are no part of it.
_TITLES: Final = frozenset(
    {
        "dr",
        "doctor",
        "md",
        "do",
        "np",
        "pa",
        "rn",
        "fnp",
        "dnp",
        "aprn",
        "prof",
        "mr",
        "mrs",
        "ms",
        "miss",
        "nurse",
        "s",
    }
)


def is_one_of(printed: str, asked: Iterable[str]) -> bool:
    """Whether a name of the chart is one of the names that a question gives.

    All that a question gives of a name has to stand in the chart's: "Quinn" is "Ada Quinn, MD", an initial its word.
    Two clinicians of one surname are both meant.

    Args:
        printed: As the chart has it; empty where it names nobody.
        asked: As typed.
    """
    words = _words(printed)
    return any(_is_named(_words(each), words) for each in asked)


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(name.casefold())) - _TITLES


def _is_named(asked: frozenset[str], words: frozenset[str]) -> bool:
    whole = {word for word in asked if len(word) > 1}
    return bool(whole) and all(word in words or _is_initial(word, words) for word in asked)


def _is_initial(word: str, words: frozenset[str]) -> bool:
    return len(word) == 1 and any(each.startswith(word) for each in words)
