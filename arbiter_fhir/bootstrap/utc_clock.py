"""The machine's clock."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["UtcClock"]


class UtcClock:
    """`ports.clock.Clock` on the machine's clock."""

    def now(self) -> datetime:
        """The time now, aware, UTC."""
        return datetime.now(UTC)
