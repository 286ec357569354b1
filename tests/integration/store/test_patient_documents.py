"""A patient's documents and what stands in them, read with the query account: never another patient's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.dialects import mysql

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.ports.patient_documents import DocumentTally
from arbiter_fhir.store import SqlKnownDocuments, SqlPatientDocuments
from arbiter_fhir.store.patient_documents import facts_at_statement
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, candidates, document, identity, lab

P7, P8 = RecordView.whole(PatientId(7)), RecordView.whole(PatientId(8))
D100 = DocumentId(100)


def promote(site: StoreSite, outcome: str, review: str, which: str = "") -> None:
    """What promotion decided about facts, with a chart row where it wrote one."""
    row = "45" if outcome == "promoted" else "NULL"
    site.admin(
        "INSERT INTO clinical_document_promotions (patient_id, document_id, job_id, fact_id, fact_fingerprint,"
        " clinical_content_fingerprint, promoted_table, promoted_record_id, outcome, conflict_reason, citation_json,"
        " confidence, review_status, active)"
        " SELECT patient_id, document_id, job_id, id, fact_fingerprint, clinical_content_fingerprint,"
        f" 'procedure_result', {row}, '{outcome}', '', citation_json, 1, '{review}', 1"
        f" FROM clinical_document_facts {which}"
    )


@pytest.fixture
def documents(site: StoreSite) -> SqlPatientDocuments:
    return SqlPatientDocuments(site.query)


def test_documents_are_of_one_patient_newest_first(site: StoreSite, documents: SqlPatientDocuments) -> None:
    site.ingest(document(100, 7), [lab()])
    site.ingest(document(101, 8), [lab("LDL", "131")])
    site.ingest(document(102, 7), [lab("LDL", "131")])
    assert [record.document_id for record in documents.of_patient(P7)] == [102, 100]
    assert [record.document_id for record in documents.of_patient(P8)] == [101]
    assert documents.of_patient(RecordView.whole(PatientId(9))) == []
    assert documents.find(P7, DocumentId(101)) is None
    assert documents.find(P8, DocumentId(101)) is not None


def test_a_document_tells_its_state_pages_and_facts(site: StoreSite, documents: SqlPatientDocuments) -> None:
    unsure = lab("LDL", "131", certainty=Certainty.NEEDS_REVIEW)
    site.ingest(document(100), [lab(), unsure, lab("HDL", "55", certainty=Certainty.DOCUMENT_FACT)])
    (record,) = documents.of_patient(P7)
    assert (record.status, record.there, record.pages) == (JobStatus.SUCCEEDED, True, 1)
    assert record.tally == DocumentTally(found=3, in_chart=0, review=0, kept=2)
    promote(site, "needs_review", "open", "WHERE certainty = 'needs_review'")
    assert documents.of_patient(P7)[0].tally == DocumentTally(found=3, in_chart=0, review=1, kept=2)
    promote(site, "conflict_needs_review", "open", "WHERE certainty = 'verified'")
    assert documents.of_patient(P7)[0].tally == DocumentTally(found=3, in_chart=0, review=2, kept=1)
    site.admin("UPDATE clinical_document_facts SET review_decision = 'reject' WHERE certainty = 'needs_review'")
    assert documents.of_patient(P7)[0].tally.found == 2
    assert record.worst_part is not None
    assert record.worst_part.status is IdentityStatus.VERIFIED
    assert record.updated_at == record.read_at


@pytest.mark.parametrize("status", [IdentityStatus.MISMATCH, IdentityStatus.AMBIGUOUS])
def test_facts_of_a_doubtful_document_are_found_and_nothing_more(
    site: StoreSite, documents: SqlPatientDocuments, status: IdentityStatus
) -> None:
    site.ingest(document(100), [lab(), lab("LDL", "131", certainty=Certainty.NEEDS_REVIEW)], status=status)
    (record,) = documents.of_patient(P7)
    assert record.tally == DocumentTally(found=2)


def test_waiting_running_and_failed_documents_have_no_parts(site: StoreSite, documents: SqlPatientDocuments) -> None:
    queue = site.queue()
    queue.enqueue(document(100), DOC_TYPE)
    (waiting,) = documents.of_patient(P7)
    assert (waiting.status, waiting.parts, waiting.pages) == (JobStatus.PENDING, (), None)
    lease = queue.claim(worker="w1", lease=timedelta(seconds=60))
    assert lease is not None
    assert documents.of_patient(P7)[0].status is JobStatus.RUNNING
    queue.fail(lease, code="E_CORRUPT", message="The file is damaged.", retry_in=None)
    (failed,) = documents.of_patient(P7)
    assert (failed.status, failed.error_code, failed.error_message) == (
        JobStatus.FAILED,
        "E_CORRUPT",
        "The file is damaged.",
    )
    assert queue.retry(failed.job_id)
    assert not queue.retry(failed.job_id)
    assert not queue.retry(JobId(999_999))
    (again,) = documents.of_patient(P7)
    assert (again.status, again.error_code) == (JobStatus.PENDING, None)


def test_failures_and_workers_come_newest_first(site: StoreSite) -> None:
    queue = site.queue()
    for number in (100, 101):
        lease = site.claimed(document(number))
        queue.fail(lease, code="E_CORRUPT", message="Damaged.", retry_in=None)
    site.ingest(document(102), [lab()])
    assert [job.document_id for job in queue.failures(limit=9)] == [101, 100]
    assert [job.document_id for job in queue.failures(limit=1)] == [101]
    queue.beat(worker="w1", status="idle")
    site.admin("UPDATE worker_heartbeats SET beat_at = beat_at - INTERVAL 1 MINUTE")
    queue.beat(worker="w2", status="working")
    assert [(beat.worker, beat.status) for beat in queue.workers(limit=9)] == [("w2", "working"), ("w1", "idle")]


def test_of_several_readings_the_one_that_holds_is_told(site: StoreSite, documents: SqlPatientDocuments) -> None:
    site.ingest(document(100), [lab()])
    with site.work().begin() as unit:
        unit.deactivate_document(D100, reason="content_changed")
    (withdrawn,) = documents.of_patient(P7)
    assert (withdrawn.status, withdrawn.tally) == (JobStatus.RETRACTED, DocumentTally())
    site.ingest(document(100, content_hash="cd" * 64), [lab("LDL", "131")])
    (record,) = documents.of_patient(P7)
    assert (record.status, record.content_hash, record.tally.found) == (JobStatus.SUCCEEDED, "cd" * 64, 1)


def test_what_the_watch_saw_go_is_not_there(site: StoreSite, documents: SqlPatientDocuments) -> None:
    known = SqlKnownDocuments(site.worker)
    site.ingest(document(100), [lab()])
    known.remember(document(100), DOC_TYPE)
    assert documents.of_patient(P7)[0].there
    known.remember(document(100, 8), DOC_TYPE)
    assert not documents.of_patient(P7)[0].there
    known.remember(document(100), DOC_TYPE)
    known.mark_gone(D100)
    assert not documents.of_patient(P7)[0].there


def test_a_fact_is_found_where_it_is_cited(site: StoreSite, documents: SqlPatientDocuments) -> None:
    site.ingest(document(100), [lab()])
    (found,) = documents.facts_at(P7, D100, "results[0]")
    assert found.record.fact == lab()
    assert (found.chart_row, found.outcome, found.superseded) == (None, None, False)
    for patient, number, field in ((P8, D100, "results[0]"), (P7, DocumentId(101), "results[0]"), (P7, D100, "%")):
        assert documents.facts_at(patient, number, field) == []


def test_a_superseded_fact_says_so(site: StoreSite, documents: SqlPatientDocuments) -> None:
    (fact_id,) = site.ingest(document(100), [lab()])
    promote(site, "promoted", "not_needed")
    (found,) = documents.facts_at(P7, D100, "results[0]")
    assert (found.record.fact_id, found.chart_row) == (fact_id, "procedure_result:45")
    assert documents.of_patient(P7)[0].tally == DocumentTally(found=1, in_chart=1)
    site.admin("UPDATE clinical_document_promotions SET active = 0, retraction_reason = 'superseded_by'")
    (closed,) = documents.facts_at(P7, D100, "results[0]")
    assert (closed.superseded, closed.chart_row) == (True, None)


def test_a_passage_is_found_while_it_is_in_use(site: StoreSite, documents: SqlPatientDocuments) -> None:
    site.ingest(document(100), [lab()])
    ((chunk,),) = site.admin("SELECT id FROM clinical_document_chunks")
    number = int(str(chunk))
    found = documents.passage(P7, D100, number)
    assert found is not None
    assert found.page == 1
    assert documents.passage(P8, D100, number) is None
    assert documents.passage(P7, DocumentId(101), number) is None
    site.admin("UPDATE clinical_document_chunks SET active = 0")
    assert documents.passage(P7, D100, number) is None


def test_parts_tell_their_pages(site: StoreSite, documents: SqlPatientDocuments) -> None:
    lease = site.claimed(document(100))
    with site.work().begin(lease) as unit:
        parts = identity(7, IdentityStatus.VERIFIED, IdentityStatus.MISMATCH)
        unit.save_identity(job=lease.job, identity=parts, candidates=candidates())
        unit.finish_job(lease)
    (record,) = documents.of_patient(P7)
    assert record.pages == 2
    assert [record.part_of(page).status for page in (1, 2)] == [IdentityStatus.VERIFIED, IdentityStatus.MISMATCH]  # type: ignore[union-attr]
    assert record.part_of(3) is None
    assert record.part_of(None) is record.worst_part


def test_every_table_of_the_statement_names_the_patient() -> None:
    text = str(facts_at_statement(P7, D100, "results[0]").compile(dialect=mysql.dialect()))
    assert text.count("patient_id = ") == 2
