"""The highest, the lowest, the oldest, the mean; the results beyond a bound, and those with a flag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.answering.composing.choice import moments
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.limits import is_flagged, judged_results
from arbiter_fhir.answering.series import by_test, series_of
from arbiter_fhir.answering.wording.picks import bound_sentence, flag_sentence, pick_sentence, picked_point
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.question import AskedDetail, Intent, Pick, RoutedQuestion, ValueBound

__all__ = ["write_beyond", "write_flagged", "write_picked"]


#: What is asked of the one value that was picked, which the sentence that picks it does not say.
_OF_ONE: Final = frozenset({AskedDetail.FLAG, AskedDetail.REFERENCE_RANGE})


def write_picked(results: Sequence[EvidenceItem], pick: Pick, writer: Writer) -> list[EvidenceItem]:
    """One sentence for each test that has several exact values; gives the results that are still to be told."""
    rest: list[EvidenceItem] = []
    for of_test in by_test(results):
        series = series_of(of_test, writer.bundle.question.unit)
        if len(series.points) > 1:
            writer.count(pick_sentence(series, pick, writer.dates), *(point.item for point in series.points))
            if writer.bundle.question.detail in _OF_ONE and (picked := picked_point(series, pick)) is not None:
                rest.append(picked.item)
        else:
            rest += of_test
    return rest


def write_beyond(results: Sequence[EvidenceItem], bound: ValueBound, writer: Writer) -> list[EvidenceItem]:
    """How many results of each test lie beyond the bound; gives those that do."""
    beyond: list[EvidenceItem] = []
    for of_test in by_test(results):
        series = series_of(of_test, writer.bundle.question.unit)
        if series.points:
            writer.count(bound_sentence(series, bound), *(point.item for point in series.points))
        beyond += [point.item for point in reversed(series.points) if bound.holds(point.number)]
    return beyond


def write_flagged(results: Sequence[EvidenceItem], question: RoutedQuestion, writer: Writer) -> list[EvidenceItem]:
    """How many results of each test were judged so; gives the ones of them that are asked for.

    The first of them comes with the result before it, which was judged otherwise.
    """
    flag = question.flagged
    told: list[EvidenceItem] = []
    if flag is None:
        return told
    for of_test in by_test(results):
        judged = judged_results(of_test)
        if not judged:
            continue
        if question.analytes or question.subjects or question.intent is not Intent.LIST:
            writer.count(flag_sentence(judged, flag), *judged)
        times = [time for time in moments(judged) if any(is_flagged(item, flag) for item in time)]
        if question.pick is Pick.OLDEST:
            first = times[-1:]
            before = [time for time in moments(judged) if first and _is_before(time[0], first[0][0])][:1]
            told += [item for time in (*first, *before) for item in time]
        elif question.latest_only or question.newest_count or question.steps_back:
            start = question.steps_back
            told += [item for time in times[start : start + (question.newest_count or 1)] for item in time]
        else:
            told += [item for item in judged if is_flagged(item, flag)]
    return told


def _is_before(one: EvidenceItem, other: EvidenceItem) -> bool:
    left, right = one.observed, other.observed
    return left is not None and right is not None and left.as_datetime() < right.as_datetime()
