"""The worker loop: claim, run, repeat, and stop gracefully."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.errors import ProviderError, StoreError
from arbiter_fhir.ports.stores import JobQueue
from arbiter_fhir.telemetry import log_event
from arbiter_fhir.worker.intake_extractor import IntakeExtractor

__all__ = ["Worker", "WorkerTimes"]


class _AbandonedError(BaseException):
    """Raised in the main thread by `Worker.abandon`; no handler for ordinary errors catches it."""


@dataclass(frozen=True, slots=True)
class WorkerTimes:
    """How long a worker holds, waits and rests.

    Attributes:
        lease_for: Lease length; a killed worker's job is claimed again after at most this.
        idle: Pause when the queue is empty.
        store_away: Pause when the database does not answer.
    """

    lease_for: timedelta = timedelta(seconds=60)
    idle: timedelta = timedelta(seconds=1)
    store_away: timedelta = timedelta(seconds=5)


def _nothing() -> bool:
    return False


class Worker:
    """One worker process's loop. `stop` lets the job at hand finish and claims no other."""

    def __init__(
        self,
        *,
        name: str,
        queue: JobQueue,
        extractor: IntakeExtractor,
        times: WorkerTimes,
        when_idle: Callable[[], bool] = _nothing,
    ) -> None:
        """Wire the loop.

        Args:
            name: For leases, heartbeats and logs.
            queue: Where jobs come from.
            extractor: Runs one job.
            times: How long it holds, waits and rests.
            when_idle: A little upkeep while nothing is due; tells whether there was any.
        """
        self._name = name
        self._when_idle = when_idle
        self._queue = queue
        self._extractor = extractor
        self._times = times
        self._stop = threading.Event()
        self._lease: Lease | None = None

    def stop(self) -> None:
        """Ask the loop to end; safe to call from a signal handler."""
        self._stop.set()

    def abandon(self) -> None:
        """Give the job at hand back at once and end; to be called from a signal handler of the loop's own thread.

        Raises:
            BaseException: Always; the loop catches it.
        """
        self._stop.set()
        raise _AbandonedError

    def run_forever(self) -> None:
        """Work until `stop` is called."""
        log_event("worker.started", worker=self._name)
        try:
            while not self._stop.is_set():
                pause = self._step()
                if pause:
                    self._stop.wait(pause.total_seconds())
        except _AbandonedError:
            self._give_back()
        self._say_goodbye()
        log_event("worker.stopped", worker=self._name)

    def run_until_idle(self) -> int:
        """Work until nothing is due; gives the number of jobs run."""
        done = 0
        while not self._stop.is_set() and self._run_one():
            done += 1
        return done

    def _step(self) -> timedelta | None:
        """One turn of the loop: the pause that should follow, or ``None`` for none."""
        try:
            return None if self._run_one() or self._tidy() else self._times.idle
        except StoreError as error:
            log_event("worker.store_away", worker=self._name, error_code=error.code.value)
            return self._times.store_away

    def _run_one(self) -> bool:
        self._queue.beat(worker=self._name, status="running")
        lease = self._queue.claim(worker=self._name, lease=self._times.lease_for)
        if lease is None:
            return False
        self._lease = lease
        self._extractor.run(lease)
        self._lease = None
        return True

    def _tidy(self) -> bool:
        """One piece of upkeep; a model that is away is no reason to stop, nor to hurry."""
        try:
            return self._when_idle()
        except ProviderError as error:
            log_event("worker.upkeep_failed", worker=self._name, error_code=error.code.value)
            return False

    def _give_back(self) -> None:
        """Release the job at hand, so that another worker takes it without waiting for the lease to run out."""
        if self._lease is not None and self._queue.release(self._lease):
            log_event("job.released", job_id=self._lease.job.job_id, worker=self._name)

    def _say_goodbye(self) -> None:
        try:
            self._queue.beat(worker=self._name, status="stopped")
        except StoreError as error:
            log_event("worker.store_away", worker=self._name, error_code=error.code.value)
