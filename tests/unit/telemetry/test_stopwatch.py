"""The stopwatch: stages in milliseconds, repeated stages added up, failures measured too."""

import contextlib

from arbiter_fhir.telemetry import Stopwatch


def test_stages_add_up_and_survive_an_exception() -> None:
    ticks = iter([0.0, 1.0, 1.5, 2.0, 2.25, 3.0])
    watch = Stopwatch(monotonic=lambda: next(ticks))
    with watch.stage("ocr"):
        pass
    with contextlib.suppress(ValueError), watch.stage("ocr"):
        raise ValueError
    assert watch.stages == {"ocr": 750}
    assert watch.total_ms == 3000
