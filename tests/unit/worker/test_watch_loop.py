"""The watch loop: goes on after an error, and stops when asked."""

import threading
from datetime import timedelta

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.worker import WatchLoop


def test_an_error_does_not_end_the_watch() -> None:
    seen = threading.Event()
    calls = iter(range(100))

    def scan() -> tuple[int, int]:
        if next(calls) == 0:
            raise ChartError(ErrorCode.EHR_UNAVAILABLE, "Away.", retryable=True)
        seen.set()
        return 1, 0

    loop = WatchLoop(site="default", scan=scan, every=timedelta(milliseconds=1))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    assert seen.wait(5)
    loop.stop()
    thread.join(timeout=5)
    assert not thread.is_alive()
