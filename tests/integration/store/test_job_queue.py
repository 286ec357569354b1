"""The queue on the real database, with the worker's account."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.job import JobStatus, Lease
from arbiter_fhir.domain.tenant import DocumentId, JobId, PatientId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import SqlJobQueue
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import DOC_TYPE, SHA3, document

MINUTE = timedelta(minutes=1)
# Long enough that a claim's answer arrives before it runs out, short enough to wait for.
MOMENT = timedelta(milliseconds=1)


def claim(queue: SqlJobQueue, worker: str = "w1", lease: timedelta = MINUTE) -> Lease:
    found = queue.claim(worker=worker, lease=lease)
    assert found is not None
    return found


class TestEnqueue:
    def test_gives_the_job_that_exists_for_the_same_content(self, site: StoreSite) -> None:
        queue = site.queue()
        first = queue.enqueue(document(1), DOC_TYPE)
        assert queue.enqueue(document(1), DOC_TYPE) == first
        assert site.number("clinical_document_processing_jobs") == 1

    def test_makes_another_job_for_other_content_patient_or_type(self, site: StoreSite) -> None:
        queue = site.queue()
        ids = {
            queue.enqueue(document(1), DOC_TYPE),
            queue.enqueue(document(1, content_hash="cd" * 64), DOC_TYPE),
            queue.enqueue(document(1, 8), DOC_TYPE),
            queue.enqueue(document(1), DocType.INTAKE_FORM),
        }
        assert len(ids) == 4

    def test_fifty_at_once_make_one_job(self, site: StoreSite) -> None:
        queue = site.queue()
        with ThreadPoolExecutor(8) as pool:
            ids = set(pool.map(lambda _: queue.enqueue(document(1), DOC_TYPE), range(50)))
        assert len(ids) == 1

    def test_leaves_a_succeeded_and_a_running_job_alone(self, site: StoreSite) -> None:
        queue = site.queue()
        job_id = queue.enqueue(document(1), DOC_TYPE)
        lease = claim(queue)
        queue.enqueue(document(1), DOC_TYPE)
        running = queue.get(job_id)
        assert running is not None
        assert running.status is JobStatus.RUNNING
        with site.work().begin(lease) as unit:
            unit.finish_job(lease)
        queue.enqueue(document(1), DOC_TYPE)
        done = queue.get(job_id)
        assert done is not None
        assert done.status is JobStatus.SUCCEEDED

    def test_starts_a_failed_job_over(self, site: StoreSite) -> None:
        queue = site.queue()
        job_id = queue.enqueue(document(1), DOC_TYPE)
        lease = claim(queue)
        assert queue.fail(lease, code="E_CORRUPT", message="broken", retry_in=None)
        assert queue.enqueue(document(1), DOC_TYPE) == job_id
        job = queue.get(job_id)
        assert job is not None
        assert (job.status, job.attempts, job.error_code) == (JobStatus.PENDING, 0, None)
        assert claim(queue).fence > lease.fence

    def test_starts_a_retracted_job_over(self, site: StoreSite) -> None:
        queue = site.queue()
        job_id = queue.enqueue(document(1), DOC_TYPE)
        with site.work().begin() as unit:
            unit.deactivate_document(DocumentId(1), reason="source_deleted")
        assert queue.claim(worker="w", lease=MINUTE) is None
        assert queue.enqueue(document(1), DOC_TYPE) == job_id
        assert claim(queue).job.job_id == job_id


class TestClaim:
    def test_gives_nothing_when_nothing_is_due(self, site: StoreSite) -> None:
        assert site.queue().claim(worker="w1", lease=MINUTE) is None

    def test_counts_the_attempt_and_says_when_the_lease_ends(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        lease = claim(queue)
        assert (lease.job.attempts, lease.fence, lease.worker) == (1, 1, "w1")
        assert lease.job.content_hash == SHA3
        assert timedelta(seconds=50) < lease.expires_at - datetime.now(UTC) <= timedelta(seconds=61)

    def test_takes_the_oldest_first(self, site: StoreSite) -> None:
        queue = site.queue()
        ids = [queue.enqueue(document(number), DOC_TYPE) for number in (5, 3, 4)]
        assert [claim(queue).job.job_id for _ in ids] == ids

    def test_a_held_job_is_not_given_twice(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        claim(queue)
        assert queue.claim(worker="w2", lease=MINUTE) is None

    def test_a_lease_that_ran_out_is_taken_over_before_new_work(self, site: StoreSite) -> None:
        queue = site.queue()
        first = queue.enqueue(document(1), DOC_TYPE)
        claim(queue, lease=MOMENT)
        queue.enqueue(document(2), DOC_TYPE)
        second = claim(queue, "w2")
        assert (second.job.job_id, second.fence, second.job.attempts) == (first, 2, 2)

    def test_eight_threads_drain_five_hundred_jobs_and_none_is_claimed_twice(self, site: StoreSite) -> None:
        queue = site.queue()
        work = site.work()
        with ThreadPoolExecutor(8) as pool:
            ids = list(pool.map(lambda number: queue.enqueue(document(number), DOC_TYPE), range(1, 501)))
        seen: Counter[JobId] = Counter()
        lock = threading.Lock()

        def drain(worker: str) -> None:
            while (lease := queue.claim(worker=worker, lease=MINUTE)) is not None:
                with lock:
                    seen[lease.job.job_id] += 1
                with work.begin(lease) as unit:
                    unit.finish_job(lease)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(drain, [f"w{number}" for number in range(8)]))
        assert seen == Counter(ids)
        assert site.number("clinical_document_processing_jobs", "status = 'succeeded' AND attempts = 1") == 500


class TestPoison:
    def test_a_job_that_silences_three_workers_fails_with_a_code_and_an_audit_row(self, site: StoreSite) -> None:
        queue = site.queue()
        job_id = queue.enqueue(document(66), DOC_TYPE)
        for number in range(3):
            assert claim(queue, f"w{number}", MOMENT).job.attempts == number + 1
        assert queue.claim(worker="w4", lease=MINUTE) is None
        job = queue.get(job_id)
        assert job is not None
        assert (job.status, job.attempts, job.error_code) == (JobStatus.FAILED, 3, ErrorCode.CRASH.value)
        assert (
            site.number("audit_log", f"JSON_VALUE(detail, '$.job_id') = {job_id} AND action = 'job.ingest.failed'") == 1
        )

    def test_the_next_job_is_not_held_up(self, site: StoreSite) -> None:
        queue = site.queue(max_stalls=1)
        queue.enqueue(document(66), DOC_TYPE)
        claim(queue, lease=MOMENT)
        good = queue.enqueue(document(67), DOC_TYPE)
        assert claim(queue, "w2").job.job_id == good

    def test_failures_that_are_reported_do_not_make_a_job_poison(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        for _ in range(6):
            assert queue.fail(claim(queue), code="E_EHR_UNAVAILABLE", message="down", retry_in=timedelta(0))
        assert claim(queue).job.attempts == 7


class TestLease:
    def test_is_renewed_by_its_holder(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        lease = claim(queue, lease=timedelta(seconds=5))
        assert queue.renew(lease, lease_for=timedelta(hours=1))
        assert (
            site.number("clinical_document_processing_jobs", "lease_until > utc_timestamp() + INTERVAL 50 MINUTE") == 1
        )

    def test_cannot_be_renewed_failed_or_given_back_by_one_who_lost_it(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        stale = claim(queue, lease=MOMENT)
        current = claim(queue, "w2")
        before = site.admin("SELECT * FROM clinical_document_processing_jobs")
        assert not queue.renew(stale, lease_for=MINUTE)
        assert not queue.fail(stale, code="E_CORRUPT", message="x", retry_in=None)
        assert not queue.release(stale)
        assert site.admin("SELECT * FROM clinical_document_processing_jobs") == before
        assert queue.renew(current, lease_for=MINUTE)

    def test_renewal_does_not_wait_for_the_transaction_that_finishes_the_job(self, site: StoreSite) -> None:
        queue = site.queue()
        lease = site.claimed()
        with site.work().begin(lease) as unit:
            unit.finish_job(lease)
            # Another thread's heartbeat: the row is locked here, and still says "running" to a plain read.
            assert queue.renew(lease, lease_for=MINUTE)
        assert not queue.renew(lease, lease_for=MINUTE)

    def test_a_retry_waits_for_its_time(self, site: StoreSite) -> None:
        queue = site.queue()
        job_id = queue.enqueue(document(1), DOC_TYPE)
        assert queue.fail(claim(queue), code="E_TIMEOUT", message="slow", retry_in=timedelta(hours=1))
        assert queue.claim(worker="w2", lease=MINUTE) is None
        job = queue.get(job_id)
        assert job is not None
        assert (job.status, job.error_code, job.error_message) == (JobStatus.PENDING, "E_TIMEOUT", "slow")
        site.admin("UPDATE clinical_document_processing_jobs SET available_at = utc_timestamp(6)")
        assert claim(queue).job.job_id == job_id

    def test_reporting_a_failure_twice_is_reporting_it_once(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        lease = claim(queue)
        assert queue.fail(lease, code="E_CORRUPT", message="x", retry_in=None)
        assert queue.fail(lease, code="E_CORRUPT", message="x", retry_in=None)

    def test_a_job_given_back_keeps_its_count_of_attempts(self, site: StoreSite) -> None:
        queue = site.queue()
        queue.enqueue(document(1), DOC_TYPE)
        assert queue.release(claim(queue))
        assert claim(queue).job.attempts == 1


class TestReading:
    def test_jobs_of_a_document_oldest_first(self, site: StoreSite) -> None:
        queue = site.queue()
        ids = [queue.enqueue(document(1), DOC_TYPE), queue.enqueue(document(1, 8), DOC_TYPE)]
        queue.enqueue(document(2), DOC_TYPE)
        assert [job.job_id for job in queue.of_document(DocumentId(1))] == ids
        assert queue.get(JobId(0)) is None

    def test_counts_are_of_one_patient_and_leave_retracted_jobs_out(self, site: StoreSite) -> None:
        queue = site.queue()
        for number, patient in ((1, 7), (2, 7), (3, 8)):
            queue.enqueue(document(number, patient), DOC_TYPE)
        queue.fail(claim(queue), code="E_CORRUPT", message="x", retry_in=None)
        with site.work().begin() as unit:
            unit.deactivate_document(DocumentId(2), reason="source_deleted")
        reader = SqlJobQueue(site.query)
        assert reader.counts_of_patient(PatientId(7)) == {"failed": 1}
        assert reader.counts_of_patient(PatientId(8)) == {"pending": 1}

    def test_the_query_account_reads_and_cannot_enqueue_or_claim(self, site: StoreSite) -> None:
        site.queue().enqueue(document(1), DOC_TYPE)
        reader = SqlJobQueue(site.query)
        assert len(reader.of_document(DocumentId(1))) == 1
        for forbidden in (
            lambda: reader.enqueue(document(2), DOC_TYPE),
            lambda: reader.claim(worker="w", lease=MINUTE),
            lambda: reader.beat(worker="w", status="running"),
        ):
            with pytest.raises(StoreError) as refused:
                forbidden()
            assert refused.value.code is ErrorCode.STORE_PRIVILEGE

    def test_health_counts_and_tells_the_age_of_the_newest_heartbeat(self, site: StoreSite) -> None:
        queue = site.queue()
        assert queue.health().newest_heartbeat_age_seconds is None
        for number in range(1, 5):
            queue.enqueue(document(number), DOC_TYPE)
        claim(queue)
        claim(queue, lease=MOMENT)
        queue.fail(claim(queue, "w3"), code="E_CORRUPT", message="x", retry_in=None)
        claim(queue, "w4", MOMENT)
        queue.beat(worker="w1", status="running")
        queue.beat(worker="w1", status="idle")
        health = queue.health()
        assert (health.pending, health.running, health.stale_running, health.failed) == (1, 2, 1, 1)
        assert health.newest_heartbeat_age_seconds is not None
        assert 0 <= health.newest_heartbeat_age_seconds < 30
        assert site.admin("SELECT status FROM worker_heartbeats") == [("idle",)]
