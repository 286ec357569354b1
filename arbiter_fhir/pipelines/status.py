"""The state of a site for its administrators: queue, workers, failures in words. No patient is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.job import Job
from arbiter_fhir.pipelines.records import Readiness, RecordsPipeline
from arbiter_fhir.ports.stores import JobQueue, QueueHealth, WorkerBeat

__all__ = ["SiteStatus", "StatusPipeline"]

#: How many failures and workers are shown.
_FAILURES: Final = 20
_WORKERS: Final = 50


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """What an administrator sees first."""

    readiness: Readiness
    queue: QueueHealth
    workers: Sequence[WorkerBeat]
    failures: Sequence[Job]


class StatusPipeline:
    """Reads the state of the site."""

    def __init__(self, *, queue: JobQueue, records: RecordsPipeline) -> None:
        self._queue = queue
        self._records = records

    def status(self) -> SiteStatus:
        """Now.

        Raises:
            StoreError: The database is away; whether it is, `RecordsPipeline.readiness` says without raising.
        """
        return SiteStatus(
            readiness=self._records.readiness(),
            queue=self._queue.health(),
            workers=self._queue.workers(limit=_WORKERS),
            failures=self._queue.failures(limit=_FAILURES),
        )
