"""Proves where a result's row stands.

Where other words of the page lie between the parts of a row (a column of former results, neighbouring dates), a
smaller quote is tried that still names the test and its value, and last the value alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.extraction.grounding import prove_box, quote_words
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate

__all__ = ["Grounding", "ground_row"]

# Tried in this order; each but the last names the test and its value.
_QUOTED_PARTS: tuple[frozenset[Part], ...] = (
    frozenset({Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG, Part.LABEL}),
    frozenset({Part.NAME, Part.BETWEEN, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG}),
    frozenset({Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG}),
    frozenset({Part.NAME, Part.BETWEEN, Part.VALUE, Part.UNIT}),
    frozenset({Part.NAME, Part.VALUE, Part.UNIT, Part.FLAG}),
    frozenset({Part.NAME, Part.VALUE, Part.UNIT}),
    frozenset({Part.NAME, Part.VALUE, Part.FLAG}),
    frozenset({Part.NAME, Part.VALUE}),
    frozenset({Part.VALUE, Part.FLAG}),
    frozenset({Part.VALUE}),
)


@dataclass(frozen=True, slots=True)
class Grounding:
    """Where a row stands.

    Attributes:
        quote: Verbatim clean words, in reading order.
        box: Proven box around them; ``None`` where none could be proven.
        parts: Parts of the row that the quote holds.
    """

    quote: DeidentifiedText
    box: BoundingBox | None
    parts: frozenset[Part]

    @property
    def names_test(self) -> bool:
        """Whether test and value both stand in the proven box."""
        return self.box is not None and {Part.NAME, Part.VALUE} <= self.parts


def _words_of(row: RowCandidate, parts: Iterable[Part]) -> list[CleanWord]:
    return [fragment.word for part in parts for fragment in row.fragments(part)]


def ground_row(row: RowCandidate) -> Grounding:
    """Find the largest quote of a row whose box can be proven.

    Args:
        row: The row; its fragments are all of its page.
    """
    present = frozenset(part for part in row.parts if part is not Part.STATUS)
    tried: set[frozenset[Part]] = set()
    for parts in _QUOTED_PARTS:
        quoted = parts & present
        if quoted in tried or Part.VALUE not in quoted:
            continue
        tried.add(quoted)
        words = _words_of(row, quoted)
        box = prove_box(row.view.page, words)
        if box is not None:
            return Grounding(quote_words(row.view.page, words), box, quoted)
    everything = _ordered(present)
    return Grounding(quote_words(row.view.page, _words_of(row, everything)), None, present)


def _ordered(parts: frozenset[Part]) -> Sequence[Part]:
    return [part for part in Part if part in parts]
