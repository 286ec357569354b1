"""The watch loop: look, act, rest; a ping makes it look at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.telemetry import log_event

__all__ = ["WatchLoop"]


class WatchLoop:
    """Scans a site again and again. An error is logged by code and the next scan tries again."""

    def __init__(self, *, site: str, scan: Callable[[], tuple[int, int]], every: timedelta) -> None:
        """Wire the loop.

        Args:
            site: Site name, for the log.
            scan: One scan; gives (enqueued, retracted).
            every: Pause between scans.
        """
        self._site = site
        self._scan = scan
        self._every = every
        self._wake = threading.Event()
        self._stopped = False

    def stop(self) -> None:
        """Ask the loop to end; safe to call from a signal handler."""
        self._stopped = True
        self._wake.set()

    def run_forever(self) -> None:
        """Scan until `stop` is called."""
        log_event("watch.started", site=self._site)
        while not self._stopped:
            try:
                enqueued, retracted = self._scan()
                if enqueued or retracted:
                    log_event("watch.changes", site=self._site, enqueued_count=enqueued, retracted_count=retracted)
            except ArbiterError as error:
                log_event("watch.failed", site=self._site, error_code=error.code.value)
            self._wake.wait(self._every.total_seconds())
        log_event("watch.stopped", site=self._site)
