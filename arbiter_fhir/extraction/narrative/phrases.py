"""Tables of phrases as patterns: words of running text, whatever their case and spacing."""

from __future__ import annotations

import re
from functools import cache

from arbiter_fhir.extraction.tables import read_phrases

__all__ = ["kinds_of", "phrase_pattern", "phrases_of"]


@cache
def phrases_of(table: str, kind: str) -> tuple[str, ...]:
    """The phrases of one kind of a table in ``arbiter_fhir/extraction/data``."""
    return tuple(phrase for each, phrase in read_phrases(table) if each == kind)


@cache
def kinds_of(table: str) -> tuple[str, ...]:
    """The kinds of a table, in its order."""
    return tuple(dict.fromkeys(kind for kind, _ in read_phrases(table)))


@cache
def phrase_pattern(table: str, kind: str) -> re.Pattern[str]:
    """A pattern that finds any phrase of one kind, the longest first; ``*`` in a phrase stands for an ending."""
    names = sorted(phrases_of(table, kind), key=len, reverse=True)
    return re.compile("|".join(_bounded(name) for name in names), re.IGNORECASE)


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
