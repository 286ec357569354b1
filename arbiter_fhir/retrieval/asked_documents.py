"""Which documents a question means: by number, by kind, the newest of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from arbiter_fhir.domain.chart_record import ChartDocument
from arbiter_fhir.domain.question import DateWindow, Intent, RoutedQuestion
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import ReadDocument

__all__ = ["FILED_WITHIN", "asked_documents", "days_of_documents"]

#: So long after its own day a document may be filed: mail and fax within two weeks.
FILED_WITHIN: Final = timedelta(days=14)


def asked_documents(
    question: RoutedQuestion, *, listed: Sequence[ChartDocument], read: Sequence[ReadDocument]
) -> frozenset[DocumentId] | None:
    """The documents that a question is restricted to; ``None`` where it names none, empty where there is no such.

    Args:
        question: The routed question.
        listed: OpenEMR's list of the patient's documents: only these and those that were read are the patient's.
        read: What was read.
    """
    asked = question.document
    if asked is None:
        return frozenset(each.document_id for each in read) if question.intent is Intent.DOCUMENT else None
    if asked.number is not None:
        known = {each.document_id for each in listed} | {each.document_id for each in read}
        return frozenset(each for each in known if each == asked.number)
    if asked.doc_type is None and not asked.newest and question.intent is not Intent.DOCUMENT:
        # "Which documents are there?" restricts nothing.
        return None
    fitting = [each for each in read if asked.doc_type is None or each.doc_type is asked.doc_type]
    days = days_of_documents(listed, read)
    if not asked.newest:
        return _filed_for(question.when, frozenset(each.document_id for each in fitting), days)
    newest = max(fitting, key=lambda each: (days.get(each.document_id, date.min), each.document_id), default=None)
    return frozenset() if newest is None else frozenset({newest.document_id})


def _filed_for(
    when: DateWindow | None, fitting: frozenset[DocumentId], days: Mapping[DocumentId, date]
) -> frozenset[DocumentId]:
    """The documents of a time: filed in it or soon after, since "the report of March 2" is filed later; else all."""
    if when is None or when.start is None or when.end is None:
        return fitting
    last = when.end + FILED_WITHIN
    return frozenset(each for each in fitting if each in days and when.start <= days[each] <= last) or fitting


def days_of_documents(listed: Sequence[ChartDocument], read: Sequence[ReadDocument]) -> Mapping[DocumentId, date]:
    """Document to the day on which OpenEMR says it was stored, else the one on which it was read."""
    days = {each.document_id: each.read_at.date() for each in read if each.read_at is not None}
    return days | {each.document_id: each.stored_on for each in listed if each.stored_on is not None}
