"""Text in documents that speaks to a machine instead of a reader: never obeyed, and what stands beside it is reviewed.

*Source*: the threat model's rule that instructions found in documents are data.
"""

from __future__ import annotations

import re

__all__ = ["speaks_to_machine"]

_PATTERNS = re.compile(
    r"""
    \b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:instructions?|rules?|prompts?|above|previous|prior)\b
    |\b(?:system|developer)\s+(?:prompt|message|instructions?)\b
    |\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:\w+\s+)?(?:ai|assistant|language\s+model|chatbot|agent)\b
    |\b(?:as\s+an?\s+)?(?:ai|language)\s+(?:model|assistant)s?\s*(?:[:,]|must|should|please|reading)
    |\b(?:mark|treat|classify|record|set|label)\s+(?:\w+\s+){0,4}(?:verified|approved|trusted|confirmed|confidence)\b
    |\b(?:do\s+not|don't|never)\s+(?:flag|review|redact|de-?identify|mention|tell)\b
    |\b(?:reveal|print|output|repeat)\s+(?:\w+\s+){0,3}(?:prompt|instructions|password|api\s*key|secret)\b
    |<\s*(?:script|img|iframe|system|instructions?)\b
    |\b(?:assistant|system)\s*:\s*\w
    |\bjailbreak\b|\bprompt\s+injection\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


def speaks_to_machine(text: str) -> bool:
    """Whether a line looks like an instruction to a program that reads it."""
    return _PATTERNS.search(text) is not None
