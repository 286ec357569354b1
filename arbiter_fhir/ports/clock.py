"""Time, injected so that tests decide what "now" is."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

__all__ = ["Clock"]


class Clock(Protocol):
    """Gives the time."""

    def now(self) -> datetime:
        """The time now, aware, UTC."""
        ...
