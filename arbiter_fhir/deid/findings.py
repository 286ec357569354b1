"""What a recognizer reports: a span of a page's text that identifies somebody, and how strong the evidence is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["Finding", "Strength"]


class Strength(IntEnum):
    """Kinds of evidence, weakest first; where findings overlap, the strongest decides the kind."""

    MODEL = 1
    PATTERN = 2
    LABELLED = 3
    CHART = 4
    DECLARED = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One identifier found in a text.

    Attributes:
        start: Offset, inclusive.
        end: Offset, exclusive.
        kind: What it is.
        strength: Kind of evidence.
        recognizer: Which recognizer found it.
        score: 0-1, as Presidio scores.
        role: Whose it is, where a label or the chart says so.
        group: Holds the pieces of one identifier together that stands in several stretches; else empty.
    """

    start: int
    end: int
    kind: IdentifierKind
    strength: Strength
    recognizer: str
    score: float
    role: IdentifierRole = IdentifierRole.UNKNOWN
    group: str = ""

    def at(self, start: int, end: int) -> Finding:
        """The same finding at other offsets."""
        return replace(self, start=start, end=end)
