"""Looks for known identifiers in any text that leaves the line, as a careful adversary would.

Punctuation, blanks, case, accents and look-alike characters do not hide an identifier here, and in text that came from
a scan a long word may be misread in one letter. A hit names the kind and how often, never the identifier.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.evals.cases import KnownIdentifier
from arbiter_fhir.evals.scenario_cases import ScenarioPatient

__all__ = ["Leak", "find_leaks", "patient_identifiers", "telling_identifiers"]

#: Words at least this long are looked for with one misread letter; shorter ones have too many neighbours.
MISREAD_LETTERS = 7

#: Shorter identifiers are not looked for in our own report.
TELLING_CHARACTERS = 4

#: Kinds whose words a scan may misread in a letter and that still say who it is.
_NAMES = {IdentifierKind.PERSON, IdentifierKind.ADDRESS, IdentifierKind.LOCATION}
_CONFUSED = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1", "s": "5"})
_PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+\]")


@dataclass(frozen=True, slots=True)
class Leak:
    """One known identifier that was found: its place in the case's list, its kind, how often and how."""

    index: int
    kind: IdentifierKind
    count: int
    misread: bool = False


def _folded(text: str) -> str:
    """Lower case without accents; our own placeholders are taken out, they say nothing."""
    plain = unicodedata.normalize("NFKD", _PLACEHOLDER.sub(" ", text)).casefold()
    return "".join(char for char in plain if not unicodedata.combining(char))


@lru_cache(maxsize=4096)
def _pattern(text: str) -> re.Pattern[str] | None:
    """The identifier's letters and digits with any punctuation between its parts, not inside a longer word."""
    parts = re.findall(r"[a-z]+|\d+|[^\W\d_]+", _folded(text))
    if not parts:
        return None
    return re.compile(r"(?<![^\W_])" + r"[\W_]{0,3}".join(re.escape(part) for part in parts) + r"(?![^\W_])")


@lru_cache(maxsize=4096)
def _digits_pattern(text: str) -> re.Pattern[str] | None:
    """Long numbers are found however they are grouped."""
    digits = re.sub(r"\D", "", text)
    if len(digits) < 7 or len(digits) < 0.5 * len(re.sub(r"[\W_]", "", text)):
        return None
    return re.compile(r"(?<!\d)" + r"[\s().\-/]{0,2}".join(digits) + r"(?!\d)")


def _misread(text: str, words: Iterable[str]) -> int:
    """How many words are the identifier's longest word but for what OCR confuses and one letter."""
    longest = max(re.findall(r"[^\W\d_]+", _folded(text)), key=len, default="")
    if len(longest) < MISREAD_LETTERS:
        return 0
    target = longest.translate(_CONFUSED)
    return sum(
        Levenshtein.distance(target, word, score_cutoff=1) <= 1
        for word in (word.translate(_CONFUSED) for word in words)
        if abs(len(word) - len(target)) <= 1
    )


def find_leaks(text: str, identifiers: Iterable[KnownIdentifier], *, scanned: bool = False) -> tuple[Leak, ...]:
    """Known identifiers in ``text``.

    Args:
        text: Whatever left the line.
        identifiers: What must not be in it.
        scanned: Also look for names misread in one letter.
    """
    folded = _folded(text)
    words = set(re.findall(r"[^\W_]+", folded)) if scanned else set()
    leaks = []
    for index, identifier in enumerate(identifiers):
        patterns = (_pattern(identifier.text), _digits_pattern(identifier.text))
        count = max((len(pattern.findall(folded)) for pattern in patterns if pattern), default=0)
        if count:
            leaks.append(Leak(index, identifier.kind, count))
        elif scanned and identifier.kind in _NAMES and (near := _misread(identifier.text, words)):
            leaks.append(Leak(index, identifier.kind, near, misread=True))
    return tuple(leaks)


def patient_identifiers(patient: ScenarioPatient) -> tuple[KnownIdentifier, ...]:
    """What identifies a scenario's patient: names, numbers, birth date, street."""
    named = {
        IdentifierKind.PERSON: (patient.given, patient.family, patient.middle),
        IdentifierKind.MRN: (patient.mrn,),
        IdentifierKind.PHONE: (patient.phone,),
        IdentifierKind.ADDRESS: (patient.street,),
        IdentifierKind.DATE: (patient.birth_date.isoformat(), patient.birth_date.strftime("%m/%d/%Y")),
    }
    return tuple(
        KnownIdentifier(kind=kind, text=text) for kind, texts in named.items() for text in texts if len(text) > 2
    )


def telling_identifiers(identifiers: Iterable[KnownIdentifier]) -> tuple[KnownIdentifier, ...]:
    """Those that our own report must not repeat.

    Clinical dates may stand in findings about dates, and an age of two digits cannot be told from any other number.
    """
    return tuple(part for part in identifiers if part.scope == "everywhere" and len(part.text) >= TELLING_CHARACTERS)
