"""Text windows and lists of what was read: the same walls as for facts, tested as the application's query account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Select

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import UnreadDocument
from arbiter_fhir.domain.fact import PAGE_UNREAD, Certainty, RejectedCandidate
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.store import SqlKnownDocuments, SqlPatientEvidence
from arbiter_fhir.store.evidence_documents import passages_statement, unread_documents_statement
from arbiter_fhir.store.session import transaction
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import (
    DOC_TYPE,
    MODEL,
    active,
    candidates,
    chunk,
    clean,
    document,
    fingerprints,
    identity,
    lab,
    unit_vector,
)

P7, P8 = RecordView.whole(PatientId(7)), RecordView.whole(PatientId(8))
Reading = Callable[[SqlPatientEvidence], Sequence[TextPassage]]

#: Each way in which text windows are asked for.
READINGS: dict[str, Reading] = {
    "all": lambda evidence: evidence.passages(P7, limit=99),
    "nearest": lambda evidence: evidence.passages(P7, vector=unit_vector(1), model_id=MODEL, limit=99),
    "of_documents": lambda evidence: evidence.passages(P7, documents=[DocumentId(100), DocumentId(101)], limit=99),
}


@pytest.fixture
def evidence(site: StoreSite) -> SqlPatientEvidence:
    return SqlPatientEvidence(site.query)


@pytest.fixture(params=READINGS.values(), ids=READINGS)
def reading(request: pytest.FixtureRequest) -> Reading:
    return request.param  # type: ignore[no-any-return]


def store_windows(site: StoreSite, document_id: int, patient_id: int, texts: Sequence[str], **given: Any) -> None:
    """A document with one window for each text."""
    lease = site.claimed(document(document_id, patient_id))
    with site.work().begin(lease) as unit:
        parts = identity(patient_id, *given.get("statuses", ()))
        unit.save_identity(job=lease.job, identity=parts, candidates=candidates())
        windows = [
            replace(chunk(seed), page=given.get("pages", {}).get(seed, 1), start=10 * seed, text=clean(text))
            for seed, text in enumerate(texts, start=1)
        ]
        unit.save_chunks(job=lease.job, chunks=windows, model_id=given.get("model_id", MODEL), active=True)
        unit.finish_job(lease)


def test_windows_are_of_one_patient(site: StoreSite, evidence: SqlPatientEvidence, reading: Reading) -> None:
    store_windows(site, 100, 7, ["mine"])
    store_windows(site, 101, 8, ["another's"])
    assert [(each.text.value, each.patient_id) for each in reading(evidence)] == [("mine", 7)]


@pytest.mark.parametrize("status", [status for status in IdentityStatus if not status.opens_the_gate])
def test_windows_of_a_closed_document_never_come_back(
    site: StoreSite, evidence: SqlPatientEvidence, reading: Reading, status: IdentityStatus
) -> None:
    store_windows(site, 100, 7, ["doubted"], statuses=(status,))
    assert site.number("clinical_document_chunks", "active = 1") == 1
    assert reading(evidence) == []
    assert evidence.read_documents(P7) == []


def test_windows_of_a_closed_part_never_come_back(
    site: StoreSite, evidence: SqlPatientEvidence, reading: Reading
) -> None:
    parts = (IdentityStatus.VERIFIED, IdentityStatus.MISMATCH)
    store_windows(site, 100, 7, ["mine", "somebody else's", "of no part"], statuses=parts, pages={1: 1, 2: 2, 3: 3})
    assert [each.text.value for each in reading(evidence)] == ["mine"]
    # A page that two parts claim is let out only where both are open.
    site.admin("UPDATE clinical_document_identity_checks SET first_page = 1 WHERE part_number = 2")
    assert reading(evidence) == []


def test_inactive_and_withdrawn_windows_never_come_back(
    site: StoreSite, evidence: SqlPatientEvidence, reading: Reading
) -> None:
    store_windows(site, 100, 7, ["one", "two"])
    site.admin("UPDATE clinical_document_chunks SET active = 0 WHERE chunk_text = 'one'")
    assert [each.text.value for each in reading(evidence)] == ["two"]
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert reading(evidence) == []
    # Even if a row were active by mistake: its job was retracted.
    site.admin("UPDATE clinical_document_chunks SET active = 1")
    assert reading(evidence) == []
    assert evidence.read_documents(P7) == []


def test_windows_of_a_document_that_the_watch_saw_go_never_come_back(
    site: StoreSite, evidence: SqlPatientEvidence, reading: Reading
) -> None:
    known = SqlKnownDocuments(site.worker)
    store_windows(site, 100, 7, ["mine"])
    known.remember(document(100), DOC_TYPE)
    assert len(reading(evidence)) == 1
    known.remember(document(100, 8), DOC_TYPE)
    assert (reading(evidence), evidence.read_documents(P7)) == ([], [])
    known.remember(document(100), DOC_TYPE)
    known.mark_gone(DocumentId(100))
    assert (reading(evidence), evidence.read_documents(P7)) == ([], [])


def test_windows_of_a_job_that_did_not_end_never_come_back(
    site: StoreSite, evidence: SqlPatientEvidence, reading: Reading
) -> None:
    store_windows(site, 100, 7, ["mine"])
    for status in ("pending", "running"):
        site.admin("UPDATE clinical_document_processing_jobs SET finished_at = NULL, status = %s", (status,))
        assert reading(evidence) == []
    site.admin("UPDATE clinical_document_processing_jobs SET finished_at = utc_timestamp(6), status = 'failed'")
    assert reading(evidence) == []
    # What was read to its end counts until the next reading has ended.
    for status in ("pending", "running"):
        site.admin("UPDATE clinical_document_processing_jobs SET status = %s", (status,))
        assert len(reading(evidence)) == 1


def test_the_nearest_come_first_and_windows_of_another_model_are_never_compared(
    site: StoreSite, evidence: SqlPatientEvidence
) -> None:
    texts = [f"window {seed}" for seed in range(1, 30)]
    store_windows(site, 100, 7, texts)
    store_windows(site, 101, 7, ["of another model"], model_id="other:1")
    wanted = np.frombuffer(unit_vector(77), "<f4")
    near = {text: 1 - float(np.frombuffer(unit_vector(seed), "<f4") @ wanted) for seed, text in enumerate(texts, 1)}
    found = evidence.passages(P7, vector=unit_vector(77), model_id=MODEL, limit=99)
    assert [each.text.value for each in found] == [*sorted(near, key=lambda text: near[text]), "of another model"]
    assert found[0].distance == pytest.approx(min(near.values()), abs=1e-5)
    assert found[-1].distance is None
    assert len(evidence.passages(P7, vector=unit_vector(77), model_id=MODEL, limit=5)) == 5


def test_the_windows_of_a_document_come_in_reading_order(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    store_windows(site, 100, 7, ["first", "second", "third"], statuses=(IdentityStatus.VERIFIED,) * 2, pages={1: 2})
    store_windows(site, 101, 7, ["other document"])
    found = evidence.passages(P7, documents=[DocumentId(100)], limit=99)
    assert [(each.page, each.text.value) for each in found] == [(1, "second"), (1, "third"), (2, "first")]


def test_a_vector_of_another_length_is_refused(evidence: SqlPatientEvidence) -> None:
    with pytest.raises(ValueError, match="a vector has 1536 bytes"):
        evidence.passages(P7, vector=b"short", model_id=MODEL, limit=9)


def test_what_was_read_and_what_was_not_are_listed_with_their_documents(
    site: StoreSite, evidence: SqlPatientEvidence
) -> None:
    site.ingest(document(100), [lab()])
    site.ingest(document(101), [lab("LDL", "131", document_id=101)], status=IdentityStatus.AMBIGUOUS)
    site.ingest(document(108, 8), [lab("LDL", "131", document_id=108)], status=IdentityStatus.MISMATCH)
    queue = site.queue()
    for number, patient in ((102, 7), (103, 7), (109, 8)):
        queue.enqueue(document(number, patient), DOC_TYPE)
    site.admin("UPDATE clinical_document_processing_jobs SET status = 'failed' WHERE document_id = 103")
    read = evidence.read_documents(P7)
    assert [(each.document_id, each.doc_type) for each in read] == [(100, DocType.LAB_PDF)]
    assert read[0].read_at is not None
    assert evidence.unread_documents(P7) == [
        UnreadDocument(DocumentId(101), "identity_review"),
        UnreadDocument(DocumentId(102), "pending"),
        UnreadDocument(DocumentId(103), "failed"),
    ]
    assert [each.document_id for each in evidence.unread_documents(P8)] == [108, 109]


def test_pages_that_could_not_be_read_are_counted_once_each(site: StoreSite, evidence: SqlPatientEvidence) -> None:
    lease = site.claimed(document(100))
    facts = [lab(certainty=Certainty.DOCUMENT_FACT)]
    with site.work().begin(lease) as unit:
        checks = unit.save_identity(job=lease.job, identity=identity(7), candidates=candidates())
        unit.save_facts(
            job=lease.job,
            identity_check_ids=[checks[1]],
            facts=facts,
            active=active(facts),
            fingerprints=[fingerprints(fact) for fact in facts],
        )
        unread = [RejectedCandidate(page, PAGE_UNREAD, clean("")) for page in (2, 3, 3)]
        unit.save_rejected(job=lease.job, rejected=[*unread, RejectedCandidate(4, "value_missing", clean("x"))])
        unit.finish_job(lease)
    assert evidence.unread_documents(P7) == [UnreadDocument(DocumentId(100), "pages_unread", 2)]
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert evidence.unread_documents(P7) == []


def plan_of(site: StoreSite, statement: Select[Any]) -> list[dict[str, Any]]:
    with transaction(site.query) as connection:
        compiled = statement.compile(connection, compile_kwargs={"render_postcompile": True})
        values = {name: compiled.params[name] for name in compiled.params}
        return [dict(row) for row in connection.exec_driver_sql(f"EXPLAIN {compiled}", values).mappings()]


@pytest.mark.parametrize("patient", [7, 8])
@pytest.mark.parametrize("near", [True, False])
def test_the_plan_reads_one_patients_windows_by_the_primary_key(site: StoreSite, patient: int, near: bool) -> None:
    store_windows(site, 100, 7, [f"window {number}" for number in range(150)])
    store_windows(site, 101, 8, ["one"])
    site.admin("ANALYZE TABLE clinical_document_chunks")
    statement = passages_statement(
        RecordView.whole(PatientId(patient)),
        vector=unit_vector(1) if near else None,
        model_id=MODEL,
        documents=(),
        limit=30,
    )
    plan = plan_of(site, statement)
    by_table = {row["table"]: row for row in plan}
    chunks = by_table["clinical_document_chunks"]
    assert (chunks["key"], chunks["type"]) == ("PRIMARY", "ref")
    assert plan[0]["table"] == "clinical_document_chunks"
    assert all(row["type"] != "ALL" for row in plan)


def test_the_plan_of_what_was_not_read_scans_no_table(site: StoreSite) -> None:
    for number in range(100, 250):
        site.ingest(document(number, 8 if number % 30 else 7), [])
    # Rows of few patients, or counts that the server has not taken yet, make a scan the cheaper plan.
    for table in ("processing_jobs", "identity_checks"):
        site.admin(f"ANALYZE TABLE clinical_document_{table}")
    plan = plan_of(site, unread_documents_statement(P7))  # type: ignore[arg-type]
    assert [row["table"] for row in plan if row["type"] == "ALL" and not str(row["table"]).startswith("<")] == []
