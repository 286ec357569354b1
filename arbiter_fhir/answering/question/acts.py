"""What a question asks to be done with what it names: a trend, changes, who ordered, what is missing, a guideline.

*Source*: ``data/acts.tsv``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arbiter_fhir.answering.question.patterns import rules

__all__ = ["Acts", "read_acts"]

_TABLE: Final = "acts.tsv"


@dataclass(frozen=True, slots=True)
class Acts:
    """The kinds of ``data/acts.tsv`` that hold for a question."""

    kinds: frozenset[str]

    def __contains__(self, kind: str) -> bool:
        return kind in self.kinds

    def any_of(self, *kinds: str) -> bool:
        """Whether one of some kinds holds."""
        return not self.kinds.isdisjoint(kinds)


def read_acts(marks: str) -> Acts:
    """All kinds that hold.

    Args:
        marks: The question with its names marked (`mentions.Marked.marks`).
    """
    return Acts(frozenset(rule.kind for rule in rules(_TABLE) if rule.pattern.search(marks)))
