"""Retries: by kind of error, with jitter, bounded."""

from datetime import timedelta

import pytest

from arbiter_fhir.errors import ArbiterError, ChartError, DocumentError, ErrorCode
from arbiter_fhir.worker.retry import LONGEST_DELAY_SECONDS, MAX_ATTEMPTS, RetryPolicy

AWAY = ChartError(ErrorCode.EHR_UNAVAILABLE, "OpenEMR does not answer.", retryable=True)
MIDDLE = RetryPolicy(uniform=lambda low, high: (low + high) / 2)


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16)])
def test_back_off_doubles(attempts: int, seconds: int) -> None:
    assert MIDDLE.delay(AWAY, attempts) == timedelta(seconds=seconds)


def test_jitter_spreads_by_half() -> None:
    assert RetryPolicy(uniform=lambda low, _: low).delay(AWAY, 3) == timedelta(seconds=2)
    assert RetryPolicy(uniform=lambda _, high: high).delay(AWAY, 3) == timedelta(seconds=6)


def test_a_poison_job_stops() -> None:
    assert MIDDLE.delay(AWAY, MAX_ATTEMPTS - 1) is not None
    assert MIDDLE.delay(AWAY, MAX_ATTEMPTS) is None


@pytest.mark.parametrize(
    "code", [ErrorCode.ENCRYPTED, ErrorCode.EMPTY, ErrorCode.TYPE, ErrorCode.PAGES, ErrorCode.BOMB, ErrorCode.CORRUPT]
)
def test_a_bad_file_is_not_tried_again(code: ErrorCode) -> None:
    assert MIDDLE.delay(DocumentError(code, "No use."), 1) is None


@pytest.mark.parametrize("code", [ErrorCode.MEMORY, ErrorCode.CRASH, ErrorCode.TIMEOUT])
def test_a_crash_is_tried_once_more(code: ErrorCode) -> None:
    assert MIDDLE.delay(DocumentError(code, "It crashed."), 1) is not None
    assert MIDDLE.delay(DocumentError(code, "It crashed."), 2) is None


def test_retry_after_is_honoured_and_capped() -> None:
    told = ArbiterError(ErrorCode.EHR_RATE_LIMITED, "Slow down.", retryable=True, retry_after_seconds=30)
    forever = ArbiterError(ErrorCode.EHR_RATE_LIMITED, "Slow down.", retryable=True, retry_after_seconds=1e9)
    assert MIDDLE.delay(told, 1) == timedelta(seconds=30)
    assert MIDDLE.delay(forever, 1) == timedelta(seconds=LONGEST_DELAY_SECONDS)
