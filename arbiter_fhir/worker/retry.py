"""When a failed job is tried again: by kind of error, with exponential back-off and jitter.

Source of the numbers: reliability promises R8 and R17 (1, 2, 4, 8, 16 s plus or minus half; Retry-After honoured, at
most 15 minutes; poison jobs stop).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from arbiter_fhir.errors import ArbiterError, ErrorCode

__all__ = ["RetryPolicy"]

FIRST_DELAY_SECONDS = 1.0
LONGEST_DELAY_SECONDS = 900.0
JITTER = 0.5
#: Attempts in all, for errors that time may cure (the EHR or the database is away).
MAX_ATTEMPTS = 8
#: Attempts in all for errors of this code: trying again rarely helps, once is fair.
FEW_ATTEMPTS = {
    ErrorCode.MEMORY: 2,
    ErrorCode.CRASH: 2,
    ErrorCode.TIMEOUT: 2,
    ErrorCode.SOURCE_HASH: 3,
    ErrorCode.SOURCE_SIZE: 3,
    ErrorCode.INTERNAL: 2,
}


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Decides on the next attempt. ``uniform`` gives a number between its two arguments (injected for tests)."""

    uniform: Callable[[float, float], float] = random.uniform

    def delay(self, error: ArbiterError, attempts: int) -> timedelta | None:
        """How long to wait before the next attempt; ``None``: there is none.

        Args:
            error: What went wrong.
            attempts: Attempts so far, this one included.
        """
        few = FEW_ATTEMPTS.get(error.code)
        if attempts >= (few or MAX_ATTEMPTS) or not (error.retryable or few):
            return None
        if error.retry_after_seconds is not None:
            return timedelta(seconds=min(max(error.retry_after_seconds, 0.0), LONGEST_DELAY_SECONDS))
        seconds = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)
        return timedelta(seconds=seconds * self.uniform(1 - JITTER, 1 + JITTER))
