"""Proves where a fact stands: a box, read again, that holds the quote's words and no others.

A proof works on whole clean words. The box goes around the row's words; then every word of the page whose centre lies
in the box is read again. Only if these are exactly the quote's words (rules and leader dots apart) is the box handed
out. Where other words of the page lie between the parts of a row (a column of former results, neighbouring dates), a
smaller quote is tried that still names the test and its value, and last the value alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.extraction.candidate import Part, RowCandidate

__all__ = ["Grounding", "ground_row", "prove_box", "quote_words"]

#: Marks without letters or digits: leaders and rules, which optical reading makes of dots and lines.
_MARKS = re.compile(r"^[^\w<>%+*]+$")
# Tried in this order; each but the last names the test and its value.
_QUOTED_PARTS: tuple[frozenset[Part], ...] = (
    frozenset({Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG, Part.LABEL}),
    frozenset({Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG}),
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


def quote_words(page: DeidentifiedPage, words: Iterable[CleanWord]) -> DeidentifiedText:
    """The words as they stand in the page's clean text: in order, joined by single blanks."""
    ordered = sorted(set(words), key=lambda word: word.start)
    return DeidentifiedText.join(" ", [page.text.slice(word.start, word.end) for word in ordered])


def prove_box(page: DeidentifiedPage, words: Iterable[CleanWord]) -> BoundingBox | None:
    """The box around ``words``, if reading the page inside it gives these words and no others.

    Args:
        page: The page.
        words: The quote's words, all of this page.
    """
    wanted = sorted(set(words), key=lambda word: word.start)
    if not wanted:
        return None
    box = BoundingBox.around([word.box for word in wanted])
    inside = [word for word in page.words if box.holds_center_of(word.box)]
    read = sorted(
        (word for word in inside if word in wanted or not _MARKS.match(word.text)), key=lambda word: word.start
    )
    if [(word.start, word.text) for word in read] != [(word.start, word.text) for word in wanted]:
        return None
    # The words must also be what the clean text says at their offsets, from which every quote is cut.
    if any(page.text.value[word.start : word.end] != word.text for word in wanted):
        return None
    return box


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
