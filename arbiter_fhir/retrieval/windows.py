"""Spans of time: what of the record lies in one, and what has changed in one."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta

from arbiter_fhir.domain.chart_record import ChartEncounter
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.question import DateWindow, RoutedQuestion, Topic
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.retrieval.candidate import Candidate

__all__ = ["anchored", "has_changed", "lies_in"]

#: Entries that last: one is in a span that it reaches into, not only in the one in which it began.
_LASTING = frozenset({Topic.MEDICATIONS, Topic.ALLERGIES, Topic.PROBLEMS})
#: What has no day of its own in a document is as old as the document.
_UNDATED = frozenset({Topic.LABS, Topic.CULTURES, Topic.VITALS})


def anchored(question: RoutedQuestion, encounters: Iterable[ChartEncounter], today: date) -> RoutedQuestion:
    """The question with the day of the newest visit put into its span; without any visit the span stays open."""
    when = question.when
    if when is None:
        return question
    days = [row.seen_at.date() for row in encounters if row.seen_at is not None and row.seen_at.date() <= today]
    if when.anchor is not None and days:
        when = when.anchored(max(days))
    if when.around is not None and question.topics and set(question.topics) <= _LASTING:
        # What lasts has no value nearest to a day: what held on it is asked for.
        when = DateWindow(when.around, when.around)
    return question if when is question.when else replace(question, when=when)


def lies_in(candidate: Candidate, when: DateWindow | None, days: Mapping[DocumentId, date]) -> bool:
    """Whether a candidate belongs to a span.

    A day that was named to look around leaves all in: which is the nearest is seen only among all.

    Args:
        candidate: What was found.
        when: The span.
        days: Document to the day on which it was stored.
    """
    if when is None or when.around is not None or (when.start is None and when.end is None):
        return True
    if candidate.topic in _LASTING:
        return _reaches_into(candidate, when)
    first_last = _extent(candidate.observed)
    if first_last is None:
        if candidate.topic in _UNDATED or candidate.document_id not in days:
            return False
        day = days[candidate.document_id] if candidate.document_id is not None else date.min
        first_last = (day, day)
    return _overlaps(first_last, when)


def has_changed(candidate: Candidate, when: DateWindow | None, days: Mapping[DocumentId, date]) -> bool:
    """Whether something is new or ended in a span: no source of it is older.

    An entry of the chart is new on the day on which it was recorded or began, and changes on the day on which it ended;
    what a document says is as new as the document.
    """
    if when is None or (when.start is None and when.end is None and when.around is None):
        return True
    if when.around is not None:
        when = DateWindow(start=when.around, end=when.end)
    return all(_changed(each, when, days) for each in candidate.everywhere)


def _changed(candidate: Candidate, when: DateWindow, days: Mapping[DocumentId, date]) -> bool:
    extent = _extent(candidate.observed)
    if candidate.place is not None:
        moved = [(day, day) for day in candidate.moved]
        return any(_overlaps(each, when) for each in ([extent] if extent else []) + moved)
    arrived = days.get(candidate.document_id) if candidate.document_id is not None else None
    if extent is not None and _overlaps(extent, when):
        return True
    return arrived is not None and when.holds(arrived)


def _reaches_into(candidate: Candidate, when: DateWindow) -> bool:
    """Whether an entry held at some time of the span; an entry without a beginning has always held."""
    began = _extent(candidate.observed)
    if began is not None and when.end is not None and began[0] > when.end:
        return False
    ended = max(candidate.moved, default=None) if _is_over(candidate) else None
    return ended is None or when.start is None or ended >= when.start


def _is_over(candidate: Candidate) -> bool:
    status = getattr(candidate.value, "status", None)
    return status is not None and status.value in {"stopped", "resolved"}


def _extent(when: ClinicalDate | None) -> tuple[date, date] | None:
    """First and last day that a date with its printed precision may mean."""
    if when is None:
        return None
    first = when.day
    match when.precision:
        case DatePrecision.YEAR:
            return first, date(first.year, 12, 31)
        case DatePrecision.MONTH:
            return first, first + timedelta(days=calendar.monthrange(first.year, first.month)[1] - 1)
        case _:
            return first, first


def _overlaps(extent: tuple[date, date], when: DateWindow) -> bool:
    first, last = extent
    return (when.start is None or last >= when.start) and (when.end is None or first <= when.end)
