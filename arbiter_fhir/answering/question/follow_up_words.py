"""How a question leans on the one before it, in its words.

*Source*: ``data/follow_ups.tsv``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arbiter_fhir.answering.question.patterns import rules

__all__ = ["matches", "opened", "says"]

_TABLE: Final = "follow_ups.tsv"


def says(kind: str, text: str) -> bool:
    """Whether a kind of leaning holds for a text."""
    return any(rule.pattern.search(text) for rule in rules(_TABLE) if rule.kind == kind)


def matches(kind: str, text: str) -> Iterator[str]:
    """The words by which a kind of leaning holds."""
    found = (rule.pattern.search(text) for rule in rules(_TABLE) if rule.kind == kind)
    return (match[0].strip() for match in found if match is not None)


def opened(text: str) -> str:
    """The question without a polite beginning; "and" and "what about" stay."""
    opening = next(rule.pattern for rule in rules(_TABLE) if rule.kind == "opening")
    while match := opening.match(text):
        text = text[match.end() :]
    return text
