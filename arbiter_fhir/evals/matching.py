"""Which observed fact speaks of which row on the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.evals.cases import ExpectedFact, PartName, PrintedPart
from arbiter_fhir.evals.observation import ObservedFact
from arbiter_fhir.evals.printed import look_alike, same_name, same_print, unspaced

__all__ = ["Match", "Matching", "box_agreement", "match_facts", "quoted_parts"]

#: Boxes that share less than this are of different rows, whatever they say.
SAME_PLACE_IOU = 0.3

#: Shorter texts, such as ``%`` or ``H``, are looked for as words of their own: they stand inside others.
LONG_ENOUGH_TO_SEARCH = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A row on the paper and the fact that was read from it; ``None`` where none was."""

    index: int
    expected: ExpectedFact
    observed: ObservedFact | None
    observed_index: int | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """All rows with their facts, and the facts (with their index) that no row on the paper accounts for."""

    matches: tuple[Match, ...]
    unmatched: tuple[tuple[int, ObservedFact], ...]


def box_agreement(expected: ExpectedFact, observed: ObservedFact) -> float:
    """Intersection over union of the fact's box with the words that it quotes, 0-1; 0 without a box or elsewhere.

    Where a foreign column stands between, a fact may rightly cite less than its whole row. A text layer's words are as
    tall as the font's line and a recognizer's as tall as the letters: the truth has both and the better agreement
    counts.
    """
    box = observed.citation.bounding_box
    if box is None or observed.citation.page != expected.page:
        return 0.0
    try:
        seen = box.as_box()
    except ValueError:
        return 0.0
    quoted = quoted_parts(expected, observed.citation.quote_or_value)
    lines = BoundingBox.around(BoundingBox(*part.box) for part in quoted)
    letters = BoundingBox.around(BoundingBox(*part.ink) for part in quoted)
    return max(seen.iou(lines), seen.iou(letters))


def quoted_parts(expected: ExpectedFact, quote: str) -> list[PrintedPart]:
    """The row's parts that a quote claims: the value always, the name where words are left that nothing else explains.

    A name is not looked for by its letters: a recognizer may have read them otherwise, and the words stand there still.
    """
    others = [part for part in expected.parts if part.part not in {PartName.NAME, PartName.VALUE}]
    claimed = [part for part in others if _stands_in(part, quote)]
    value = next(part for part in expected.parts if part.part is PartName.VALUE)
    explained = {word for part in (value, *claimed) for word in (*part.text.split(), unspaced(part.text))}
    unexplained = [word for word in quote.split() if word not in explained and any(map(str.isalpha, word))]
    names = [part for part in expected.parts if part.part is PartName.NAME] if unexplained else []
    return [*names, value, *claimed]


def _stands_in(part: PrintedPart, quote: str) -> bool:
    wanted = unspaced(part.text)
    words = [unspaced(word) for word in quote.split()]
    if part.part is PartName.FLAG or len(wanted) < LONG_ENOUGH_TO_SEARCH:
        return wanted in words or (not wanted.isalnum() and any(word.endswith(wanted) for word in words))
    letters = look_alike(part.text)
    return wanted in unspaced(quote) or (len(letters) >= LONG_ENOUGH_TO_SEARCH and letters in look_alike(quote))


def _likeness(expected: ExpectedFact, observed: ObservedFact) -> float:
    """How much speaks for the pair; 0 for "cannot be". Place weighs most, so that a wrong value meets its own row."""
    page = observed.citation.page
    if page is not None and page != expected.page:
        return 0.0
    place = box_agreement(expected, observed)
    name = same_name(expected.test_name, observed.result.test_name)
    value = same_print(expected.value, observed.result.value)
    if place < SAME_PLACE_IOU and not (observed.citation.bounding_box is None and name):
        return 0.0
    date = (observed.result.collection_date or "") == expected.collection_date
    return 2.5 * place + 2.0 * name + 1.5 * value + 1.0 * date


def match_facts(expected: Sequence[ExpectedFact], observed: Sequence[tuple[int, ObservedFact]]) -> Matching:
    """Pair rows and results, most alike first; each is used once.

    Args:
        expected: Rows on paper.
        observed: Results with their index in the document.
    """
    pairs = sorted(
        (
            (likeness, row, fact)
            for row, one in enumerate(expected)
            for fact, (_, other) in enumerate(observed)
            if (likeness := _likeness(one, other)) > 0
        ),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    fact_of: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, fact in pairs:
        if row not in fact_of and fact not in taken:
            fact_of[row] = fact
            taken.add(fact)
    matches = tuple(
        Match(row, one, observed[fact_of[row]][1], observed[fact_of[row]][0])
        if row in fact_of
        else Match(row, one, None)
        for row, one in enumerate(expected)
    )
    return Matching(matches, tuple(pair for place, pair in enumerate(observed) if place not in taken))
