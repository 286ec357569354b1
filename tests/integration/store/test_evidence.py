"""Evidence: only this patient's, only what every gate let through, by a plan that reads only this patient's rows."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.store import SqlDocumentTrace, SqlKnownDocuments, SqlPatientEvidence
from arbiter_fhir.store.evidence import nearest_statement
from arbiter_fhir.store.session import transaction
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import (
    DOC_TYPE,
    MODEL,
    active,
    candidates,
    document,
    fingerprints,
    identity,
    lab,
    unit_vector,
)

P7, P8 = RecordView.whole(PatientId(7)), RecordView.whole(PatientId(8))


@pytest.fixture
def evidence(site: StoreSite) -> SqlPatientEvidence:
    return SqlPatientEvidence(site.query)


def test_facts_are_of_one_patient(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    site.ingest(document(100, 7), [lab()])
    site.ingest(document(101, 8), [lab("LDL", "131")])
    assert [record.fact.value.test_name for record in evidence.active_facts(P7)] == ["Hemoglobin A1c"]
    assert [record.fact.value.test_name for record in evidence.active_facts(P8)] == ["LDL"]
    assert evidence.active_facts(RecordView.whole(PatientId(9))) == []


def test_findings_for_a_person_are_kept_apart(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    unsure = lab("LDL", "131", certainty=Certainty.NEEDS_REVIEW)
    weaker = lab("HDL", "55", certainty=Certainty.DOCUMENT_FACT)
    site.ingest(document(100), [lab(), unsure, weaker])
    assert {record.fact.value.test_name for record in evidence.active_facts(P7)} == {"Hemoglobin A1c", "HDL"}
    assert [record.fact.value.test_name for record in evidence.review_facts(P7)] == ["LDL"]
    near = evidence.nearest(P7, unit_vector(1), model_id=MODEL, limit=9)
    assert {neighbour.fact.fact.value.test_name for neighbour in near} == {"Hemoglobin A1c", "HDL"}


@pytest.mark.parametrize(
    "status",
    [status for status in IdentityStatus if not status.opens_the_gate],
)
def test_a_document_whose_identity_is_not_open_gives_nothing(
    site: StoreSite, evidence: SqlPatientEvidence, status: IdentityStatus
) -> None:
    site.ingest(document(100), [lab(), lab("LDL", "131", certainty=Certainty.NEEDS_REVIEW)], status=status)
    # Even if a row were active by mistake, the check of its document is part of the statement.
    site.admin("UPDATE clinical_document_facts SET active = 1")
    assert evidence.active_facts(P7) == []
    assert evidence.review_facts(P7) == []
    assert evidence.nearest(P7, unit_vector(1), model_id=MODEL, limit=9) == []
    assert evidence.identity_counts(P7) == {status: 1}


def test_a_fact_of_another_patients_part_is_no_evidence_even_if_it_were_active(
    site: StoreSite, evidence: SqlPatientEvidence
) -> None:
    lease = site.claimed(document(100))
    found = [lab(), lab("LDL", "131")]
    with site.work().begin(lease) as unit:
        parts = identity(7, IdentityStatus.VERIFIED, IdentityStatus.MISMATCH)
        checks = unit.save_identity(job=lease.job, identity=parts, candidates=candidates())
        ids = unit.save_facts(
            job=lease.job,
            identity_check_ids=[checks[1], checks[2]],
            facts=found,
            active=active(found, patient_id=7),
            fingerprints=[fingerprints(fact) for fact in found],
        )
        vectors = [(fact_id, unit_vector(place)) for place, fact_id in enumerate(ids, start=1)]
        unit.save_fact_embeddings(patient_id=P7.patient_id, vectors=vectors, model_id=MODEL)
        unit.finish_job(lease)
    assert [record.fact_id for record in evidence.active_facts(P7)] == [ids[0]]
    assert [near.fact.fact_id for near in evidence.nearest(P7, unit_vector(2), model_id=MODEL, limit=9)] == [ids[0]]
    assert evidence.identity_counts(P7) == {IdentityStatus.MISMATCH: 1}
    site.ingest(document(101), [lab()])
    assert [
        (part.document_id, part.number, part.first_page, part.last_page, part.status)
        for part in evidence.divided_documents(P7)
    ] == [
        (100, 1, 1, 1, IdentityStatus.VERIFIED),
        (100, 2, 2, 2, IdentityStatus.MISMATCH),
    ]
    assert evidence.divided_documents(P8) == []
    assert [part.status for part in SqlDocumentTrace(site.worker).parts(DocumentId(101))] == [IdentityStatus.VERIFIED]


def test_a_job_that_did_not_succeed_gives_nothing(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    site.ingest(document(100), [lab()], finish=False)
    assert evidence.active_facts(P7) == []
    assert evidence.documents_active(P7, [DocumentId(100)]) == set()


def test_a_document_that_the_watch_saw_go_gives_nothing_before_it_is_withdrawn(
    site: StoreSite, evidence: SqlPatientEvidence
) -> None:
    known = SqlKnownDocuments(site.worker)
    site.ingest(document(100), [lab()])
    known.remember(document(100), DOC_TYPE)
    assert len(evidence.active_facts(P7)) == 1
    known.remember(document(100, 8), DOC_TYPE)
    assert evidence.active_facts(P7) == []
    known.remember(document(100), DOC_TYPE)
    known.mark_gone(DocumentId(100))
    assert evidence.active_facts(P7) == []
    assert evidence.nearest(P7, unit_vector(1), model_id=MODEL, limit=9) == []
    assert evidence.documents_active(P7, [DocumentId(100)]) == set()


def test_counts_of_identity_are_of_current_jobs(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    site.ingest(document(100), [lab()])
    site.ingest(document(101), [lab()], status=IdentityStatus.AMBIGUOUS)
    site.ingest(document(102), [lab("LDL", "131")])
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(102), reason="source_deleted")
    assert evidence.identity_counts(P7) == {IdentityStatus.VERIFIED: 1, IdentityStatus.AMBIGUOUS: 1}
    assert evidence.identity_counts(P8) == {}


def test_documents_are_active_for_their_own_patient_only(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    site.ingest(document(100, 7), [lab()])
    assert evidence.documents_active(P7, [DocumentId(100), DocumentId(555)]) == {100}
    assert evidence.documents_active(P8, [DocumentId(100)]) == set()
    assert evidence.documents_active(P7, []) == set()


def test_vectors_of_another_model_are_never_compared(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    site.ingest(document(100), [lab()])
    assert evidence.nearest(P7, unit_vector(1), model_id="other:1", limit=9) == []


@pytest.mark.parametrize("patient", [1, 2, 3, 4])
def test_neighbours_are_those_that_numpy_finds(site: StoreSite, evidence: SqlPatientEvidence, patient: int) -> None:
    """Recall 1.0 and the right order for patients who own 1, 10, 29 and 60 % of the rows (performance notes, B6.5)."""
    rows = {1: 4, 2: 40, 3: 116, 4: 240}
    vectors: dict[int, np.ndarray] = {}
    for number, size in rows.items():
        facts = [lab(f"Test {index}", str(index)) for index in range(size)]
        near = [unit_vector(1000 * number + index) for index in range(size)]
        ids = site.ingest(document(number, number), facts, vectors=near)
        if number == patient:
            vectors = {fact_id: np.frombuffer(vector, "<f4") for fact_id, vector in zip(ids, near, strict=True)}
    wanted = np.frombuffer(unit_vector(77), "<f4")
    truth = sorted(vectors, key=lambda fact_id: 1 - float(vectors[fact_id] @ wanted))[:30]
    found = evidence.nearest(RecordView.whole(PatientId(patient)), unit_vector(77), model_id=MODEL, limit=30)
    assert [neighbour.fact.fact_id for neighbour in found] == truth
    assert found[0].distance == pytest.approx(1 - float(vectors[truth[0]] @ wanted), abs=1e-5)


@pytest.mark.parametrize("patient", [7, 8])
def test_the_plan_reads_one_patients_rows_by_the_primary_key(site: StoreSite, patient: int) -> None:
    site.ingest(document(100, 7), [lab(f"Test {index}", str(index)) for index in range(150)])
    site.ingest(document(101, 8), [lab()])
    for table in ("clinical_document_facts", "clinical_document_fact_embeddings"):
        site.admin(f"ANALYZE TABLE {table}")
    statement = nearest_statement(RecordView.whole(PatientId(patient)), unit_vector(1), model_id=MODEL, limit=30)
    with transaction(site.query) as connection:
        compiled = statement.compile(connection, compile_kwargs={"render_postcompile": True})
        values = {name: compiled.params[name] for name in compiled.params}
        plan = connection.exec_driver_sql(f"EXPLAIN {compiled}", values).mappings().all()
    by_table = {row["table"]: row for row in plan}
    for table in ("clinical_document_fact_embeddings", "clinical_document_facts"):
        assert by_table[table]["key"] == "PRIMARY"
        assert by_table[table]["type"] in {"ref", "eq_ref", "range"}
    assert all(row["type"] != "ALL" for row in plan)
    assert "FORCE INDEX (PRIMARY)" in str(compiled)
    assert plan[0]["table"] == "clinical_document_fact_embeddings"
