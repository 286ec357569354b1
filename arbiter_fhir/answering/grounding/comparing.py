"""Words that compare, in free wording: that a result is the newest, that a test rose or fell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.answering.composing.choice import moments
from arbiter_fhir.answering.grounding.claims import Clause
from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.phrases import Speakable
from arbiter_fhir.answering.series import series_of
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["wrong_comparison"]

_NEWEST: Final = (frozenset({"latest"}), frozenset({"newest"}), frozenset({"most", "recent"}))
_DIRECTIONS: Final = {
    **dict.fromkeys(("rose", "risen", "increased"), 1),
    **dict.fromkeys(("fell", "fallen", "decreased", "dropped"), -1),
    "unchanged": 0,
}


def wrong_comparison(
    words: frozenset[str], clauses: Sequence[Clause], things: Sequence[Speakable], index: EvidenceIndex
) -> str:
    """What is wrong with what a sentence compares; empty where nothing is.

    Args:
        words: Words of it that compare.
        clauses: Its claims, each left with what it speaks of.
        things: What it cites.
        index: All evidence.
    """
    directions = words & set(_DIRECTIONS)
    newest = words - directions
    if newest and (newest not in _NEWEST or not _all_newest(clauses, things, index)):
        return "not_the_newest"
    if len(directions) > 1 or (directions and not _goes(_DIRECTIONS[min(directions)], clauses, things, index)):
        return "direction_not_in_evidence"
    return ""


def _spoken(clauses: Sequence[Clause], things: Sequence[Speakable]) -> list[EvidenceItem]:
    return [item for clause in clauses for item in things[min(clause.things)].items]


def _all_newest(clauses: Sequence[Clause], things: Sequence[Speakable], index: EvidenceIndex) -> bool:
    """Whether each result is the newest of its test, and no span of time or step back hides a newer one."""
    question = index.bundle.question
    if question.when is not None or question.steps_back:
        return False
    for item in _spoken(clauses, things):
        times = moments(index.of_test(item.subject)) if item.lab is not None else []
        if not times or all(item is not each for each in times[0]):
            return False
    return True


def _goes(direction: int, clauses: Sequence[Clause], things: Sequence[Speakable], index: EvidenceIndex) -> bool:
    """Whether a sentence tells two exact results of one test, the earlier first, and they go that way."""
    items = _spoken(clauses, things)
    if len(items) != 2 or len({item.subject for item in items}) != 1 or items[0].lab is None:
        return False
    series = series_of(index.of_test(items[0].subject), index.bundle.question.unit)
    points = [point for item in items for point in series.points if point.item is item]
    if len(points) != 2 or points[0].day >= points[1].day:
        return False
    first, last = points[0].number, points[1].number
    return direction == (last > first) - (last < first)
