"""The stopwatch: stages in milliseconds, repeated stages added up, failures measured too."""

import contextlib
from decimal import Decimal

from arbiter_fhir.domain.usage import ModelUse, StageMeasure
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


def test_calls_of_models_stand_beside_the_stages() -> None:
    ticks = iter([0.0, 1.0, 1.5])
    watch = Stopwatch(monotonic=lambda: next(ticks))
    use = ModelUse("small", 900, 80, 420, Decimal("0.0002"))
    with watch.stage("draft"):
        watch.note_model("draft", use)
    assert watch.measures == (StageMeasure("draft", 500), StageMeasure("draft", 420, use))
    assert watch.stages == {"draft": 500}
