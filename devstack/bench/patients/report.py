"""The scale bench as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from devstack.bench.patients.run import AtSize, Cost, ScaleBench

__all__ = ["scale_as_json", "scale_as_text"]


def scale_as_json(bench: ScaleBench) -> dict[str, object]:
    """Everything that was measured, with ratios to the smallest size."""
    smallest = bench.sizes[0]
    return {
        "asked_patients": bench.asked_patients,
        "rounds": bench.rounds,
        "sizes": [
            {
                **asdict(each),
                "ratio_p50": _ratio(each.overall.p50_ms, smallest.overall.p50_ms),
                "ratio_p95": _ratio(each.overall.p95_ms, smallest.overall.p95_ms),
                "ratio_database_p50": _ratio(each.overall.database_p50_ms, smallest.overall.database_p50_ms),
                "ratio_rows": _ratio(each.overall.rows_p50, smallest.overall.rows_p50),
            }
            for each in bench.sizes
        ],
    }


def scale_as_text(bench: ScaleBench) -> str:
    """Tables for people: all questions by size, then each question by size."""
    return "\n".join(_lines(bench))


def _lines(bench: ScaleBench) -> Iterator[str]:
    smallest = bench.sizes[0]
    yield f"{bench.asked_patients} patients asked about, {bench.rounds} rounds, no model"
    yield ""
    yield f"{'patients':>10} {'MB':>8} {'load s':>8}  {_heading()}"
    for each in bench.sizes:
        head = f"{each.patients:>10,} {each.data_mb:>8,.0f} {each.load_seconds:>8,.0f}"
        yield f"{head}  {_row(each.overall, smallest.overall)}"
    for question in smallest.questions:
        yield ""
        yield question
        yield f"{'patients':>10}  {_heading()}  answers"
        for each in bench.sizes:
            yield f"{each.patients:>10,}  {_question(each, smallest, question)}"


def _heading() -> str:
    return (
        f"{'p50 ms':>8} {'p95 ms':>8} {'ratio':>6} {'db p50':>8} {'db p95':>8} {'ratio':>6}"
        f" {'rows':>8} {'ratio':>6} {'stmts':>6}"
    )


def _row(cost: Cost, smallest: Cost) -> str:
    return (
        f"{cost.p50_ms:>8.1f} {cost.p95_ms:>8.1f} {_ratio(cost.p50_ms, smallest.p50_ms):>6.2f}"
        f" {cost.database_p50_ms:>8.1f} {cost.database_p95_ms:>8.1f}"
        f" {_ratio(cost.database_p50_ms, smallest.database_p50_ms):>6.2f}"
        f" {cost.rows_p50:>8,.0f} {_ratio(cost.rows_p50, smallest.rows_p50):>6.2f} {cost.statements:>6.0f}"
    )


def _question(each: AtSize, smallest: AtSize, question: str) -> str:
    cost = each.questions[question]
    answers = ", ".join(f"{count} {status}" for status, count in sorted(cost.answers.items()))
    return f"{_row(cost, smallest.questions[question])}  {answers}"


def _ratio(value: float, base: float) -> float:
    return value / base if base else 1.0
