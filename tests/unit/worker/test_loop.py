"""The loop: runs what is due, rests when nothing is, stops between jobs, survives an absent database."""

from __future__ import annotations

import threading
from datetime import timedelta

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.errors import ErrorCode, ProviderError, StoreError
from arbiter_fhir.worker import IntakeExtractor, RetryPolicy, Worker, WorkerTimes
from tests.unit.worker.recording_queue import RecordingQueue, lease_of

TIMES = WorkerTimes(
    lease_for=timedelta(seconds=5), idle=timedelta(milliseconds=5), store_away=timedelta(milliseconds=5)
)


def worker_on(queue: RecordingQueue, ran: list[int]) -> Worker:
    def ingest(lease: Lease) -> object:
        ran.append(lease.job.job_id)
        return None

    extractor = IntakeExtractor(queue=queue, ingest=ingest, retry=RetryPolicy(), lease_for=TIMES.lease_for)
    return Worker(name="w1", queue=queue, extractor=extractor, times=TIMES)


def test_runs_every_job_in_order_until_idle() -> None:
    ran: list[int] = []
    assert worker_on(RecordingQueue(lease_of(1), lease_of(2)), ran).run_until_idle() == 2
    assert ran == [1, 2]


def test_stop_ends_the_loop_and_says_goodbye() -> None:
    queue = RecordingQueue(lease_of(1))
    ran: list[int] = []
    worker = worker_on(queue, ran)
    thread = threading.Thread(target=worker.run_forever)
    thread.start()
    while not ran:
        pass
    worker.stop()
    thread.join(timeout=5)
    assert not thread.is_alive()
    assert queue.beats[-1] == "stopped"


def test_an_absent_database_is_waited_for() -> None:
    class Flaky(RecordingQueue):
        calls = 0

        def claim(self, *, worker: str, lease: timedelta) -> Lease | None:
            self.calls += 1
            if self.calls == 1:
                raise StoreError(ErrorCode.STORE_UNAVAILABLE, "Away.", retryable=True)
            return super().claim(worker=worker, lease=lease)

    queue = Flaky(lease_of(7))
    ran: list[int] = []
    worker = worker_on(queue, ran)
    thread = threading.Thread(target=worker.run_forever)
    thread.start()
    while not ran:
        pass
    worker.stop()
    thread.join(timeout=5)
    assert ran == [7]


def test_abandoning_gives_the_job_at_hand_back() -> None:
    released: list[int] = []

    class Giving(RecordingQueue):
        def release(self, lease: Lease) -> bool:
            released.append(lease.job.job_id)
            return True

    queue = Giving(lease_of(4), lease_of(5))
    holder: list[Worker] = []

    def ingest(_: Lease) -> object:
        holder[0].abandon()
        return None

    extractor = IntakeExtractor(queue=queue, ingest=ingest, retry=RetryPolicy(), lease_for=TIMES.lease_for)
    holder.append(Worker(name="w1", queue=queue, extractor=extractor, times=TIMES))
    holder[0].run_forever()
    assert released == [4]
    assert [lease.job.job_id for lease in queue.waiting] == [5]
    assert queue.failures == []


def test_upkeep_runs_while_nothing_is_due_and_a_missing_model_stops_nothing() -> None:
    queue, turns = RecordingQueue(), []

    def tidy() -> bool:
        turns.append(len(turns))
        if len(turns) == 2:
            raise ProviderError(ErrorCode.PROVIDER_TRANSPORT, "away", retryable=True)
        if len(turns) == 4:
            worker.stop()
        return True

    extractor = IntakeExtractor(queue=queue, ingest=lambda _: None, retry=RetryPolicy(), lease_for=TIMES.lease_for)
    worker = Worker(name="w1", queue=queue, extractor=extractor, times=TIMES, when_idle=tidy)
    worker.run_forever()
    assert turns == [0, 1, 2, 3]
