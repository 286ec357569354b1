"""What a caller is told while a question is being answered: stages and counts, never a word of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["QueryProgress", "QueryStage"]


class QueryStage(StrEnum):
    """Stages of a question, in order; `REWORDING` only where a model is asked."""

    ROUTED = "routed"
    EVIDENCE = "evidence"
    DRAFTING = "drafting"
    VALIDATING = "validating"
    REWORDING = "rewording"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class QueryProgress:
    """A stage that was reached.

    Attributes:
        detail: Stable words and counts, such as ``{"intent": "trend"}`` or ``{"findings": 4}``.
    """

    stage: QueryStage
    detail: tuple[tuple[str, str | int], ...] = ()
