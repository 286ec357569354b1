"""Which organisms a text names: the value of a culture, a susceptibility, a question.

*Source*: ``data/organisms.tsv``, which names its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = ["named_organisms", "organism_words", "organisms_in"]

_WORD = re.compile(r"[a-z0-9]+")
#: Shorter words are not told from slips of the pen.
_MIN_WORD = 5


def named_organisms(text: str) -> frozenset[str]:
    """The organisms that a text names, normalised.

    Args:
        text: As printed or typed: ``E. coli``, ``Methicillin-resistant Staph. aureus``.
    """
    words = _words(text)
    found: set[str] = set()
    start = 0
    while start < len(words):
        width = next((size for size in range(_longest(), 0, -1) if words[start : start + size] in _names()), 0)
        if width:
            found.add(_names()[words[start : start + width]])
        start += width or 1
    return frozenset(found)


def organisms_in(text: str) -> frozenset[str]:
    """The organisms that a text names, and the wider ones that they belong to: MRSA is a staphylococcus as well."""
    found = wider = named_organisms(text)
    while wider := frozenset(_wider()[name] for name in wider if name in _wider()):
        found |= wider
    return found


@cache
def organism_words() -> frozenset[str]:
    """Every longer word that is an organism's name by itself, in lower case: it names no person in a question."""
    return frozenset(name[0] for name in _names() if len(name) == 1 and len(name[0]) >= _MIN_WORD)


@cache
def _names() -> Mapping[tuple[str, ...], str]:
    return MappingProxyType(
        {
            _words(name): row["organism"]
            for row in read_domain_table("organisms.tsv")
            for name in (row["organism"], *row["names"].split("|"))
            if name
        }
    )


@cache
def _wider() -> Mapping[str, str]:
    return MappingProxyType(
        {row["organism"]: row["within"] for row in read_domain_table("organisms.tsv") if row["within"]}
    )


@cache
def _longest() -> int:
    return max(map(len, _names()))


def _words(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return tuple(_WORD.findall("".join(char for char in folded if not unicodedata.combining(char))))
