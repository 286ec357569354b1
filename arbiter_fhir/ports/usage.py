"""What was spent: read back from the rows that each job and each question leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final, Protocol

__all__ = ["QUESTION", "DayTotal", "ModelTotal", "OutcomeCount", "RunLatency", "Spent", "StageLatency", "UsageReader"]

#: The kind of work that a question is; every other kind is a document type.
QUESTION: Final = "question"


@dataclass(frozen=True, slots=True)
class StageLatency:
    """How often one stage took this many milliseconds."""

    kind: str
    stage: str
    latency_ms: int
    count: int


@dataclass(frozen=True, slots=True)
class RunLatency:
    """How often all stages of one document or question took this many milliseconds together."""

    kind: str
    latency_ms: int
    count: int


@dataclass(frozen=True, slots=True)
class ModelTotal:
    """Calls of one model for one kind of work.

    Attributes:
        uncounted: Calls whose tokens the endpoint did not count.
        unpriced: Calls whose cost is not known.
        cost: US dollars of the others.
    """

    kind: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    uncounted: int
    unpriced: int
    cost: Decimal


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How often work of a kind ended in this way: a job's status, ``answered`` or ``refused``."""

    kind: str
    outcome: str
    count: int


@dataclass(frozen=True, slots=True)
class DayTotal:
    """What one day (UTC) saw."""

    day: date
    documents: int
    questions: int
    cost: Decimal


@dataclass(frozen=True, slots=True)
class Spent:
    """What models took: US dollars where the cost is known, and tokens sent and answered together."""

    cost: Decimal
    tokens: int


class UsageReader(Protocol):
    """Sums over stored measures; counts and times only, nothing of any patient."""

    def stage_latencies(self, since: datetime) -> Sequence[StageLatency]:
        """Times of all stages since then."""
        ...

    def run_latencies(self, since: datetime) -> Sequence[RunLatency]:
        """Times of all documents and questions since then."""
        ...

    def model_totals(self, since: datetime) -> Sequence[ModelTotal]:
        """Calls of models since then."""
        ...

    def outcomes(self, since: datetime) -> Sequence[OutcomeCount]:
        """How the work since then ended."""
        ...

    def spent(self, since: datetime) -> Spent:
        """What models took since then, for all work of the site."""
        ...

    def days(self, since: datetime) -> Sequence[DayTotal]:
        """Days with any work, oldest first."""
        ...
