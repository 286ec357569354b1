from __future__ import annotations

import pytest

from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.openemr.exchange import HttpAnswer
from arbiter_fhir.openemr.refusal import refusal


@pytest.mark.parametrize(
    ("status", "code", "retryable"),
    [
        (401, ErrorCode.EHR_AUTH, False),
        (403, ErrorCode.EHR_AUTH, False),
        (404, ErrorCode.EHR_BAD_ANSWER, False),
        (200, ErrorCode.EHR_BAD_ANSWER, False),
        (429, ErrorCode.EHR_RATE_LIMITED, True),
        (500, ErrorCode.EHR_UNAVAILABLE, True),
        (501, ErrorCode.EHR_DISABLED, False),
        (503, ErrorCode.EHR_UNAVAILABLE, True),
    ],
)
def test_a_status_decides_and_the_body_stays_out(status: int, code: ErrorCode, retryable: bool) -> None:
    error = refusal(HttpAnswer(status, "text/html", b"Quill", retry_after=9 if retryable else None), "reading")
    assert (error.code, error.retryable, error.retry_after_seconds) == (code, retryable, 9 if retryable else None)
    assert "Quill" not in error.message
