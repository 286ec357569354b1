"""Strengths and frequencies in one spelling each, to see whether two entries say one dose."""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.retrieval.subjects import plain_words

__all__ = ["differ_in_dose", "says_all_of", "strengths", "times_a_day"]

_STRENGTH: Final = re.compile(
    r"(?<![\w.])(\d+(?:[.,]\d+)*)\s*(mcg|ug|µg|mg|grams?|g|ml|meq|units?|iu|%)(?![a-z])", re.IGNORECASE
)
_UNITS: Final = {"ug": "mcg", "µg": "mcg", "unit": "units", "iu": "units", "gram": "g", "grams": "g"}
#: Milligrams by unit: 0.5 g is 500 mg, 500 mcg is 0.5 mg.
_MILLIGRAMS: Final = {"g": 1000.0, "mg": 1.0, "mcg": 0.001}
#: Spellings of how often a day; anything else is not compared. As needed is no frequency.
#: Source: ISMP's and the Joint Commission's lists of abbreviations, and plain words of ordinary prescriptions.
_TIMES: Final = {
    1: r"""q\.?d\.?|q\.?day|daily|once(?: a day| daily)|every day|q\.? ?24 ?h(?:ours|rs?)?|1x/?day|qam|qpm|
        q\.?h\.?s\.?|h\.s\.|every (?:morning|evening|night)|at bedtime|nightly|in the (?:morning|evening)|
        a\.?m\.?|p\.?m\.?""",
    2: r"""b\.?i\.?d\.?|(?:twice|two times|2 times)(?: a day| daily)|2x/?day|q\.? ?12 ?h(?:ours|rs?)?|
        every 12 h(?:ou)?rs?""",
    3: r"""t\.?i\.?d\.?|(?:three|3) times (?:a day|daily)|3x/?day|q\.? ?8 ?h(?:ours|rs?)?|every 8 h(?:ou)?rs?""",
    4: r"""q\.?i\.?d\.?|(?:four|4) times (?:a day|daily)|4x/?day|q\.? ?6 ?h(?:ours|rs?)?|every 6 h(?:ou)?rs?""",
}
_FOLDED_LINE: Final = re.compile(r"\s*\n\s*")
_PATTERNS: Final = tuple(
    (times, re.compile(rf"(?<![\w.])(?:{_FOLDED_LINE.sub('', names)})(?!\w)", re.IGNORECASE))
    for times, names in _TIMES.items()
)
#: Words of instructions that say nothing of their own: forms, verbs, the usual way.
_FILLER: Final = frozenset(
    {
        *("a", "an", "the", "of", "at", "in", "per", "for", "is", "each", "time", "times", "dose", "mg", "mcg"),
        *("tablet", "tab", "capsule", "cap", "pill", "softgel", "take", "taken", "takes"),
        *("by", "mouth", "po", "p", "o", "oral", "orally"),
    }
)
_NUMBER_WORDS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "half": "0.5"}
_AS_NEEDED: Final = re.compile(r"\b(?:prn|as needed|when needed)\b|p\.r\.n\.", re.IGNORECASE)


def strengths(text: str) -> frozenset[str]:
    """Amounts with units in a text, one spelling each: ``500 mg`` for ``0.5 g``."""
    found = set()
    for match in _STRENGTH.finditer(text):
        number = float(match[1].replace(",", ""))
        unit = _UNITS.get(match[2].casefold(), match[2].casefold())
        if unit in _MILLIGRAMS:
            number, unit = number * _MILLIGRAMS[unit], "mg"
        found.add(f"{number:g} {unit}")
    return frozenset(found)


def times_a_day(text: str) -> int | None:
    """How often a day; ``None`` where the text says none, several, or "as needed"."""
    if _AS_NEEDED.search(text):
        return None
    found = {times for times, pattern in _PATTERNS if pattern.search(text)}
    # "twice daily" holds the word of once a day.
    found = found - {1} if len(found) > 1 else found
    return found.pop() if len(found) == 1 else None


def says_all_of(one: Medication, other: Medication) -> bool:
    """Whether one entry says whatever another says of strength, frequency, amount, conditions and indication.

    The way it is taken (route) does not count: nearly every list leaves it out.
    """
    mine, theirs = (f"{each.name} {each.strength} {each.dose} {each.frequency}" for each in (one, other))
    if not strengths(theirs) <= strengths(mine):
        return False
    often = times_a_day(f"{other.dose} {other.frequency}")
    if often is not None and often != times_a_day(f"{one.dose} {one.frequency}"):
        return False
    return _instructions(other) <= _instructions(one)


def _instructions(entry: Medication) -> frozenset[str]:
    """Words beside strength and frequency: ``1``, ``meal``, ``prn``, ``gout``."""
    text = f"{entry.dose} ; {entry.frequency} ; {entry.indication}"
    needed = entry.as_needed or bool(_AS_NEEDED.search(text))
    # "Twice daily" before the "daily" in it.
    for pattern in (_AS_NEEDED, _STRENGTH, *(pattern for _, pattern in reversed(_PATTERNS))):
        text = pattern.sub(" ", text)
    words = {_NUMBER_WORDS.get(word, word) for word in plain_words(text)} - _FILLER
    return frozenset(words | {"prn"} if needed else words)


def differ_in_dose(one: Medication, other: Medication) -> bool:
    """Whether two entries of one drug state different strengths or different frequencies; silence differs from nothing.

    A dose is compared as printed in milligrams and the like; a number of tablets is not, because it hangs on what one
    tablet holds.
    """
    mine, theirs = (strengths(f"{each.name} {each.strength} {each.dose}") for each in (one, other))
    if mine and theirs and not mine & theirs:
        return True
    often, other_often = (times_a_day(f"{each.dose} {each.frequency}") for each in (one, other))
    return often is not None and other_often is not None and often != other_often
