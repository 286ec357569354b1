"""Where the time goes, and what models cost on the way: wall milliseconds per named stage, and each call of a model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from arbiter_fhir.domain.usage import ModelUse, StageMeasure

__all__ = ["Stopwatch"]


class Stopwatch:
    """Measures stages of one unit of work. The monotonic clock is injected for tests."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._started = monotonic()
        self._stages: dict[str, int] = {}
        self._calls: list[StageMeasure] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure one stage; a repeated name adds up."""
        begun = self._monotonic()
        try:
            yield
        finally:
            self._stages[name] = self._stages.get(name, 0) + round((self._monotonic() - begun) * 1000)

    def note_model(self, stage: str, use: ModelUse) -> None:
        """Note one call of a model inside of a stage."""
        self._calls.append(StageMeasure(stage, use.latency_ms, use))

    @property
    def stages(self) -> Mapping[str, int]:
        """Stage name to milliseconds so far."""
        return dict(self._stages)

    @property
    def measures(self) -> tuple[StageMeasure, ...]:
        """All stages, then all calls of models, as they are stored."""
        return (*(StageMeasure(name, spent) for name, spent in self._stages.items()), *self._calls)

    @property
    def total_ms(self) -> int:
        """Milliseconds since the watch was made."""
        return round((self._monotonic() - self._started) * 1000)
