"""The trace covers every table that could hold something of a document."""

from __future__ import annotations

from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.custody import DerivedCount
from arbiter_fhir.store import SqlDocumentTrace, SqlKnownDocuments
from arbiter_fhir.store.tables import TENANT
from arbiter_fhir.store.trace import DERIVED, HISTORY
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, document, lab


def test_every_table_that_names_documents_is_counted_or_known_as_history() -> None:
    naming = {table for table in TENANT.tables.values() if "document_id" in table.c}
    assert naming == set(DERIVED) | HISTORY
    assert not set(DERIVED) & HISTORY


def test_every_row_of_a_document_is_counted_and_none_of_another(site: StoreSite) -> None:
    known = SqlKnownDocuments(site.worker)
    for number, facts in ((100, [lab(), lab("LDL", "131")]), (101, [lab(document_id=101)])):
        site.ingest(document(number), facts)
        known.remember(document(number), DOC_TYPE)
    counts = SqlDocumentTrace(site.worker).trace(DocumentId(100))
    assert counts == {
        "clinical_document_processing_jobs": DerivedCount(1, 0),
        "watch_documents": DerivedCount(1, 0),
        "clinical_document_identity_checks": DerivedCount(1, 0),
        "clinical_document_facts": DerivedCount(2, 0),
        "clinical_document_fact_embeddings": DerivedCount(2, 0),
        "clinical_document_chunks": DerivedCount(1, 0),
        "clinical_document_rejected_candidates": DerivedCount(1, 0),
        "clinical_document_promotions": DerivedCount(0, 0),
        "phi_tokens": DerivedCount(2, 0),
    }


def test_a_document_that_nobody_read_has_left_nothing(site: StoreSite) -> None:
    assert set(SqlDocumentTrace(site.query).trace(DocumentId(555)).values()) == {DerivedCount(0, 0)}


def test_identifiers_left_behind_count_as_in_use(site: StoreSite) -> None:
    site.ingest(document(100), [lab()])
    site.admin("UPDATE clinical_document_identity_checks SET active = 0")
    counts = SqlDocumentTrace(site.query).trace(DocumentId(100))
    assert counts["clinical_document_identity_checks"] == DerivedCount(1, 0)
