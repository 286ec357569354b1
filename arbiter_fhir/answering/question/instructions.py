"""Instructions to the machine in a question: they are words, nobody follows them, and what is asked beside them counts.

They are cut off only to find what is asked. What must be refused is looked for in the whole text, instructions and all.

*Source*: ``data/instructions.tsv``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.answering.question.patterns import rules

__all__ = ["Remainder", "without_instructions"]

_LEADING: Final = re.compile(
    r"^[\s,.;:!?\-]*(?:(?:and|then|also|now|instead|so|but|please|just)\b[\s,]*)*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is left of a question.

    Attributes:
        text: Without the instructions.
        ignored: Whether there were any.
    """

    text: str
    ignored: bool


def without_instructions(text: str) -> Remainder:
    """The question without what is said to the machine."""
    rest, found = text, 0
    for rule in rules("instructions.tsv"):
        rest, count = rule.pattern.subn(" ", rest)
        found += count
    if not found:
        return Remainder(text, ignored=False)
    return Remainder(_LEADING.sub("", " ".join(rest.split())), ignored=True)
