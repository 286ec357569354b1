"""The `intake-extractor`: the one worker that may claim extraction jobs.

The name is the seed's: it is broader than intake forms and covers every document type.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.errors import ArbiterError, ErrorCode, LostLeaseError
from arbiter_fhir.ports.stores import JobQueue
from arbiter_fhir.telemetry import log_event
from arbiter_fhir.worker.heartbeat import Heartbeat
from arbiter_fhir.worker.retry import RetryPolicy

__all__ = ["IntakeExtractor"]


class IntakeExtractor:
    """Runs one claimed job to its end: success, a retry, a coded failure, or another worker's business."""

    def __init__(
        self, *, queue: JobQueue, ingest: Callable[[Lease], object], retry: RetryPolicy, lease_for: timedelta
    ) -> None:
        self._queue = queue
        self._ingest = ingest
        self._retry = retry
        self._lease_for = lease_for

    def run(self, lease: Lease) -> None:
        """Run a job; errors end in the job's row, never in the caller.

        Raises:
            StoreError: Our database is away, so that not even the failure could be recorded; the lease will run out.
        """
        job = lease.job
        log_event("job.claimed", job_id=job.job_id, document_id=job.document_id, attempt=job.attempts)
        try:
            with Heartbeat(self._queue, lease, lease_for=self._lease_for):
                self._ingest(lease)
        except LostLeaseError:
            log_event("job.lost", job_id=job.job_id)
        except ArbiterError as error:
            self._record(lease, error)
        except Exception as error:  # noqa: BLE001  a fault of ours must not stop the worker; its class is recorded
            self._record(lease, _internal(error))

    def _record(self, lease: Lease, error: ArbiterError) -> None:
        delay = self._retry.delay(error, lease.job.attempts)
        self._queue.fail(lease, code=error.code.value, message=error.message, retry_in=delay)
        log_event(
            "job.failed" if delay is None else "job.retrying",
            job_id=lease.job.job_id,
            error_code=error.code.value,
            attempt=lease.job.attempts,
            retry_in_seconds=None if delay is None else round(delay.total_seconds(), 1),
        )


def _internal(error: Exception) -> ArbiterError:
    """A fault of ours as a coded error: its class is named, its text (which may hold document text) is not."""
    log_event("job.internal_error", exception_class=type(error).__name__)
    return ArbiterError(
        ErrorCode.INTERNAL,
        f"The reader met a fault of its own ({type(error).__name__}). The document is untouched in OpenEMR; "
        "please report this code with the job's number.",
        retryable=True,
    )
