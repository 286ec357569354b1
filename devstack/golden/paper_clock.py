"""Moments as laboratories print them: by the clock on their wall, without a zone."""

from __future__ import annotations

from datetime import datetime

__all__ = ["on_paper"]


def on_paper(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    """A printed moment."""
    return datetime(year, month, day, hour, minute)  # noqa: DTZ001
