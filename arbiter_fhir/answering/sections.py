"""The four sections of every answer."""

from __future__ import annotations

from arbiter_fhir.domain.answer import Section

__all__ = ["empty_sections"]


def empty_sections() -> dict[Section, tuple[str, ...]]:
    """All four sections in their order, each empty."""
    return dict.fromkeys(Section, ())
