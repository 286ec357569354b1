"""Short questions in Spanish, put into the words that questions are read by.

Only a question of which every word is known is: whatever else stands in it, a name among it, leaves it as it was typed.

*Source*: ``data/spanish.txt``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.tables import read_question_table

__all__ = ["in_english"]

_TABLE: Final = "spanish.txt"
_WORD: Final = re.compile(r"[^\W\d_]+")
_OPENING: Final = str.maketrans("", "", "\u00bf\u00a1")


def in_english(text: str, is_known: Callable[[str], bool]) -> str:
    """The question in English where all of it is Spanish that the table has; else as it is.

    Args:
        text: As typed.
        is_known: Whether a word is one of the vocabularies: the name of a test or a drug that is the same in both.
    """
    phrases, meant, sure = _phrases()
    bare = _without_accents(text.translate(_OPENING))
    found = [match[0].casefold() for match in phrases.finditer(bare)]
    if not any(phrase in sure for phrase in found):
        return text
    left = _WORD.findall(phrases.sub(" ", bare))
    if not all(is_known(word.casefold()) for word in left):
        return text
    return phrases.sub(lambda match: meant[match[0].casefold()], bare).strip()


@cache
def _phrases() -> tuple[re.Pattern[str], Mapping[str, str], frozenset[str]]:
    rows = read_question_table(_TABLE)
    meant = {_without_accents(row["spanish"]): row["english"] for row in rows}
    sure = frozenset(_without_accents(row["spanish"]) for row in rows if row["sure"])
    names = "|".join(re.escape(name) for name in sorted(meant, key=len, reverse=True))
    return re.compile(rf"\b(?:{names})\b", re.IGNORECASE), meant, sure


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(char for char in parts if unicodedata.category(char) != "Mn")
