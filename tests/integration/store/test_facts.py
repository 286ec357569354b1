"""Facts, their vectors and what was rejected, stored by the worker's account."""

from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.tenant import DocumentId, FactId, PatientId
from arbiter_fhir.errors import ErrorCode, StoreError, TenancyError
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import MODEL, active, document, fingerprints, lab, unit_vector


def test_a_fact_comes_back_as_it_went_in(site: StoreSite) -> None:
    swapped = ClinicalDate(date(2026, 4, 10), None, DatePrecision.DAY, ambiguous=True)
    facts = [lab(), lab("LDL", "131", when=swapped), lab("Größe ≥ µ", "1.0")]
    ids = site.ingest(document(100), facts)
    with site.work().begin() as unit:
        stored = unit.facts_of_document(DocumentId(100))
    assert [record.fact_id for record in stored] == ids
    assert [record.fact for record in stored] == facts
    assert [(record.fact_fingerprint, record.clinical_fingerprint) for record in stored] == [
        fingerprints(fact) for fact in facts
    ]
    assert all(record.active and record.retracted_at is None and record.patient_id == 7 for record in stored)


def test_only_facts_that_passed_the_identity_gate_are_active(site: StoreSite) -> None:
    site.ingest(document(100), [lab()], status=IdentityStatus.AMBIGUOUS)
    with site.work().begin() as unit:
        assert [record.active for record in unit.facts_of_document(DocumentId(100))] == [False]


def test_reading_a_document_again_doubles_nothing(site: StoreSite) -> None:
    first = site.ingest(document(100), [lab(), lab("LDL", "131")])
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    second = site.ingest(document(100), [lab("LDL", "131"), lab()])
    assert site.number("clinical_document_facts") == 2
    assert site.number("clinical_document_fact_embeddings") == 2
    assert site.number("clinical_document_chunks") == 1
    assert site.number("clinical_document_rejected_candidates") == 1
    # No promotion and no retraction names the first reading's facts, so they were replaced.
    assert not set(first) & set(second)


def test_a_fact_that_history_names_is_brought_up_to_date_in_place(site: StoreSite) -> None:
    (first,) = site.ingest(document(100), [lab()])
    site.admin(
        "INSERT INTO clinical_document_retractions (patient_id, document_id, fact_id, prior_state, new_state, action,"
        " actor_type, actor_id, reason) VALUES (7, 100, %s, 'active', 'retracted', 'deactivated', 'watch', 'w', 'r')",
        (first,),
    )
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert site.ingest(document(100), [lab()]) == [first]
    with site.work().begin() as unit:
        (record,) = unit.facts_of_document(DocumentId(100))
    assert record.active
    assert record.retracted_at is None


def test_the_same_line_printed_twice_is_one_fact(site: StoreSite) -> None:
    ids = site.ingest(document(100), [lab(), lab()], vectors=[unit_vector(1), unit_vector(2)])
    assert ids[0] == ids[1]
    assert site.number("clinical_document_facts") == 1


def test_a_document_moved_to_another_patient_leaves_history_and_no_active_twin(site: StoreSite) -> None:
    site.ingest(document(100, 7), [lab()])
    with pytest.raises(StoreError) as refused:
        site.ingest(document(100, 8), [lab()])
    assert refused.value.code is ErrorCode.STORE_CONFLICT
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_moved_patient")
    site.ingest(document(100, 8), [lab()])
    assert site.admin("SELECT patient_id, active FROM clinical_document_facts ORDER BY id") == [(7, 0), (8, 1)]


def test_a_fact_that_passed_the_gate_for_another_patient_is_refused(site: StoreSite) -> None:
    lease = site.claimed()
    with pytest.raises(TenancyError), site.work().begin(lease) as unit:
        unit.save_facts(
            job=lease.job,
            identity_check_ids=[1],
            facts=[lab()],
            active=active([lab()], patient_id=8),
            fingerprints=[fingerprints(lab())],
        )
    assert site.number("clinical_document_facts") == 0


def test_a_vector_for_another_patients_fact_is_refused(site: StoreSite) -> None:
    (fact_id,) = site.ingest(document(100, 7), [lab()])
    with pytest.raises(TenancyError), site.work().begin() as unit:
        unit.save_fact_embeddings(patient_id=PatientId(8), vectors=[(fact_id, unit_vector(1))], model_id=MODEL)


def test_a_vector_of_the_wrong_length_is_refused_before_it_reaches_the_database(site: StoreSite) -> None:
    (fact_id,) = site.ingest(document(100, 7), [lab()])
    with pytest.raises(StoreError) as refused, site.work().begin() as unit:
        unit.save_fact_embeddings(patient_id=PatientId(7), vectors=[(FactId(fact_id), b"short")], model_id=MODEL)
    assert refused.value.code is ErrorCode.STORE_CONFLICT


def test_no_vector_at_all_is_no_statement(site: StoreSite) -> None:
    with site.work().begin() as unit:
        unit.save_fact_embeddings(patient_id=PatientId(7), vectors=[], model_id=MODEL)
    assert site.number("clinical_document_fact_embeddings") == 0


def test_text_that_is_no_unicode_is_refused_and_not_shown(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused:
        site.ingest(document(100), [lab("Secret\ud800Name")])
    assert "Secret" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert site.number("clinical_document_facts") == 0
