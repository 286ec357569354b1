"""Which of several amounts is taken: ``was on 500 mg, now 250 mg``, ``500 mg daily, increase to 1000 mg``.

An amount that somebody proposes is not taken yet, one that somebody took before is taken no more. Words right before an
amount tell; an amount without any is taken, unless another one is said to be taken now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

__all__ = ["DoseRole", "roles_of"]


class DoseRole(StrEnum):
    """What an amount is."""

    TAKEN = "taken"
    FORMER = "former"
    PROPOSED = "proposed"


_VERB: Final = (
    r"(?:increas|decreas|reduc|rais|lower|titrat|up-?titrat|down-?titrat|chang|adjust|escalat|advanc|doubl|halv)"
)
#: What is to be done: an order, an intention, a proposal. "Increased" has been done.
_ORDERED: Final = (
    rf"(?:(?:will|shall|should|to|may|might|could|would|can|plan(?:s|ned)?\s+to)\s+(?:be\s+)?{_VERB}\w*|"
    rf"{_VERB}(?:e|ing|ion|y|s|er)?(?!\w)|go(?:ing)?\s+(?:up|down|back)|step(?:ping)?\s+(?:up|down)|bump(?:ing)?|"
    r"target|goal|wants?|asked|supposed\s+to|should\s+(?:be|take))"
)
_CHANGED: Final = re.compile(rf"\b{_ORDERED}", re.IGNORECASE)
_PROPOSED: Final = re.compile(
    rf"\b(?:{_ORDERED}|"
    r"move\s+(?:up|down)|back\s+up|plan(?:s|ned|ning)?|propos\w+|recommend\w*|suggest\w*|consider\w*|advis\w+|"
    r"try|eventually|then\s+(?:increase|decrease|reduce)|next\s+(?:week|month|visit)|double|halve|"
    r"switch(?:ing)?\s+to|change(?:\s+\w+)?\s+to)\b|[\u2192\u21d2\u2191\u2193]|[-=]>",
    re.IGNORECASE,
)
_FORMER: Final = re.compile(
    rf"\b(?:was|were|had\s+been|used\s+to|previously|formerly|prior|earlier|before|initially|originally|old|last\s+year|"
    rf"instead\s+of|not|(?:up|down|{_VERB}(?:e?d|ed)|switched|weaned|tapered)\s+(?:\w+\s+)?from)\b",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    rf"\b(?:now|currently|presently|at\s+present|present(?:ly)?|today|(?:has|have)\s+been|is\s+(?:on|taking)|"
    rf"(?<!be\s){_VERB}(?:e?d|ed)(?:\s+to)?|actually|still)\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\bfrom\s*$", re.IGNORECASE)
_TO: Final = re.compile(r"^\W*(?:[A-Za-z.]+\s+){0,4}to\s*$", re.IGNORECASE)
#: Where a clause begins: what stands before it says nothing of the amounts in it.
_CLAUSE: Final = re.compile(r"[;\n]|\.\s|,\s|\band\b|\bbut\b", re.IGNORECASE)


def roles_of(text: str, start: int, amounts: Sequence[tuple[int, int]]) -> list[DoseRole]:
    """What each amount of a statement is.

    Args:
        text: The statement with what stands before the medicine's name.
        start: Where the medicine's name ends.
        amounts: Start and end of the amounts behind it, from left to right.
    """
    first = max((found.end() for found in _CLAUSE.finditer(text, 0, start)), default=0)
    cued: list[DoseRole | None] = []
    is_now: list[bool] = []
    from_here = False
    for begin, end in amounts:
        lead = text[first:begin]
        # What is recommended before a name is the medicine itself, with its dose.
        role = _told(lead, _PROPOSED if first >= start else _CHANGED) or _told(
            text[max(first, start) : begin], _PROPOSED
        )
        is_now.append(role is DoseRole.TAKEN)
        if role is DoseRole.PROPOSED and _FROM.search(lead):
            role, from_here = DoseRole.TAKEN, True
        elif role is None and ((from_here and _TO.match(lead)) or cued[-1:] == [DoseRole.PROPOSED]):
            role = DoseRole.PROPOSED
        cued.append(role)
        first = end
    # What nothing is said of was taken before what is taken now.
    last_now = max((at for at, now in enumerate(is_now) if now), default=-1)
    return [role or (DoseRole.FORMER if at < last_now else DoseRole.TAKEN) for at, role in enumerate(cued)]


def _told(lead: str, proposed: re.Pattern[str]) -> DoseRole | None:
    """What the last telling word before an amount says; ``None`` where none does."""
    found = [
        (match.start(), match.end(), role)
        for pattern, role in ((proposed, DoseRole.PROPOSED), (_FORMER, DoseRole.FORMER), (_NOW, DoseRole.TAKEN))
        for match in pattern.finditer(lead)
    ]
    return max(found, key=lambda each: (each[1], -each[0]))[2] if found else None
