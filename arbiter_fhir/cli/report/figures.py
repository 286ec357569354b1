"""From stored measures to the figures of the report: percentiles, shares, costs, a projection."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from arbiter_fhir.ports.usage import (
    QUESTION,
    DayTotal,
    ModelTotal,
    OutcomeCount,
    RunLatency,
    StageLatency,
    UsageReader,
)

__all__ = ["KindFigures", "ReportFigures", "StageFigures", "collect_figures", "percentile"]

#: Mean month of the Gregorian calendar, days (146,097 days in 4,800 months).
DAYS_OF_MONTH: Final = Decimal("30.436875")


@dataclass(frozen=True, slots=True)
class StageFigures:
    """One stage of one kind of work.

    Attributes:
        runs: How often it was measured.
        p50_ms: Median, milliseconds.
        p95_ms: 95th percentile, milliseconds.
        spent_ms: All of its runs together.
        share: Its part of the time of all stages of the kind, 0-1.
    """

    stage: str
    runs: int
    p50_ms: int
    p95_ms: int
    spent_ms: int
    share: float


@dataclass(frozen=True, slots=True)
class KindFigures:
    """One kind of work: a document type, or questions.

    Attributes:
        runs: Documents read or questions asked, with measures.
        stages: Slowest first, by their share.
        outcomes: How the work ended, to counts.
        models: Calls of models for it.
        cost: US dollars of all runs whose cost is known.
        unpriced: Calls whose cost is not known: the cost is then a lower bound.
    """

    kind: str
    runs: int
    p50_ms: int
    p95_ms: int
    stages: tuple[StageFigures, ...]
    outcomes: Mapping[str, int]
    models: tuple[ModelTotal, ...]

    @property
    def is_question(self) -> bool:
        """Whether this is about questions, not documents."""
        return self.kind == QUESTION

    @property
    def cost(self) -> Decimal:
        """US dollars that models took, where the cost is known."""
        return sum((total.cost for total in self.models), Decimal(0))

    @property
    def cost_per_run(self) -> Decimal | None:
        """US dollars per document or question; ``None`` where there was none."""
        return self.cost / self.runs if self.runs else None

    @property
    def unpriced(self) -> int:
        """Calls of models whose cost is not known."""
        return sum(total.unpriced for total in self.models)


@dataclass(frozen=True, slots=True)
class ReportFigures:
    """All figures of a report.

    Attributes:
        since: Start of the period.
        until: Its end.
        kinds: Document types in alphabetical order, then questions; kinds without any work are absent.
        days: Days with any work.
    """

    site: str
    since: datetime
    until: datetime
    kinds: tuple[KindFigures, ...]
    days: tuple[DayTotal, ...]

    @property
    def documents(self) -> int:
        """Documents read in the period."""
        return sum(kind.runs for kind in self.kinds if not kind.is_question)

    @property
    def questions(self) -> int:
        """Questions asked in the period."""
        return sum(kind.runs for kind in self.kinds if kind.is_question)

    @property
    def cost(self) -> Decimal:
        """US dollars that models took in the period, where the cost is known."""
        return sum((kind.cost for kind in self.kinds), Decimal(0))

    @property
    def unpriced(self) -> int:
        """Calls of models whose cost is not known."""
        return sum(kind.unpriced for kind in self.kinds)

    @property
    def worked_days(self) -> int:
        """Days from the first to the last with any work, both included."""
        return (self.days[-1].day - self.days[0].day).days + 1 if self.days else 0

    @property
    def monthly_cost(self) -> Decimal | None:
        """US dollars of a month at the pace of the days from the first to the last with work; ``None`` without any."""
        return self.cost / self.worked_days * DAYS_OF_MONTH if self.worked_days else None

    @property
    def bottleneck(self) -> tuple[KindFigures, StageFigures] | None:
        """The stage that took most time of all, over all kinds."""
        stages = [(kind, stage) for kind in self.kinds for stage in kind.stages]
        return max(stages, key=lambda pair: pair[1].spent_ms, default=None)


def percentile(counts: Mapping[int, int], share: float) -> int:
    """The nearest-rank percentile of counted values; 0 where there are none.

    Args:
        counts: Value to how often it was seen.
        share: 0-1.
    """
    rank = max(1, math.ceil(sum(counts.values()) * share))
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    return 0


def collect_figures(reader: UsageReader, *, site: str, until: datetime, days: int) -> ReportFigures:
    """Read and sum the measures of the last days.

    Raises:
        StoreError: The database refused or failed.
    """
    since = until - timedelta(days=days)
    runs = reader.run_latencies(since)
    stages = reader.stage_latencies(since)
    models = reader.model_totals(since)
    outcomes = reader.outcomes(since)
    kinds = {row.kind for row in runs} | {row.kind for row in outcomes}
    ordered = sorted(kinds, key=lambda kind: (kind == QUESTION, kind))
    return ReportFigures(
        site=site,
        since=since,
        until=until,
        kinds=tuple(_kind(kind, runs, stages, models, outcomes) for kind in ordered),
        days=tuple(reader.days(since)),
    )


def _kind(
    kind: str,
    runs: Sequence[RunLatency],
    stages: Sequence[StageLatency],
    models: Sequence[ModelTotal],
    outcomes: Sequence[OutcomeCount],
) -> KindFigures:
    totals = {row.latency_ms: row.count for row in runs if row.kind == kind}
    return KindFigures(
        kind=kind,
        runs=sum(totals.values()),
        p50_ms=percentile(totals, 0.5),
        p95_ms=percentile(totals, 0.95),
        stages=_stages(row for row in stages if row.kind == kind),
        outcomes={row.outcome: row.count for row in outcomes if row.kind == kind},
        models=tuple(row for row in models if row.kind == kind),
    )


def _stages(rows: Iterable[StageLatency]) -> tuple[StageFigures, ...]:
    counted: dict[str, dict[int, int]] = {}
    for row in rows:
        counted.setdefault(row.stage, {})[row.latency_ms] = row.count
    spent = {stage: sum(latency * count for latency, count in counts.items()) for stage, counts in counted.items()}
    whole = sum(spent.values())
    figures = [
        StageFigures(
            stage,
            sum(counts.values()),
            percentile(counts, 0.5),
            percentile(counts, 0.95),
            spent[stage],
            spent[stage] / whole if whole else 0.0,
        )
        for stage, counts in counted.items()
    ]
    return tuple(sorted(figures, key=lambda figure: (-figure.share, figure.stage)))
