"""A document outside of a view changes nothing of what any statement answers: as if it were not there.

Each method of the two ports is asked three times: of a view that leaves the second document out, of a view of
everything, and of a view of everything before the second document came. The first and the last answer alike, and the
second shows that there was something to leave out.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.record_view import OpenDocuments, RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import PatientEvidence
from arbiter_fhir.ports.patient_documents import PatientDocuments
from arbiter_fhir.store import SqlPatientDocuments, SqlPatientEvidence
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, MODEL, SHA3, document, lab, unit_vector
from tests.integration.store.test_patient_documents import promote

P7 = PatientId(7)
OPEN, CLOSED, WAITING = DocumentId(100), DocumentId(101), DocumentId(102)
WHOLE = RecordView.whole(P7)
BOUNDED = RecordView(P7, OpenDocuments.these([OPEN]))

#: What each method is asked for beside the view; those of one document ask for the closed one.
ASKED: dict[str, dict[str, Any]] = {
    "active_facts": {},
    "review_facts": {},
    "chart_rows": {},
    "nearest": {"vector": unit_vector(1), "model_id": MODEL, "limit": 9},
    "vector_models": {},
    "passages": {"limit": 9},
    "read_documents": {},
    "unread_documents": {},
    "identity_counts": {},
    "divided_documents": {},
    "documents_active": {"document_ids": [OPEN, CLOSED]},
    "of_patient": {},
    "find": {"document_id": CLOSED},
    "facts_at": {"document_id": CLOSED, "field": "results[0]"},
    "passage": {"document_id": CLOSED},
    # A decision is about bytes: what was decided about a copy holds for this document as well.
    "review_of": {"content_hash": SHA3, "fact_fingerprint": "f" * 64},
}


def methods(port: type) -> dict[str, Callable[..., Any]]:
    return {name: method for name, method in vars(port).items() if callable(method) and not name.startswith("_")}


def test_no_method_can_be_asked_without_a_view() -> None:
    bare = []
    for port in (PatientEvidence, PatientDocuments):
        for name, method in methods(port).items():
            hints = typing.get_type_hints(method)
            if next(iter(hints.values())) is not RecordView or PatientId in hints.values():
                bare.append(name)
    assert bare == ["numbers"], "views are made from it"


def test_every_method_is_asked_here() -> None:
    assert set(ASKED) == {*methods(PatientEvidence), *methods(PatientDocuments)} - {"numbers"}


def read(site: StoreSite, method: str, view: RecordView) -> Any:
    ports = (SqlPatientEvidence(site.query), SqlPatientDocuments(site.query))
    port = next(each for each in ports if hasattr(each, method))
    further = {"chunk_id": window_of(site, CLOSED)} if method == "passage" else {}
    return getattr(port, method)(view, **ASKED[method], **further)


def window_of(site: StoreSite, number: DocumentId) -> int:
    found = site.admin(f"SELECT id FROM clinical_document_chunks WHERE document_id = {number}")
    return int(str(found[0][0])) if found else 1


def ingest(site: StoreSite, number: DocumentId, status: IdentityStatus = IdentityStatus.VERIFIED) -> None:
    """A document with a fact that counts, one that waits, a vector for the former, a text window."""
    sure, unsure = ("Hemoglobin A1c", "LDL") if number == OPEN else ("Glucose", "HDL")
    waits = lab(unsure, "131", document_id=number, certainty=Certainty.NEEDS_REVIEW)
    facts = [lab(sure, document_id=number), waits]
    site.ingest(document(number), facts, status=status)


@pytest.mark.parametrize("method", [name for name in ASKED if name not in {"review_of", "divided_documents"}])
def test_what_is_closed_changes_no_answer(site: StoreSite, method: str) -> None:
    ingest(site, OPEN)
    promote(site, "promoted", "none")
    before = read(site, method, WHOLE)
    ingest(site, CLOSED)
    promote(site, "promoted", "none", f"WHERE document_id = {CLOSED}")
    site.queue().enqueue(document(WAITING), DOC_TYPE)
    assert read(site, method, BOUNDED) == before
    assert read(site, method, WHOLE) != before
    nothing, nobody = RecordView(P7, OpenDocuments.these([])), RecordView.whole(PatientId(9))
    assert read(site, method, nothing) == read(site, method, nobody)


def test_the_parts_of_a_closed_document_are_not_told(site: StoreSite) -> None:
    evidence = SqlPatientEvidence(site.query)
    ingest(site, CLOSED)
    site.admin("UPDATE clinical_document_identity_checks SET part_kind = 'packet'")
    assert len(evidence.divided_documents(WHOLE)) == 1
    assert evidence.divided_documents(BOUNDED) == []


def test_the_numbers_of_documents_are_of_one_patient(site: StoreSite) -> None:
    for number, patient in ((100, 7), (101, 8), (102, 7)):
        site.queue().enqueue(document(number, patient), DOC_TYPE)
    documents = SqlPatientDocuments(site.query)
    assert [list(documents.numbers(PatientId(pid))) for pid in (7, 8, 9)] == [[100, 102], [101], []]
