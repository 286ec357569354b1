"""Abnormal flags: the marks that laboratories print, and what each says.

*Source*: HL7 v2 table 0078 (H, L, HH, LL, A, AA, N, ``<``, ``>``) and the words that printed reports use for them;
OpenEMR's option list ``proc_res_abnormal`` for the normalised words.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum

from arbiter_fhir.domain.fact import AbnormalFlag, Comparator
from arbiter_fhir.extraction.laboratory.ranges import NumericRange

__all__ = ["Direction", "derive_flag", "flag_contradicts", "is_flag", "longest_flag", "read_flag", "settle_flag"]


class Direction(StrEnum):
    """What a printed mark says before value and range are looked at."""

    NORMAL = "normal"
    HIGH = "high"
    LOW = "low"
    CRITICAL_HIGH = "critical_high"
    CRITICAL_LOW = "critical_low"
    CRITICAL = "critical"
    ABNORMAL = "abnormal"
    MARK = "mark"


#: The longest printed flag has this many words (``Above High Normal``).
MAX_FLAG_WORDS = 3

_SINGLE: dict[str, Direction] = {
    "h": Direction.HIGH,
    "l": Direction.LOW,
    "hh": Direction.CRITICAL_HIGH,
    "ll": Direction.CRITICAL_LOW,
    "ch": Direction.CRITICAL_HIGH,
    "cl": Direction.CRITICAL_LOW,
    "hc": Direction.CRITICAL_HIGH,
    "lc": Direction.CRITICAL_LOW,
    "a": Direction.ABNORMAL,
    "aa": Direction.CRITICAL,
    "ab": Direction.ABNORMAL,
    "abn": Direction.ABNORMAL,
    "abnormal": Direction.ABNORMAL,
    "c": Direction.CRITICAL,
    "crit": Direction.CRITICAL,
    "critical": Direction.CRITICAL,
    "panic": Direction.CRITICAL,
    "high": Direction.HIGH,
    "hi": Direction.HIGH,
    "low": Direction.LOW,
    "lo": Direction.LOW,
    "n": Direction.NORMAL,
    "normal": Direction.NORMAL,
    "wnl": Direction.NORMAL,
    "\u2191": Direction.HIGH,
    "\u25b2": Direction.HIGH,
    "\u2193": Direction.LOW,
    "\u25bc": Direction.LOW,
    "*": Direction.MARK,
    "**": Direction.CRITICAL,
    "***": Direction.CRITICAL,
    "!": Direction.MARK,
    "!!": Direction.CRITICAL,
}
_PHRASES: dict[str, Direction] = {
    "critical high": Direction.CRITICAL_HIGH,
    "critical low": Direction.CRITICAL_LOW,
    "crit high": Direction.CRITICAL_HIGH,
    "crit low": Direction.CRITICAL_LOW,
    "critically high": Direction.CRITICAL_HIGH,
    "critically low": Direction.CRITICAL_LOW,
    "panic high": Direction.CRITICAL_HIGH,
    "panic low": Direction.CRITICAL_LOW,
    "crit h": Direction.CRITICAL_HIGH,
    "crit l": Direction.CRITICAL_LOW,
    "high critical": Direction.CRITICAL_HIGH,
    "low critical": Direction.CRITICAL_LOW,
    "above high normal": Direction.HIGH,
    "below low normal": Direction.LOW,
    "above normal": Direction.HIGH,
    "below normal": Direction.LOW,
    "alert high": Direction.CRITICAL_HIGH,
    "alert low": Direction.CRITICAL_LOW,
    "out of range": Direction.ABNORMAL,
}
#: A small letter in brackets is the mark of a footnote; flags in brackets are capitals.
_FOOTNOTE_MARK = re.compile(r"^[(\[]?[a-z][)\]]$")
#: Small letters that begin the notes below a table; as flags they are capitals.
_NOTE_LETTERS = frozenset({"a", "c"})
_STARRED = re.compile(r"^\*?([A-Za-z]{1,2})\*?$")
_CRITICAL_OF = {Direction.HIGH: Direction.CRITICAL_HIGH, Direction.LOW: Direction.CRITICAL_LOW}


def read_flag(printed: str) -> Direction | None:
    """What a printed flag says, or ``None`` where the text is no flag."""
    if _FOOTNOTE_MARK.match(printed.strip()) or printed.strip() in _NOTE_LETTERS:
        return None
    text = printed.strip().strip("()[]").strip().casefold()
    text = re.sub(r"\s+", " ", text)
    found = _SINGLE.get(text) or _PHRASES.get(text)
    if found is not None:
        return found
    starred = _STARRED.match(text)
    if starred and "*" in text:
        return _SINGLE.get(starred[1])
    doubled = re.match(r"^([hl])\s?(!|\(crit(?:ical)?\)|\u2191|\u2193|c)$", text)
    if doubled is None:
        return None
    plain = _SINGLE[doubled[1]]
    return _CRITICAL_OF[plain] if doubled[2] not in {"\u2191", "\u2193"} else plain


def is_flag(printed: str) -> bool:
    """Whether one or more words are a flag."""
    return read_flag(printed) is not None


def longest_flag(words: list[str]) -> int:
    """How many of the leading ``words`` make up one flag; 0 where they begin with none."""
    for count in range(min(len(words), MAX_FLAG_WORDS), 0, -1):
        if is_flag(" ".join(words[:count])):
            return count
    return 0


def derive_flag(value: Decimal, comparator: Comparator | None, limits: NumericRange) -> AbnormalFlag | None:
    """The flag that value and range give, where none is printed; ``None`` where they do not decide."""
    if limits.above(value, comparator):
        return AbnormalFlag.HIGH
    if limits.below(value, comparator):
        return AbnormalFlag.LOW
    return AbnormalFlag.NORMAL if limits.inside(value, comparator) else None


def settle_flag(direction: Direction, derived: AbnormalFlag | None) -> AbnormalFlag | None:
    """OpenEMR's word for a printed flag, with the direction taken from the range where the mark has none.

    Args:
        direction: What the mark says.
        derived: What value and range say.
    """
    plain = {
        Direction.NORMAL: AbnormalFlag.NORMAL,
        Direction.HIGH: AbnormalFlag.HIGH,
        Direction.LOW: AbnormalFlag.LOW,
        Direction.CRITICAL_HIGH: AbnormalFlag.CRITICAL_HIGH,
        Direction.CRITICAL_LOW: AbnormalFlag.CRITICAL_LOW,
        Direction.ABNORMAL: AbnormalFlag.ABNORMAL,
    }.get(direction)
    if plain is not None:
        return plain
    if direction is Direction.CRITICAL:
        return {
            AbnormalFlag.HIGH: AbnormalFlag.CRITICAL_HIGH,
            AbnormalFlag.LOW: AbnormalFlag.CRITICAL_LOW,
        }.get(derived or AbnormalFlag.ABNORMAL, AbnormalFlag.ABNORMAL)
    # A star beside a value in range may be a footnote mark, not a flag.
    return None if derived is AbnormalFlag.NORMAL else AbnormalFlag.ABNORMAL


def flag_contradicts(direction: Direction, derived: AbnormalFlag | None) -> bool:
    """Whether the printed flag says something else than value and range do.

    A mark without direction (``*``) contradicts nothing: it may point to a footnote.
    """
    if derived is None or direction is Direction.MARK:
        return False
    side = {
        Direction.NORMAL: {AbnormalFlag.NORMAL},
        Direction.HIGH: {AbnormalFlag.HIGH},
        Direction.CRITICAL_HIGH: {AbnormalFlag.HIGH},
        Direction.LOW: {AbnormalFlag.LOW},
        Direction.CRITICAL_LOW: {AbnormalFlag.LOW},
        Direction.ABNORMAL: {AbnormalFlag.HIGH, AbnormalFlag.LOW},
        Direction.CRITICAL: {AbnormalFlag.HIGH, AbnormalFlag.LOW},
    }[direction]
    return derived not in side
