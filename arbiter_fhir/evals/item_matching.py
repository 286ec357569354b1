"""Which observed fact speaks of which expected item."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.evals.expected_items import ExpectedItem
from arbiter_fhir.evals.item_fields import identifies, item_field_agrees, resembles
from arbiter_fhir.evals.item_places import item_box_agreement, names_place
from arbiter_fhir.evals.observation import ObservedFact

__all__ = ["ItemMatch", "match_items"]


@dataclass(frozen=True, slots=True)
class ItemMatch:
    """An expected item and the fact that was read of it; ``None`` where none was."""

    index: int
    expected: ExpectedItem
    observed: ObservedFact | None
    observed_index: int | None = None


#: Least agreement of boxes that makes a pair of facts with different names.
SAME_PLACE = 0.5


def _likeness(item: ExpectedItem, fact: ObservedFact) -> float:
    """How much speaks for the pair; 0 for "cannot be". A name must agree, or resemble at the same place."""
    if fact.fact_type not in item.types:
        return 0.0
    if item.page is not None and fact.citation.page not in {None, item.page}:
        return 0.0
    box = item_box_agreement(item, fact.citation) or 0.0
    at_place = bool(item.place) and names_place(fact.citation.page_or_section, item.place)
    if fact.fact_type is not item.fact_type:
        named = resembles(item, fact)
        return 2.0 * named + 2.0 * box if named else 0.0
    named = identifies(item, fact)
    likely = named or (resembles(item, fact) and (box >= SAME_PLACE or at_place or not (item.words or item.place)))
    if not likely:
        return 0.0
    fields = [item_field_agrees(item, name, fact) for name in item.fields]
    return 3.0 * named + 2.0 * box + 2.0 * at_place + sum(fields) / len(fields)


def _without_rivals(match: ItemMatch, came_out: Collection[str]) -> ItemMatch:
    """Where another item of its group came out, a missing one may be missing."""
    if match.observed is not None or not match.expected.group or match.expected.group not in came_out:
        return match
    return replace(match, expected=match.expected.model_copy(update={"optional": True}))


def match_items(
    items: Sequence[ExpectedItem], facts: Sequence[tuple[int, ObservedFact]]
) -> tuple[tuple[ItemMatch, ...], tuple[tuple[int, ObservedFact], ...]]:
    """Pair items and facts, most alike first; each is used once.

    Args:
        items: As expected.
        facts: With their index in the document.

    Returns:
        Every item with its fact, and the facts that no item accounts for.
    """
    pairs = sorted(
        (
            (likeness, row, place)
            for row, item in enumerate(items)
            for place, (_, fact) in enumerate(facts)
            if (likeness := _likeness(item, fact)) > 0
        ),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    fact_of: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, place in pairs:
        if row not in fact_of and place not in taken:
            fact_of[row] = place
            taken.add(place)
    matches = []
    for row, item in enumerate(items):
        if row in fact_of:
            index, fact = facts[fact_of[row]]
            matches.append(ItemMatch(row, item, fact, index))
        else:
            matches.append(ItemMatch(row, item, None))
    came_out = {match.expected.group for match in matches if match.observed is not None}
    matches = [_without_rivals(match, came_out) for match in matches]
    left = tuple(pair for place, pair in enumerate(facts) if place not in taken)
    return tuple(matches), left
