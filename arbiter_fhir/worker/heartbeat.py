"""The heartbeat of one lease: renewed in the background while a job runs."""

from __future__ import annotations

import threading
from datetime import timedelta
from types import TracebackType

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.errors import StoreError
from arbiter_fhir.ports.stores import JobQueue
from arbiter_fhir.telemetry import log_event

__all__ = ["Heartbeat"]

#: Beats per lease time: two may be missed before the lease runs out.
BEATS_PER_LEASE = 3


class Heartbeat:
    """Context manager: renews a lease until the block ends or the lease is lost.

    A lost lease stops the beating; the job itself finds out at its commit, where the fence is checked.
    """

    def __init__(self, queue: JobQueue, lease: Lease, *, lease_for: timedelta) -> None:
        self._queue = queue
        self._lease = lease
        self._lease_for = lease_for
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"heartbeat-{lease.job.job_id}", daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _beat(self) -> None:
        pause = self._lease_for.total_seconds() / BEATS_PER_LEASE
        while not self._done.wait(pause):
            try:
                if not self._queue.renew(self._lease, lease_for=self._lease_for):
                    log_event("job.lease_lost", job_id=self._lease.job.job_id)
                    return
            except StoreError as error:
                # The database may come back before the lease runs out: try again at the next beat.
                log_event("job.heartbeat_failed", job_id=self._lease.job.job_id, error_code=error.code)
