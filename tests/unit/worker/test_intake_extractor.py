"""One job to its end: success, coded failure, retry, another worker's business, a fault of our own."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta

import pytest

from arbiter_fhir.domain.job import Lease
from arbiter_fhir.domain.tenant import JobId
from arbiter_fhir.errors import ChartError, DocumentError, ErrorCode, LostLeaseError
from arbiter_fhir.telemetry import configure_logging
from arbiter_fhir.worker import IntakeExtractor, RetryPolicy
from tests.unit.worker.recording_queue import RecordingQueue, lease_of


def run(ingest: Callable[[Lease], object], *, attempts: int = 1) -> RecordingQueue:
    queue = RecordingQueue()
    retry = RetryPolicy(uniform=lambda low, high: (low + high) / 2)
    extractor = IntakeExtractor(queue=queue, ingest=ingest, retry=retry, lease_for=timedelta(seconds=60))
    extractor.run(lease_of(1, attempts=attempts))
    return queue


def raising(error: Exception) -> Callable[[Lease], object]:
    def ingest(_: Lease) -> object:
        raise error

    return ingest


def test_success_records_no_failure() -> None:
    assert run(lambda _: None).failures == []


def test_a_bad_file_fails_for_good_with_its_code() -> None:
    queue = run(raising(DocumentError(ErrorCode.ENCRYPTED, "Needs a password.")))
    assert queue.failures == [(1, "E_ENCRYPTED", None)]


def test_an_absent_ehr_is_tried_again() -> None:
    queue = run(raising(ChartError(ErrorCode.EHR_UNAVAILABLE, "Away.", retryable=True)), attempts=2)
    assert queue.failures == [(1, "E_EHR_UNAVAILABLE", timedelta(seconds=2))]


def test_a_lost_lease_is_another_workers_business() -> None:
    assert run(raising(LostLeaseError(JobId(1)))).failures == []


def test_our_own_fault_names_its_class_and_never_its_text() -> None:
    stream = io.StringIO()
    configure_logging(stream=stream)
    queue = run(raising(KeyError("Ruth Canary 1931-02-03")))
    configure_logging(silent=True)
    assert queue.failures[0][1] == "E_INTERNAL"
    assert "Canary" not in stream.getvalue()
    assert "KeyError" in stream.getvalue()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit()])
def test_a_stop_is_not_swallowed(error: BaseException) -> None:
    def ingest(_: Lease) -> object:
        raise error

    with pytest.raises(type(error)):
        run(ingest)
