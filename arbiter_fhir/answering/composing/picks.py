"""The highest, the lowest, the oldest, the mean; and the results beyond a bound."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.series import by_test, series_of
from arbiter_fhir.answering.wording.picks import bound_sentence, pick_sentence
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.question import Pick, ValueBound

__all__ = ["write_beyond", "write_picked"]


def write_picked(results: Sequence[EvidenceItem], pick: Pick, writer: Writer) -> list[EvidenceItem]:
    """One sentence for each test that has several exact values; gives the results that are still to be told."""
    rest: list[EvidenceItem] = []
    for of_test in by_test(results):
        series = series_of(of_test, writer.bundle.question.unit)
        if len(series.points) > 1:
            writer.count(pick_sentence(series, pick, writer.dates), *(point.item for point in series.points))
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
