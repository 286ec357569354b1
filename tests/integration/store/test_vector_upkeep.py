"""Vectors of another model are found and replaced as the worker account, and what was withdrawn stays out."""

from __future__ import annotations

from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.vectors import NewVectors, StaleTexts
from arbiter_fhir.store import SqlPatientEvidence, SqlVectorUpkeep
from tests.integration.store import samples
from tests.integration.store.conftest import StoreSite

NEW = "other-model@abc"
SEVEN = PatientId(7)
WHOLE = RecordView.whole(SEVEN)


def renewed(site: StoreSite, patient_id: PatientId = SEVEN) -> StaleTexts:
    upkeep = SqlVectorUpkeep(site.worker)
    stale = upkeep.stale_texts(patient_id, NEW)
    vectors = NewVectors(
        tuple((row_id, samples.unit_vector(900 + row_id)) for row_id, _ in stale.facts),
        tuple((row_id, samples.unit_vector(800 + row_id)) for row_id, _ in stale.chunks),
    )
    upkeep.replace(patient_id, vectors, model_id=NEW)
    return stale


def test_patients_with_vectors_of_another_model_are_found(site: StoreSite) -> None:
    site.ingest(samples.document(100), [samples.lab()])
    site.ingest(samples.document(101, 8), [samples.lab()])
    upkeep = SqlVectorUpkeep(site.worker)
    assert set(upkeep.stale_patients(NEW, limit=10)) == {7, 8}
    assert len(upkeep.stale_patients(NEW, limit=1)) == 1
    assert not upkeep.stale_patients(samples.MODEL, limit=10)


def test_a_search_finds_one_models_vectors_only(site: StoreSite) -> None:
    (fact_id,) = site.ingest(samples.document(100), [samples.lab()])
    near = samples.unit_vector(900 + fact_id)
    evidence = SqlPatientEvidence(site.query)
    assert not evidence.nearest(WHOLE, near, model_id=NEW, limit=5)
    assert evidence.vector_models(WHOLE) == {samples.MODEL: 1}
    stale = renewed(site)
    assert stale.count == 2
    assert evidence.vector_models(WHOLE) == {NEW: 1}
    (found,) = evidence.nearest(WHOLE, near, model_id=NEW, limit=5)
    assert (found.fact.fact_id, round(found.distance, 6)) == (fact_id, 0.0)
    assert not evidence.nearest(WHOLE, near, model_id=samples.MODEL, limit=5)
    assert renewed(site).count == 0


def test_another_patients_vectors_are_left_alone(site: StoreSite) -> None:
    site.ingest(samples.document(100), [samples.lab()])
    site.ingest(samples.document(101, 8), [samples.lab()])
    renewed(site)
    assert SqlVectorUpkeep(site.worker).stale_patients(NEW, limit=10) == [8]


def test_what_was_withdrawn_meanwhile_is_not_touched(site: StoreSite) -> None:
    site.ingest(samples.document(100), [samples.lab()])
    upkeep = SqlVectorUpkeep(site.worker)
    stale = upkeep.stale_texts(SEVEN, NEW)
    with site.work().begin() as unit:
        unit.deactivate_document(samples.document(100).document_id, reason="deleted")
    facts = tuple((row_id, samples.unit_vector(1)) for row_id, _ in stale.facts)
    upkeep.replace(SEVEN, NewVectors(facts, ()), model_id=NEW)
    assert site.number("clinical_document_fact_embeddings", f"embedding_model = '{NEW}'") == 0
    assert not upkeep.stale_patients(NEW, limit=10)


def test_the_search_for_other_models_reads_an_index(site: StoreSite) -> None:
    site.ingest(samples.document(100), [samples.lab()])
    plan = site.admin(
        "EXPLAIN SELECT patient_id FROM clinical_document_fact_embeddings"
        " WHERE (embedding_model < 'm' OR embedding_model > 'm') AND active"
    )
    assert "by_model" in str(plan)
