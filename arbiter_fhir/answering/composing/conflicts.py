"""Where sources contradict each other: both sides with their places, and a person decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.contradiction import contradict
from arbiter_fhir.answering.series import by_test, results_of
from arbiter_fhir.answering.wording.conflicts import conflict_sentence, values_sentence
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.evidence import Conflict, ConflictKind, EvidenceItem
from arbiter_fhir.domain.question import Topic

__all__ = ["write_conflicts"]


def write_conflicts(shown: Sequence[EvidenceItem], writer: Writer) -> None:
    """Say every contradiction of the bundle, and where results that are shown differ."""
    # Only what the bundle holds can be cited; a side that it does not hold would cost the whole answer.
    known = {id(item) for item in (*writer.bundle.findings, *writer.bundle.review)}
    question = writer.bundle.question
    # Who asks for a part of a list is told of the contradictions of that part.
    newest = question.latest_only and question.topics == (Topic.MEDICATIONS,)
    narrowed = question.state is not None or question.source is not None or newest or bool(question.by)
    about = {id(item) for item in (*shown, *writer.bundle.review)}
    said: set[frozenset[int]] = set()
    for conflict in [*_of_results(shown), *writer.bundle.conflicts]:
        pair = frozenset({id(conflict.one), id(conflict.other)})
        if pair in said or not pair <= known or (narrowed and not pair & about):
            continue
        said.add(pair)
        if conflict.kind is ConflictKind.VALUES_DIFFER and conflict.one.lab is not None:
            text = values_sentence(conflict.one, conflict.other, writer.dates)
        else:
            text = conflict_sentence(conflict, writer.dates)
        writer.add(Section.NEEDS_REVIEW, text, [conflict.one, conflict.other])


def _of_results(items: Sequence[EvidenceItem]) -> list[Conflict]:
    """Where two sources differ about one test at one time."""
    return [
        Conflict(ConflictKind.VALUES_DIFFER, one, other)
        for results in by_test(results_of(items))
        for of_day in _by_day(results)
        for index, one in enumerate(of_day)
        for other in of_day[index + 1 :]
        if contradict(one, other)
    ]


def _by_day(results: Sequence[EvidenceItem]) -> list[list[EvidenceItem]]:
    """Results of one day together: only they can contradict each other."""
    days: dict[date, list[EvidenceItem]] = {}
    for item in results:
        if item.observed is not None:
            days.setdefault(item.observed.day, []).append(item)
    return list(days.values())
