"""What is decided about a question: its kind, with what exactly is asked of it."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.answering.question.asked_things import AskedThings
from arbiter_fhir.domain.question import (
    AskedDetail,
    AskedDocument,
    AskedFlag,
    DateWindow,
    Intent,
    Pick,
    Topic,
    ValueBound,
)

__all__ = ["Decision", "is_measured"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided.

    Attributes:
        topics: ``None`` for those that are named.
        when: ``None`` for the time that is named.
    """

    intent: Intent
    reason: str
    latest_only: bool = False
    topics: tuple[Topic, ...] | None = None
    document: AskedDocument | None = None
    when: DateWindow | None = None
    steps_back: int = 0
    detail: AskedDetail | None = None
    pick: Pick | None = None
    newest_count: int = 0
    bound: ValueBound | None = None
    flagged: AskedFlag | None = None


def is_measured(things: AskedThings) -> bool:
    """Whether tests or vital signs are named one by one."""
    return bool(things.analytes) or any(name.startswith("vital:") for name in things.subjects)
