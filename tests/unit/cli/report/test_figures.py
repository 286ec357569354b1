"""The figures of the report: exact percentiles, shares that add up, a projection that says what it leans on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from arbiter_fhir.cli.report.figures import DAYS_OF_MONTH, ReportFigures, collect_figures, percentile
from arbiter_fhir.cli.report.page import report_page, summary_sentences
from arbiter_fhir.ports.usage import QUESTION, DayTotal, ModelTotal, OutcomeCount, RunLatency, Spent, StageLatency

UNTIL = datetime(2026, 11, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Measured:
    """A reader that has read already."""

    runs: Sequence[RunLatency] = ()
    stages: Sequence[StageLatency] = ()
    models: Sequence[ModelTotal] = ()
    ends: Sequence[OutcomeCount] = ()
    worked: Sequence[DayTotal] = ()

    def run_latencies(self, since: datetime) -> Sequence[RunLatency]:
        return self.runs

    def stage_latencies(self, since: datetime) -> Sequence[StageLatency]:
        return self.stages

    def model_totals(self, since: datetime) -> Sequence[ModelTotal]:
        return self.models

    def outcomes(self, since: datetime) -> Sequence[OutcomeCount]:
        return self.ends

    def spent(self, since: datetime) -> Spent:
        return Spent(Decimal(0), 0)

    def days(self, since: datetime) -> Sequence[DayTotal]:
        return self.worked


def figures(measured: Measured) -> ReportFigures:
    return collect_figures(measured, site="default", until=UNTIL, days=30)


BUSY = Measured(
    runs=[RunLatency("lab_pdf", 100, 19), RunLatency("lab_pdf", 900, 1), RunLatency(QUESTION, 40, 4)],
    stages=[
        StageLatency("lab_pdf", "read", 60, 20),
        StageLatency("lab_pdf", "store", 20, 20),
        StageLatency(QUESTION, "retrieve", 30, 4),
    ],
    models=[ModelTotal(QUESTION, "small", 4, 4000, 400, 0, 1, Decimal("0.30"))],
    ends=[OutcomeCount("lab_pdf", "succeeded", 20), OutcomeCount("lab_pdf", "failed", 2)],
    worked=[DayTotal(date(2026, 11, 21), 20, 1, Decimal(0)), DayTotal(date(2026, 11, 30), 0, 3, Decimal("0.30"))],
)


@pytest.mark.parametrize(
    ("counts", "share", "value"),
    [
        ({5: 1}, 0.5, 5),
        ({1: 1, 2: 1}, 0.5, 1),
        ({1: 1, 2: 2}, 0.5, 2),
        ({1: 19, 9: 1}, 0.95, 1),
        ({1: 18, 9: 2}, 0.95, 9),
        ({}, 0.5, 0),
    ],
)
def test_percentiles_are_nearest_rank(counts: dict[int, int], share: float, value: int) -> None:
    assert percentile(counts, share) == value


def test_kinds_have_their_own_times_and_shares() -> None:
    labs, questions = figures(BUSY).kinds
    assert (labs.kind, labs.runs, labs.p50_ms, labs.p95_ms) == ("lab_pdf", 20, 100, 100)
    assert [(stage.stage, stage.share) for stage in labs.stages] == [("read", 0.75), ("store", 0.25)]
    assert questions.is_question
    assert questions.cost_per_run == Decimal("0.075")


def test_the_projection_leans_on_the_days_with_work() -> None:
    found = figures(BUSY)
    assert found.worked_days == 10
    assert found.monthly_cost == Decimal("0.30") / 10 * DAYS_OF_MONTH


def test_the_bottleneck_is_where_most_time_went() -> None:
    bottleneck = figures(BUSY).bottleneck
    assert bottleneck is not None
    assert (bottleneck[0].kind, bottleneck[1].stage) == ("lab_pdf", "read")


def test_a_cost_that_is_not_wholly_known_is_called_a_lower_bound() -> None:
    assert any("1 of 4 calls have no known cost" in sentence for sentence in summary_sentences(figures(BUSY)))


def test_a_site_without_work_says_so() -> None:
    empty = figures(Measured())
    assert summary_sentences(empty) == ("No document was read and no question was asked in this period.",)
    assert "<svg" not in report_page(empty)


def test_names_from_an_endpoint_cannot_become_markup() -> None:
    hostile = Measured(
        runs=[RunLatency(QUESTION, 5, 1)],
        models=[ModelTotal(QUESTION, "<script>x</script>", 1, 1, 1, 0, 0, Decimal(0))],
    )
    page = report_page(figures(hostile))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_the_page_loads_nothing() -> None:
    page = report_page(figures(BUSY))
    assert "http-equiv" not in page
    assert "src=" not in page
    assert page.count("http") == page.count('xmlns="http://www.w3.org/2000/svg"')
