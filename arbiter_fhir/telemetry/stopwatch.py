"""Where the time goes: wall milliseconds per named stage."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

__all__ = ["Stopwatch"]


class Stopwatch:
    """Measures stages of one unit of work. The monotonic clock is injected for tests."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._started = monotonic()
        self._stages: dict[str, int] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure one stage; a repeated name adds up."""
        begun = self._monotonic()
        try:
            yield
        finally:
            self._stages[name] = self._stages.get(name, 0) + round((self._monotonic() - begun) * 1000)

    @property
    def stages(self) -> Mapping[str, int]:
        """Stage name to milliseconds so far."""
        return dict(self._stages)

    @property
    def total_ms(self) -> int:
        """Milliseconds since the watch was made."""
        return round((self._monotonic() - self._started) * 1000)
