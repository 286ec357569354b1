"""The watch's memory."""

from __future__ import annotations

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.stores import KnownDocument, KnownState
from arbiter_fhir.store import SqlKnownDocuments
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, SHA3, document


def test_the_mark_goes_up_and_never_down(site: StoreSite) -> None:
    known = SqlKnownDocuments(site.worker)
    assert known.high_water_mark() == 0
    for seen in (5, 9, 7):
        known.raise_high_water_mark(DocumentId(seen))
    assert known.high_water_mark() == 9


def test_what_was_seen_last_is_remembered(site: StoreSite) -> None:
    known = SqlKnownDocuments(site.worker)
    known.remember(document(100, 7), DOC_TYPE)
    assert known.find(DocumentId(100)) == KnownDocument(100, 7, DOC_TYPE, SHA3, KnownState.ACTIVE)  # type: ignore[arg-type]
    known.remember(document(100, 8, content_hash="cd" * 64), DocType.INTAKE_FORM)
    found = known.find(DocumentId(100))
    assert found is not None
    assert (found.patient_id, found.doc_type, found.content_hash) == (8, DocType.INTAKE_FORM, "cd" * 64)
    assert known.find(DocumentId(101)) is None


def test_a_document_that_is_gone_is_remembered_but_not_followed(site: StoreSite) -> None:
    known = SqlKnownDocuments(site.worker)
    for number in (1, 2, 3):
        known.remember(document(number), DOC_TYPE)
    known.mark_gone(DocumentId(2))
    known.mark_gone(DocumentId(99))
    assert [row.document_id for row in known.page(after=DocumentId(0), limit=9)] == [1, 3]
    gone = known.find(DocumentId(2))
    assert gone is not None
    assert gone.state is KnownState.GONE
    known.remember(document(2), DOC_TYPE)
    assert [row.document_id for row in known.page(after=DocumentId(1), limit=1)] == [2]
