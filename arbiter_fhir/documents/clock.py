"""How long a file may take in all."""

from __future__ import annotations

import time

from arbiter_fhir.documents.limits import FILE_SECONDS

__all__ = ["FileClock"]


class FileClock:
    """Counts down the wall seconds of one file.

    Args:
        seconds: Seconds from now.
    """

    def __init__(self, seconds: float = FILE_SECONDS) -> None:
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether no further page may be begun."""
        return time.monotonic() >= self._end
