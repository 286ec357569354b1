"""What a model may answer: claims in a closed shape, checked strictly when they arrive."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["ProposedClaim", "parse_proposals", "proposal_schema"]

#: Longest answer that is parsed, characters.
MAX_ANSWER: Final = 60_000
MAX_CLAIMS: Final = 60
#: Longest sentence; the composer's longest with a full row of details is some 400.
MAX_CLAIM: Final = 800

_FIELDS: Final = frozenset({"text", "rests_on"})


@dataclass(frozen=True, slots=True)
class ProposedClaim:
    """One sentence of a model: raw text until the de-identification has looked at it.

    Attributes:
        rests_on: Numbers of statements, from 1.
    """

    text: str
    rests_on: tuple[int, ...]


def proposal_schema() -> dict[str, object]:
    """JSON schema of an answer in the subset that strict modes take."""
    claim = {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "rests_on": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["text", "rests_on"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"claims": {"type": "array", "items": claim}},
        "required": ["claims"],
        "additionalProperties": False,
    }


def parse_proposals(text: str) -> tuple[ProposedClaim, ...] | None:
    """The claims of an answer; ``None`` where anything in it has another shape than was asked for."""
    if len(text) > MAX_ANSWER:
        return None
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict) or set(plain) != {"claims"} or not isinstance(plain["claims"], list):
        return None
    claims = [_claim(row) for row in plain["claims"][: MAX_CLAIMS + 1]]
    whole = [claim for claim in claims if claim is not None]
    return tuple(whole) if whole and len(whole) == len(claims) <= MAX_CLAIMS else None


def _claim(row: Any) -> ProposedClaim | None:
    if not isinstance(row, dict) or set(row) != _FIELDS:
        return None
    text, numbers = row["text"], row["rests_on"]
    if not isinstance(text, str) or not isinstance(numbers, list):
        return None
    if any(not isinstance(number, int) or isinstance(number, bool) for number in numbers):
        return None
    words = " ".join(text.split())
    if not 0 < len(words) <= MAX_CLAIM or not words.isprintable():
        return None
    return ProposedClaim(words, tuple(dict.fromkeys(numbers)))
