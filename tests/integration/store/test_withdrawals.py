"""Withdrawal: nothing of the document can be used, what names people is gone, history stays."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.promotion import RetractionAction
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import RetractionRecord
from arbiter_fhir.store import SqlDocumentTrace, SqlPatientEvidence, SqlPhiMapReader
from arbiter_fhir.store.grants import AccountRole
from arbiter_fhir.store.phi_map import PhiCipher
from tests.integration.store.conftest import KEK, StoreSite
from tests.integration.store.samples import MODEL, document, lab, unit_vector

WHOLE = RecordView.whole(PatientId(7))


def withdraw(site: StoreSite, document_id: int) -> None:
    with site.work().begin() as unit:
        unit.lock_document(DocumentId(document_id))
        unit.deactivate_document(DocumentId(document_id), reason="source_deleted")


def test_nothing_of_the_document_is_evidence_any_more(site: StoreSite) -> None:
    site.ingest(document(100), [lab()])
    site.ingest(document(101), [lab("LDL", "131", document_id=101)])
    evidence = SqlPatientEvidence(site.query)
    withdraw(site, 100)
    assert [record.document_id for record in evidence.active_facts(WHOLE)] == [101]
    near = evidence.nearest(WHOLE, unit_vector(1), model_id=MODEL, limit=9)
    assert [neighbour.fact.document_id for neighbour in near] == [101]
    assert evidence.documents_active(WHOLE, [DocumentId(100), DocumentId(101)]) == {101}


def test_what_names_people_is_erased_and_the_rest_stays_as_history(site: StoreSite) -> None:
    site.ingest(document(100), [lab()])
    withdraw(site, 100)
    assert site.number("phi_tokens") == 0
    assert site.number("clinical_document_identity_checks", "extracted_identifiers IS NULL AND active = 0") == 1
    history = "active = 0 AND retracted_at IS NOT NULL AND retraction_reason = 'source_deleted'"
    assert site.number("clinical_document_facts", history) == 1
    assert site.number("clinical_document_processing_jobs", "status = 'retracted' AND retracted_at IS NOT NULL") == 1
    reader = SqlPhiMapReader(site.engine(AccountRole.REID), PhiCipher(site.name, KEK))
    assert reader.read(PatientId(7), DocumentId(100)).values == {}


def test_twice_is_once(site: StoreSite) -> None:
    site.ingest(document(100), [lab()])
    withdraw(site, 100)
    tables = ("clinical_document_facts", "clinical_document_promotions", "clinical_document_processing_jobs")
    before = [site.admin(f"SELECT * FROM {table}") for table in tables]
    withdraw(site, 100)
    assert [site.admin(f"SELECT * FROM {table}") for table in tables] == before


def test_the_trace_counts_everything_before_and_nothing_in_use_after(site: StoreSite) -> None:
    site.ingest(document(100), [lab(), lab("LDL", "131")])
    trace = SqlDocumentTrace(site.worker)
    before = trace.trace(DocumentId(100))
    assert before["clinical_document_facts"].active == 2
    assert before["phi_tokens"].active == 2
    withdraw(site, 100)
    after = SqlDocumentTrace(site.query).trace(DocumentId(100))
    assert {name: count.active for name, count in after.items()} == dict.fromkeys(after, 0)
    assert after["clinical_document_facts"].inactive == 2


def test_retractions_are_appended_and_cannot_be_changed(site: StoreSite) -> None:
    record = RetractionRecord(
        patient_id=PatientId(7),
        document_id=DocumentId(100),
        job_id=None,
        fact_id=None,
        promotion_id=3,
        promoted_table="procedure_result",
        promoted_record_id=55,
        prior_state="promoted",
        new_state="retracted",
        action=RetractionAction.CHART_ROW_INACTIVATED,
        actor_type="watch",
        actor_id="w1",
        reason="source_deleted",
    )
    with site.work().begin() as unit:
        unit.save_retractions([])
        unit.save_retractions([record, record])
    assert site.number("clinical_document_retractions", "action = 'chart_row_inactivated'") == 2
    with site.raw(AccountRole.WORKER) as connection, connection.cursor() as cursor:
        for statement in ("UPDATE {} SET reason = ''", "DELETE FROM {}", "INSERT INTO {} (created_at) VALUES (now())"):
            with pytest.raises(Exception, match=r"\((1142|1143),"):
                cursor.execute(statement.format("clinical_document_retractions"))
