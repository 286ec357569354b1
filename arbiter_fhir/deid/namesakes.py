"""Who has the family name of somebody in the chart and another given name: a person of his or her own.

The sweep finds *Quintanero* in *Mario Quintanero*; the placeholder of *Lena Quintanero* there would assert that both
are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.deid.anchors import CLINICAL_TITLES, KIN, TITLES
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, SUFFIXES
from arbiter_fhir.deid.people import NamePart, Person

__all__ = ["namesake_key", "with_initials_joined"]

_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_NO_NAME: Final = CREDENTIALS | PARTICLES | SUFFIXES | TITLES | CLINICAL_TITLES | KIN
_MARK: Final = "namesake"
#: A given name that differs by so few letters may be the same one, misread.
MAX_MISREAD: Final = 2
MIN_MISREAD_LETTERS: Final = 4
#: Letters up to which one alone may differ.
SHORT_NAME: Final = 5


def namesake_key(surface: str, person: Person, lexicon: Lexicon) -> str:
    """A key for the bearer of a name who is not ``person``; empty where the name can be that person's.

    Args:
        surface: The name as it stands in the document.
        person: Whose name the sweep found in it.
        lexicon: A listed given name is no misread other one: *Mario* is not *Marie*.
    """
    family = person.of(NamePart.FAMILY)
    own = [word for word, part in person.words if part is not NamePart.FAMILY]
    words = [plain(word) for word in _WORD.findall(surface)]
    if not own or not any(_same(word, family) for word in words):
        return ""
    others = [word for word in words if word and word not in _NO_NAME and not _same(word, family)]
    if not others or any(_is_own(word, own, lexicon) for word in others):
        return ""
    return f"{_MARK}:{max(others, key=len)}:{min(family)}"


def _same(word: str, names: Iterable[str]) -> bool:
    """Whether the word is one of the names, as a whole, as a part behind a hyphen, or with a letter misread."""
    pieces = {word, *word.split("-")}
    return any(piece in pieces or _misread(word, piece) for piece in names)


def _misread(word: str, name: str) -> bool:
    most = 1 if len(name) <= SHORT_NAME else MAX_MISREAD
    return len(name) >= MIN_MISREAD_LETTERS and Levenshtein.distance(word, name, score_cutoff=most) <= most


def _is_own(word: str, own: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether it is one of the person's given names, its first letter, its beginning, or one misread."""
    spoilt = not lexicon.is_name(word)
    return any(name.startswith(word) or word.startswith(name) or (spoilt and _misread(word, name)) for name in own)


def with_initials_joined(keys: Sequence[str]) -> list[str]:
    """The keys, where an initial alone stands for the one namesake whose given name begins with it."""
    full = {key for key in keys if key.startswith(_MARK) and len(key.split(":")[1]) > 1}
    joined = []
    for key in keys:
        parts = key.split(":")
        if parts[0] == _MARK and len(parts[1]) == 1:
            fitting = [
                each for each in full if each.split(":")[1].startswith(parts[1]) and each.split(":")[2] == parts[2]
            ]
            joined.append(fitting[0] if len(fitting) == 1 else key)
        else:
            joined.append(key)
    return joined
