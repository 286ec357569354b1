"""The child's task, done in this process."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents import reading
from arbiter_fhir.documents.child_process.child import perform
from arbiter_fhir.documents.child_process.wire import Task, decode_pages, parse_answer
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import typed_table

READ = Task("read", "lab_pdf")


def test_reading_answers_with_pages() -> None:
    document = decode_pages(parse_answer(perform(READ, typed_table())))
    assert "Potassium 6.2 mmol/L" in document.pages[0].text


def test_drawing_answers_with_a_picture() -> None:
    assert parse_answer(perform(Task("draw"), typed_table())).startswith(b"\x89PNG")


def test_refusals_are_answers() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_answer(perform(READ, b""))
    assert caught.value.code is ErrorCode.EMPTY


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), ErrorCode.MEMORY),
        (RecursionError(), ErrorCode.DEPTH),
        (OSError("Jane Roe 1961-11-04"), ErrorCode.CRASH),
    ],
)
def test_whatever_fails_is_told_without_the_documents_words(
    monkeypatch: pytest.MonkeyPatch, error: Exception, code: ErrorCode
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(reading, "read_pages", fail)
    answer = perform(READ, typed_table())
    assert b"Jane" not in answer
    with pytest.raises(DocumentError) as caught:
        parse_answer(answer)
    assert caught.value.code is code
