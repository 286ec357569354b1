"""Which of the findings an answer shows: the newest, the ones before, the nearest to a day, the first so many."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from arbiter_fhir.answering.contradiction import at_one_time
from arbiter_fhir.answering.limits import abnormal
from arbiter_fhir.answering.series import by_test, results_of
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage
from arbiter_fhir.domain.question import RoutedQuestion, Topic
from arbiter_fhir.domain.statement import Assertion, Medication, MedicationStatus, Problem, ProblemStatus

__all__ = [
    "chosen_entries",
    "entries_of",
    "in_order",
    "moments",
    "nearest",
    "newest_day",
    "newest_of_each",
    "split_undated",
    "standing_entries",
    "unflagged_vitals",
]

#: Parts of the record whose entries happened once, so that there is a newest and one before.
EVENTS: Final = frozenset({Topic.ENCOUNTERS, Topic.ORDERS, Topic.IMMUNIZATIONS, Topic.PROCEDURES, Topic.DOCUMENTS})
_TAKEN = frozenset({MedicationStatus.ACTIVE, MedicationStatus.INTENDED, MedicationStatus.UNKNOWN})


def newest_day(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results of the newest day; all of them where none has a date."""
    days = [item.observed.day for item in items if item.observed is not None]
    if not days:
        return list(items)
    return [item for item in items if item.observed is not None and item.observed.day == max(days)]


def split_undated(results: Sequence[EvidenceItem]) -> tuple[list[EvidenceItem], list[EvidenceItem]]:
    """Dated results and those without a date."""
    dated = [item for item in results if item.observed is not None]
    return dated, [item for item in results if item.observed is None]


def moments(results: Sequence[EvidenceItem]) -> list[list[EvidenceItem]]:
    """Dated results of one test by the time they were taken, newest first; results of one time stand together."""
    found: list[list[EvidenceItem]] = []
    for item in sorted(results, key=_moment, reverse=True):
        if item.observed is None:
            continue
        if found and at_one_time(found[-1][0], item):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def nearest(results: Sequence[EvidenceItem], day: date) -> list[EvidenceItem]:
    """The dated results of one test that are nearest to a day: one time, or two at the same distance."""
    distances = [(abs((item.observed.day - day).days), item) for item in results if item.observed is not None]
    least = min((distance for distance, _ in distances), default=0)
    return [item for distance, item in distances if distance == least]


def in_order(items: Sequence[EvidenceItem], topics: Sequence[Topic] = ()) -> list[EvidenceItem]:
    """Entries by part of the record, those asked about first; within one what holds now before what ended."""
    order = [*topics, *(topic for topic in Topic if topic not in topics)]
    return sorted(items, key=lambda item: (order.index(item.topic), _ended(item)))


def _ended(item: EvidenceItem) -> int:
    match item.value:
        case Medication(status=status):
            return 0 if status in _TAKEN else 1
        case Problem(status=ProblemStatus.RESOLVED):
            return 1
        case Problem(assertion=Assertion.ABSENT):
            return 2
        case _:
            return 0


def entries_of(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """Everything that is neither a result nor a passage."""
    return [item for item in items if item.lab is None and not isinstance(item.value, Passage)]


def chosen_entries(items: Sequence[EvidenceItem], question: RoutedQuestion) -> list[EvidenceItem]:
    """The entries asked for: of what happened once the newest, the newest so many, the one before, the nearest."""
    entries = entries_of(items)
    around = question.when.around if question.when is not None else None
    if not (question.latest_only or question.newest_count or question.steps_back or around):
        return entries
    series: dict[tuple[Topic, str], list[EvidenceItem]] = {}
    for item in entries:
        if item.topic in EVENTS and item.observed is not None:
            kind = item.subject if item.topic in {Topic.IMMUNIZATIONS, Topic.PROCEDURES} else ""
            series.setdefault((item.topic, kind), []).append(item)
    kept = {id(item) for of_kind in series.values() for item in _of_series(of_kind, question, around)}
    told = {id(item) for of_kind in series.values() for item in of_kind}
    dated = {topic for topic, _ in series}
    return [
        item
        for item in entries
        if id(item) in kept or (id(item) not in told and not (item.topic in EVENTS and item.topic in dated))
    ]


def _of_series(items: Sequence[EvidenceItem], question: RoutedQuestion, around: date | None) -> list[EvidenceItem]:
    if around is not None:
        return nearest(items, around)
    newest = sorted(items, key=_moment, reverse=True)
    if question.steps_back:
        return newest[question.steps_back : question.steps_back + 1]
    return newest[: question.newest_count or 1]


def _moment(item: EvidenceItem) -> str:
    return item.observed.as_datetime().isoformat() if item.observed is not None else ""


def standing_entries(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """Entries that hold now, and those that contradict another: what ended or was denied is left out elsewhere."""
    disputed = {id(side) for conflict in bundle.conflicts for side in (conflict.one, conflict.other)}
    return [item for item in entries_of(bundle.findings) if not _ended(item) or id(item) in disputed]


def newest_of_each(results: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The newest results of each test; of a test without dates its first."""
    return [item for of_test in by_test(results) for item in (moments(of_test) or [list(of_test[:1])])[0]]


def unflagged_vitals(bundle: EvidenceBundle) -> list[EvidenceItem]:
    """The newest vital signs that nothing calls abnormal."""
    newest = newest_of_each([item for item in results_of(bundle.findings) if item.topic is Topic.VITALS])
    noted = {id(item) for item in abnormal(newest)}
    return [item for item in newest if id(item) not in noted]
