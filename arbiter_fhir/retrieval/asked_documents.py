"""Which documents a question means: by number, by kind, the newest of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from arbiter_fhir.domain.chart_record import ChartDocument
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import ReadDocument

__all__ = ["asked_documents", "days_of_documents"]


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
    if not asked.newest:
        return frozenset(each.document_id for each in fitting)
    days = days_of_documents(listed, read)
    newest = max(fitting, key=lambda each: (days.get(each.document_id, date.min), each.document_id), default=None)
    return frozenset() if newest is None else frozenset({newest.document_id})


def days_of_documents(listed: Sequence[ChartDocument], read: Sequence[ReadDocument]) -> Mapping[DocumentId, date]:
    """Document to the day on which OpenEMR says it was stored, else the one on which it was read."""
    days = {each.document_id: each.read_at.date() for each in read if each.read_at is not None}
    return days | {each.document_id: each.stored_on for each in listed if each.stored_on is not None}
