"""Whether a medication is taken, as the words around its name say."""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.domain.statement import MedicationStatus

__all__ = ["status_of"]

_STATUS: Final = (
    (
        MedicationStatus.STOPPED,
        re.compile(
            r"\b(?:(?:discontinu\w+|stop(?:ped|ping|s)?|quit|ceased)(?: taking| using)?|d/c'?e?d?|dc'd|dc|"
            r"no longer (?:taking|takes|on|using|needs?)|not any ?more|(?:not|n't) (?:\w+ )?(?:it |them )?any ?more|"
            r"weaned off|taken off|came off|off of|completed|finished|inactive|ended|d\.c\.)\b(?! (?:if|when|for)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        MedicationStatus.ON_HOLD,
        re.compile(
            r"\b(?:on hold|held|hold|holding|paused|temporarily (?:stopped|off)|suspended)\b(?! if\b)", re.IGNORECASE
        ),
    ),
    (
        MedicationStatus.NOT_TAKEN,
        re.compile(
            r"\b(?:not (?:currently |actually |presently )?(?:taking|using|on)|never (?:took|started|filled|taken)|"
            r"did not (?:take|start|fill)|does not (?:take|use)|doesn't (?:take|use)|denies (?:taking|using|use of)|"
            r"has not (?:taken|started|filled)|non-?(?:compliant|adherent)|refuses|declined|ran out|not started|"
            r"isn't taking|is not taking|not filled)\b",
            re.IGNORECASE,
        ),
    ),
    (
        MedicationStatus.INTENDED,
        re.compile(
            r"\b(?:will (?:start|begin|add|try|initiate)|plan(?:s|ned)? to (?:start|begin|add|try|initiate)|to start|"
            r"(?:re-?)?start(?!ed)(?:ing)?|begin(?:ning)?|initiate|initiating|recommend(?:ed|s)?|suggest(?:ed|s)?|"
            r"consider(?:ing)?|trial of|"
            r"(?:switch|transition|convert|rotate|change)(?:ing)?\s+(?:[\w.]+\s+){1,6}to|"
            r"would (?:benefit|add|start)|add(?:ing)?|prescribe|planned|intended|if needed start|may need|may start)\b",
            re.IGNORECASE,
        ),
    ),
    (
        MedicationStatus.ACTIVE,
        re.compile(
            r"\b(?:tak(?:es|ing)|take|continu(?:e|es|ed|ing)|on|uses|using|active|current|started|prescribed|"
            r"(?:managed|controlled|treated) with|receiving|receives|increas(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|"
            r"reduc(?:e|ed|es|ing)|refill(?:ed)?|given)\b",
            re.IGNORECASE,
        ),
    ),
)
_ENDED: Final = (MedicationStatus.STOPPED, MedicationStatus.ON_HOLD, MedicationStatus.NOT_TAKEN)
#: Right before a word of ending: it ends later than what is said before it.
_LATER: Final = re.compile(r"\bthen\s+$", re.IGNORECASE)
_PARTED: Final = re.compile(r";|\.\s|\bbut\b", re.IGNORECASE)
#: A word further before a name than this many characters speaks of something else.
REACH_CHARS: Final = 90


def status_of(text: str, name_start: int, name_stop: int) -> tuple[MedicationStatus, tuple[int, int] | None]:
    """What a sentence says of whether it is taken: the first ending behind the name, else the nearest word before it.

    Args:
        text: The sentence or item.
        name_start: Where the medication's name begins.
        name_stop: Where it ends.

    Returns:
        The status, and where the words stand that say it; ``UNKNOWN`` and ``None`` where none do.
    """
    first = max(0, name_start - REACH_CHARS)
    nearest: tuple[MedicationStatus, tuple[int, int]] | None = None
    behind: tuple[MedicationStatus, tuple[int, int]] | None = None
    for status, pattern in _STATUS:
        for found in pattern.finditer(text, first, name_start):
            if _PARTED.search(text, found.end(), name_start) or _ends_later(text, found, status):
                continue
            if nearest is None or found.end() > nearest[1][1]:
                nearest = status, found.span()
        ends = (each for each in pattern.finditer(text, name_stop) if not _ends_later(text, each, status))
        after = next(ends, None)
        if after is not None and status in _ENDED and (behind is None or after.start() < behind[1][0]):
            behind = status, after.span()
    return behind or nearest or (MedicationStatus.UNKNOWN, None)


def _ends_later(text: str, found: re.Match[str], status: MedicationStatus) -> bool:
    """Whether a word of ending tells the last step of a plan: ``10 mg for 5 days, then stop``."""
    return status in _ENDED and _LATER.search(text[: found.start()]) is not None
