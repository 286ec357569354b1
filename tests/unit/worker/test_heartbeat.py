"""The heartbeat: renews while the job runs, stops with it, and stops when the lease is lost."""

import time
from datetime import timedelta

from arbiter_fhir.worker.heartbeat import Heartbeat
from tests.unit.worker.recording_queue import RecordingQueue, lease_of

SHORT = timedelta(milliseconds=30)


def wait_for(queue: RecordingQueue, renewals: int) -> None:
    deadline = time.monotonic() + 5
    while queue.renewed < renewals and time.monotonic() < deadline:
        time.sleep(0.005)


def test_renews_while_the_block_runs_and_not_after() -> None:
    queue = RecordingQueue()
    with Heartbeat(queue, lease_of(1), lease_for=SHORT):
        wait_for(queue, 2)
    seen = queue.renewed
    assert seen >= 2
    time.sleep(0.05)
    assert queue.renewed == seen


def test_a_lost_lease_ends_the_beating() -> None:
    queue = RecordingQueue(renewals=[True, False])
    with Heartbeat(queue, lease_of(1), lease_for=SHORT):
        wait_for(queue, 2)
        time.sleep(0.1)
    assert queue.renewed == 2
