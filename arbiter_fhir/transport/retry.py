"""When to ask again: pauses that grow, jitter, and `Retry-After` in both of its forms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["RetryPolicy", "retry_after_seconds"]

#: Promise R8: a server may ask for more, we never wait longer.
RETRY_AFTER_CAP_SECONDS = 900.0

#: Promise R8: too many requests, and the server's own troubles. 500 is among them: PHP gives it for a lost database.
PASSING_STATUSES = frozenset({429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and how long one call tries before the job's own retry takes over.

    Attributes:
        pauses: Seconds before the second, third, ... try; the first steps of 1, 2, 4, 8, 16 (promise R8). The later
            steps are left to the job, so that a worker does not sit still while its lease runs.
        jitter: Each pause is multiplied by 1 ± this share, so that many workers do not come back together.
        longest_pause: A longer `Retry-After` is not waited out here but handed to the job.
    """

    pauses: tuple[float, ...] = (1.0, 2.0)
    jitter: float = 0.5
    longest_pause: float = 5.0

    def pause(self, failures: int, *, asked: float | None, chance: float) -> float | None:
        """Seconds to wait after this many failures; ``None``: give up.

        Args:
            failures: Tries that failed so far, from 1.
            asked: What the server asked for, in seconds.
            chance: A number in 0-1 that decides the jitter.
        """
        if failures > len(self.pauses):
            return None
        if asked is not None:
            return asked if asked <= self.longest_pause else None
        return self.pauses[failures - 1] * (1 + self.jitter * (2 * chance - 1))


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """Read a `Retry-After` header: seconds from now, 0 to 900; ``None`` where there is none that can be read.

    Args:
        value: The header: a number of seconds or an HTTP date (RFC 9110 section 10.2.3).
        now: The time now, aware.
    """
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        seconds = float(text)
    else:
        try:
            moment = parsedate_to_datetime(text)
        except (TypeError, ValueError):
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        seconds = (moment - now).total_seconds()
    return min(max(seconds, 0.0), RETRY_AFTER_CAP_SECONDS) if math.isfinite(seconds) else RETRY_AFTER_CAP_SECONDS
