"""Which documents a question means."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import AskedDocument, DateWindow, Intent
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import ReadDocument
from arbiter_fhir.retrieval.asked_documents import asked_documents, days_of_documents

FORM, LAB = DocType.INTAKE_FORM, DocType.LAB_PDF


def read(number: int, doc_type: DocType = LAB, day: int = 1) -> ReadDocument:
    return ReadDocument(DocumentId(number), doc_type, datetime(2026, 5, day, tzinfo=UTC))


def listed(number: int, day: date | None) -> ChartDocument:
    return ChartDocument(DocumentId(number), PatientId(7), "Lab Report", day)


READ = [read(1), read(2, FORM), read(3, day=9), read(4)]
LISTED = [listed(1, date(2026, 4, 30)), listed(4, date(2026, 5, 2)), listed(9, None)]


@pytest.mark.parametrize(
    "asked, documents",
    [
        (AskedDocument(LAB), {3}),
        (AskedDocument(LAB, newest=False), {1, 3, 4}),
        (AskedDocument(FORM), {2}),
        (AskedDocument(), {3}),
        (AskedDocument(newest=False), {1, 2, 3, 4}),
        (AskedDocument(DocType.FAX_PACKET), set()),
        (AskedDocument(number=4), {4}),
        (AskedDocument(number=9), {9}),
        (AskedDocument(number=77), set()),
    ],
)
def test_documents_by_kind_and_number(build: Any, asked: AskedDocument, documents: set[int]) -> None:
    question = replace(build.question(intent=Intent.DOCUMENT), document=asked)
    assert asked_documents(question, listed=LISTED, read=READ) == documents


def test_a_question_that_names_no_document_is_restricted_to_none(build: Any) -> None:
    assert asked_documents(build.question(), listed=LISTED, read=READ) is None
    any_of_them = replace(build.question(intent=Intent.LIST), document=AskedDocument(newest=False))
    assert asked_documents(any_of_them, listed=LISTED, read=READ) is None
    every = asked_documents(build.question(intent=Intent.DOCUMENT), listed=LISTED, read=READ)
    assert every == {1, 2, 3, 4}


def test_the_day_that_openemr_gives_goes_before_the_day_of_reading() -> None:
    assert days_of_documents(LISTED, READ) == {
        1: date(2026, 4, 30),
        2: date(2026, 5, 1),
        3: date(2026, 5, 9),
        4: date(2026, 5, 2),
    }


def test_of_two_documents_of_one_day_the_later_one_is_newer(build: Any) -> None:
    question = replace(build.question(), document=AskedDocument(LAB))
    assert asked_documents(question, listed=[], read=[read(6), read(5)]) == {6}


@pytest.mark.parametrize(
    "when, documents",
    [
        (DateWindow(date(2026, 4, 28), date(2026, 4, 28)), {1, 4, 3}),
        (DateWindow(date(2026, 4, 30), date(2026, 4, 30)), {1, 4, 3}),
        (DateWindow(date(2026, 4, 18), date(2026, 4, 18)), {1, 4}),
        (DateWindow(date(2020, 1, 1), date(2020, 1, 31)), {1, 3, 4}),
        (DateWindow(date(2026, 5, 8)), {1, 3, 4}),
    ],
)
def test_a_time_picks_what_was_filed_in_it_or_soon_after(build: Any, when: DateWindow, documents: set[int]) -> None:
    question = replace(build.question(intent=Intent.DOCUMENT), document=AskedDocument(LAB, newest=False), when=when)
    assert asked_documents(question, listed=LISTED, read=READ) == documents
