"""One transaction over our tables and the chart's: all of it or nothing, and only under the fence."""

from __future__ import annotations

import threading
from datetime import date, datetime, timedelta

import pytest

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.job import Handoff, JobStatus, Lease, NodeName
from arbiter_fhir.domain.promotion import LabPlan
from arbiter_fhir.domain.seal import PLAN_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.domain.usage import StageMeasure
from arbiter_fhir.errors import ErrorCode, LostLeaseError, StoreError
from arbiter_fhir.store import AccountRole
from arbiter_fhir.store.unit_of_work import SqlUnitOfWork
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, MODEL, PHI, SHA3, chunk, completed, document

TABLES = (
    "clinical_document_facts",
    "clinical_document_chunks",
    "clinical_document_identity_checks",
    "phi_tokens",
    "stage_timings",
    "clinical_supervisor_handoffs",
)


def plan(patient_id: int) -> LabPlan:
    when = datetime.combine(date(2026, 4, 10), datetime.min.time())
    return LabPlan(
        patient_id=PatientId(patient_id),
        document_id=DocumentId(100),
        external_id="arb-unit-of-work",
        observed_at=when,
        collected_at=when,
        code="4548-4",
        name="Hemoglobin A1c",
        value="7.20",
        value_is_numeric=True,
        unit="%",
        reference_range="4.0-5.6",
        abnormal=AbnormalFlag.HIGH,
        comment="Read from document 100, page 1.",
        seal=PLAN_SEAL,
    )


def write_everything(unit: SqlUnitOfWork, lease: Lease) -> None:
    job = lease.job
    unit.save_phi_map(patient_id=job.patient_id, document_id=job.document_id, phi=PHI)
    unit.save_chunks(job=job, chunks=[chunk()], model_id=MODEL, active=True)
    unit.save_timings(job_id=job.job_id, request_id=None, measures=[StageMeasure("read", 12), StageMeasure("store", 3)])
    unit.save_handoffs(
        [Handoff(NodeName.SUPERVISOR, NodeName.INTAKE_EXTRACTOR, "mapped_category", "lab_pdf", "extracted", 15)]
    )
    unit.audit(completed(job.job_id))


def chart_rows(site: StoreSite, patient_id: int) -> int:
    return site.number(f"`{site.openemr_schema}`.procedure_order", f"patient_id = {patient_id}")


def test_the_chart_and_our_rows_are_committed_together(site: StoreSite) -> None:
    lease = site.claimed(document(100, 4001))
    with site.work().begin(lease) as unit:
        write_everything(unit, lease)
        unit.chart.write_lab(plan(4001))
        unit.finish_job(lease)
    assert chart_rows(site, 4001) == 1
    assert site.number("phi_tokens") == 2
    assert site.number("stage_timings", "latency_ms = 12 AND stage = 'read'") == 1
    assert site.number("clinical_supervisor_handoffs", "destination_node = 'intake-extractor'") == 1
    job = site.queue().get(lease.job.job_id)
    assert job is not None
    assert job.status is JobStatus.SUCCEEDED
    assert job.finished_at is not None


def test_an_error_at_the_end_leaves_nothing_anywhere(site: StoreSite) -> None:
    lease = site.claimed(document(100, 4002))
    audited = site.number("audit_log")

    def fail_at_the_end() -> None:
        with site.work().begin(lease) as unit:
            write_everything(unit, lease)
            unit.chart.write_lab(plan(4002))
            unit.finish_job(lease)
            raise RuntimeError("boom")

    with pytest.raises(RuntimeError, match="boom"):
        fail_at_the_end()
    assert chart_rows(site, 4002) == 0
    assert [site.number(table) for table in TABLES] == [0] * len(TABLES)
    assert site.number("audit_log") == audited
    job = site.queue().get(lease.job.job_id)
    assert job is not None
    assert job.status is JobStatus.RUNNING


def test_a_connection_killed_in_the_middle_leaves_nothing_anywhere(site: StoreSite) -> None:
    lease = site.claimed(document(100, 4003))
    audited = site.number("audit_log")

    def be_killed() -> None:
        with site.work().begin(lease) as unit:
            write_everything(unit, lease)
            unit.chart.write_lab(plan(4003))
            ((session,),) = site.admin(
                "SELECT id FROM information_schema.processlist WHERE user = %s AND id IN"
                " (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx)",
                (site.credentials.accounts[AccountRole.WORKER].user,),
            )
            site.admin(f"KILL {session}")
            unit.finish_job(lease)

    with pytest.raises(StoreError) as failed:
        be_killed()
    assert failed.value.retryable
    assert failed.value.code is ErrorCode.STORE_UNAVAILABLE
    assert chart_rows(site, 4003) == 0
    assert [site.number(table) for table in TABLES] == [0] * len(TABLES)
    assert site.number("audit_log") == audited
    with site.work().begin(lease) as unit:
        unit.finish_job(lease)


def test_a_worker_that_lost_its_lease_changes_nothing(site: StoreSite) -> None:
    queue = site.queue()
    queue.enqueue(document(100), DOC_TYPE)
    stale = queue.claim(worker="w1", lease=timedelta(milliseconds=1))
    current = queue.claim(worker="w2", lease=timedelta(minutes=1))
    assert stale is not None
    assert current is not None
    before = site.admin("SELECT * FROM clinical_document_processing_jobs")
    with pytest.raises(LostLeaseError), site.work().begin(stale) as unit:
        write_everything(unit, stale)

    def finish_without_asking_first() -> None:
        with site.work().begin() as unit:
            write_everything(unit, stale)
            unit.finish_job(stale)

    with pytest.raises(LostLeaseError):
        finish_without_asking_first()
    assert [site.number(table) for table in TABLES] == [0] * len(TABLES)
    assert site.admin("SELECT * FROM clinical_document_processing_jobs") == before
    with site.work().begin(current) as unit:
        unit.finish_job(current)


def test_a_job_whose_lease_ran_out_unnoticed_is_still_finished_by_its_worker(site: StoreSite) -> None:
    site.queue().enqueue(document(100), DOC_TYPE)
    lease = site.queue().claim(worker="w1", lease=timedelta(milliseconds=1))
    assert lease is not None
    with site.work().begin(lease) as unit:
        # A claimer passes the locked row over instead of waiting for it.
        assert site.queue().claim(worker="w2", lease=timedelta(minutes=1)) is None
        unit.finish_job(lease)


def test_withdrawal_waits_for_the_ingest_of_the_same_document_and_then_takes_everything(site: StoreSite) -> None:
    lease = site.claimed(document(100))
    order: list[str] = []

    def withdraw() -> None:
        with site.work().begin() as unit:
            unit.lock_document(DocumentId(100))
            order.append("withdraw")
            unit.deactivate_document(DocumentId(100), reason="source_deleted")

    with site.work().begin(lease) as unit:
        thread = threading.Thread(target=withdraw)
        thread.start()
        thread.join(0.3)
        write_everything(unit, lease)
        unit.finish_job(lease)
        order.append("ingest")
    thread.join(10)
    assert order == ["ingest", "withdraw"]
    assert site.number("phi_tokens") == 0
    assert site.number("clinical_document_chunks", "active = 1") == 0


def test_ingest_that_comes_after_the_withdrawal_writes_nothing(site: StoreSite) -> None:
    lease = site.claimed(document(100))
    with site.work().begin() as unit:
        unit.lock_document(DocumentId(100))
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    with pytest.raises(LostLeaseError), site.work().begin(lease) as unit:
        write_everything(unit, lease)
    assert site.number("clinical_document_chunks") == 0


def test_documents_are_locked_one_by_one(site: StoreSite) -> None:
    with site.work().begin() as first:
        first.lock_document(DocumentId(1))
        with site.work().begin() as second:
            second.lock_document(DocumentId(2))


def test_a_document_is_locked_with_its_copies_and_nothing_else(site: StoreSite) -> None:
    for number, patient, content_hash in ((100, 7, SHA3), (200, 7, SHA3), (400, 7, "cd" * 64), (500, 8, SHA3)):
        site.ingest(document(number, patient, content_hash=content_hash), [])
    free = "SELECT document_id FROM document_locks WHERE document_id >= 100 ORDER BY document_id FOR UPDATE SKIP LOCKED"
    assert site.admin(free) == [(100,), (200,), (400,), (500,)]
    with site.work().begin() as unit:
        unit.lock_copies(DocumentId(100), patient_id=PatientId(7), content_hash=SHA3)
        assert site.admin(free) == [(400,), (500,)]


def test_audit_rows_are_written_in_order_and_last(site: StoreSite) -> None:
    lease = site.claimed()
    with site.work().begin(lease) as unit:
        for action in (AuditAction.PROMOTED, AuditAction.INGEST_COMPLETED):
            unit.audit(AuditEvent(action, ActorType.WORKER, "w1", None, {"job_id": lease.job.job_id}))
        # The head of the chain is still free for others.
        site.ingest(document(101), [])
        unit.finish_job(lease)
    rows = site.admin("SELECT action FROM audit_log ORDER BY seq DESC LIMIT 2")
    assert rows == [("job.ingest.completed",), ("chart.promoted",)]
