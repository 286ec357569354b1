"""What a form itself writes into a field or onto a line where an answer goes: nobody has answered there."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_prompt"]

_PROMPT: Final = re.compile(
    r"^\W*(?:(?:please\s+)?(?:select|choose|pick)(?:\s+(?:an?|one|your|from|the|all|here|option|item|answer|list)\b.*)?|"
    r"(?:click|tap)\b.{0,30}\b(?:enter|text|here|choose|date|add|edit)\b.*|(?:enter|type)\s+(?:text|here|your|an?|the)\b.*|"
    r"(?:-{2,}|\u2014)\s*\w{0,10}\s*(?:-{2,}|\u2014))\W*$",
    re.IGNORECASE,
)


def is_prompt(text: str) -> bool:
    """Whether a text only asks for an answer: ``Select one``, ``Choose an item.``, ``Click here to enter text``."""
    return _PROMPT.match(text) is not None
