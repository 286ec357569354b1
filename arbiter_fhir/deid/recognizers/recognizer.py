"""The contract of a recognizer: a page's reading in, findings out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["PatternRule", "Recognizer", "find_by_rules"]


class Recognizer(Protocol):
    """Finds one kind of identifier. Stateless: one instance serves all threads."""

    @property
    def name(self) -> str:
        """Stable name, shown in spans."""
        ...

    def find(self, reading: Reading) -> Iterator[Finding]:
        """Findings in any order; they may overlap."""
        ...


@dataclass(frozen=True, slots=True)
class PatternRule:
    """A pattern whose group ``value`` (or the whole match) is an identifier.

    Attributes:
        pattern: Compiled; must run in time linear in the text.
        strength: Kind of evidence that a match is.
        score: 0-1.
    """

    pattern: re.Pattern[str]
    strength: Strength
    score: float


def find_by_rules(
    rules: Iterable[PatternRule], reading: Reading, kind: IdentifierKind, recognizer: str
) -> Iterator[Finding]:
    """One finding for every match of every rule."""
    for rule in rules:
        for match in rule.pattern.finditer(reading.text):
            start, end = match.span("value") if "value" in rule.pattern.groupindex else match.span()
            if start < end:
                yield Finding(start, end, kind, rule.strength, recognizer, rule.score)
