"""How complete the record was."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.unread import unread_sentences
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.evidence import EvidenceScope, UnreadDocument
from arbiter_fhir.domain.tenant import DocumentId


def test_facts_that_wait_and_are_not_about_the_question_are_counted() -> None:
    for number, start in ((1, "One fact of this patient waits"), (2, "2 facts of this patient wait")):
        (said,) = unread_sentences(EvidenceScope(facts_in_review=number), shown_in_review=0)
        assert said.value.startswith(start)


@pytest.mark.parametrize(
    "scope, words",
    [
        (EvidenceScope(), []),
        (EvidenceScope(read_documents=4), []),
        (EvidenceScope(pending_documents=1), ["One document of this patient is still waiting"]),
        (EvidenceScope(failed_documents=2), ["2 documents of this patient could not be read"]),
        (EvidenceScope(documents_in_identity_review=3), ["3 documents are held back"]),
        (
            EvidenceScope(pending_documents=2, read_documents=4),
            ["4 of 6 documents of this patient were", "2 documents"],
        ),
        (EvidenceScope(unread=(UnreadDocument(DocumentId(12), "pages_unread", 2),)), ["2 pages of document 12"]),
        (EvidenceScope(unread=(UnreadDocument(DocumentId(12), "failed"),)), []),
        (EvidenceScope(unread=(UnreadDocument(DocumentId(12), "read_again"),)), ["Document 12 is being read again"]),
        (EvidenceScope(facts_in_review=3), ["1 of the 3 facts of this patient that wait"]),
        (EvidenceScope(facts_in_review=1), []),
        (
            EvidenceScope(parts_closed_to_caller=(ChartPart.RESULTS, ChartPart.DEMOGRAPHICS)),
            ["Laboratory results and orders of the chart are closed to you", "Demographics of the chart are closed"],
        ),
        (EvidenceScope(closed_categories=True), ["Only documents in categories that OpenEMR opens to you"]),
        (EvidenceScope(withheld_visits=1), ["One visit is marked as sensitive"]),
        (EvidenceScope(withheld_visits=2), ["2 visits are marked as sensitive"]),
    ],
)
def test_what_was_not_read_is_counted(scope: EvidenceScope, words: list[str]) -> None:
    said = [sentence.value for sentence in unread_sentences(scope, shown_in_review=1)]
    assert len(said) == len(words)
    assert all(sentence.startswith(start) for sentence, start in zip(said, words, strict=True))
