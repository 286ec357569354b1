"""The report as one HTML page without anything to load."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from arbiter_fhir.cli.report.charts import Bar, DayBar, bar_chart, day_chart, milliseconds
from arbiter_fhir.cli.report.figures import KindFigures, ReportFigures

__all__ = ["report_page", "summary_sentences"]

#: From here on two digits after the point are enough.
_CENT: Final = Decimal("0.1")
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5d6b7a; --line: #d5dce3; --bar: #2f6f9f; --other: #d08a2e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --soft: #9fadba; --line: #3a4651; --bar: #6fb0df; --other: #e7ae62; }
  body { background: #141a20; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 56rem;
  margin: 2.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; }
p.period { color: var(--soft); margin: .2rem 0 1.2rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } th { color: var(--soft); font-weight: 600; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg text { fill: var(--ink); }
svg .number { fill: var(--soft); } .bar, .documents { fill: var(--bar); } .questions { fill: var(--other); }
.range { stroke: var(--bar); stroke-width: 1.5; } .mark { stroke: var(--ink); stroke-width: 2; }
.axis { stroke: var(--line); } .key { color: var(--soft); font-size: .85rem; }
ul.summary { padding-left: 1.2rem; }
"""


def report_page(figures: ReportFigures) -> str:
    """The whole page."""
    title = f"Time and cost at site {figures.site}"
    parts = [
        f"<h1>{html.escape(title)}</h1>",
        f'<p class="period">{figures.since.date().isoformat()} to {figures.until.date().isoformat()} (UTC)</p>',
        '<ul class="summary">' + "".join(f"<li>{html.escape(each)}</li>" for each in summary_sentences(figures)),
        "</ul>",
        *_days(figures),
        *_totals(figures),
        *(_part for kind in figures.kinds for _part in _stages(kind)),
        *_models(figures),
        *_outcomes(figures),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head><body>"
        + "\n".join(parts)
        + "</body></html>\n"
    )


def summary_sentences(figures: ReportFigures) -> tuple[str, ...]:
    """What a person wants to know first."""
    if not figures.documents and not figures.questions:
        return ("No document was read and no question was asked in this period.",)
    said = [f"{figures.documents} documents were read and {figures.questions} questions were asked."]
    bottleneck = figures.bottleneck
    if bottleneck is not None:
        kind, stage = bottleneck
        said.append(
            f"Most time went into the stage {stage.stage} of {_name(kind)}: {stage.share:.0%} of its time,"
            f" {milliseconds(stage.p50_ms)} at the median."
        )
    said.append(_cost_sentence(figures))
    return tuple(said)


def _cost_sentence(figures: ReportFigures) -> str:
    calls = sum(total.calls for kind in figures.kinds for total in kind.models)
    if not calls:
        return "No model was asked: the models' cost of this period and of a month at this pace is nothing."
    monthly = figures.monthly_cost or Decimal(0)
    bound = (
        f" {figures.unpriced} of {calls} calls have no known cost, so both are lower bounds."
        if figures.unpriced
        else ""
    )
    return (
        f"{calls} calls of models cost {_dollars(figures.cost)}; at the pace of these {figures.worked_days} days"
        f" a month costs {_dollars(monthly)}.{bound}"
    )


def _name(kind: KindFigures) -> str:
    return "questions" if kind.is_question else kind.kind


def _dollars(amount: Decimal | None) -> str:
    if amount is None:
        return "-"
    return f"${amount:.2f}" if amount == 0 or amount >= _CENT else f"${amount:.5f}"


def _days(figures: ReportFigures) -> Iterable[str]:
    if figures.days:
        days = [DayBar(day.day, day.documents, day.questions) for day in figures.days]
        yield "<h2>Day by day</h2>"
        yield day_chart(days, title="Documents and questions per day")
        yield '<p class="key">Blue: documents. Orange: questions.</p>'


def _totals(figures: ReportFigures) -> Iterable[str]:
    measured = [kind for kind in figures.kinds if kind.runs]
    if not measured:
        return
    yield "<h2>Time and cost of each kind</h2>"
    yield bar_chart(
        [
            Bar(_name(kind), kind.p50_ms, kind.p95_ms, f"{milliseconds(kind.p50_ms)} / {milliseconds(kind.p95_ms)}")
            for kind in measured
        ],
        title="Time of one document or question: median and 95th percentile",
    )
    yield '<p class="key">Bar: median. Mark: 95th percentile. Processing time; waiting in the queue is not in it.</p>'
    yield _table(
        ("", "number", "p50", "p95", "tokens in", "tokens out", "cost", "cost of one"),
        [
            (
                _name(kind),
                str(kind.runs),
                milliseconds(kind.p50_ms),
                milliseconds(kind.p95_ms),
                f"{sum(total.input_tokens for total in kind.models):,}",
                f"{sum(total.output_tokens for total in kind.models):,}",
                _dollars(kind.cost),
                _dollars(kind.cost_per_run),
            )
            for kind in measured
        ],
    )


def _stages(kind: KindFigures) -> Iterable[str]:
    if kind.stages:
        yield f"<h2>Stages of {html.escape(_name(kind))}</h2>"
        bars = [
            Bar(
                stage.stage,
                stage.p50_ms,
                stage.p95_ms,
                f"{milliseconds(stage.p50_ms)} / {milliseconds(stage.p95_ms)}, {stage.share:.0%}",
            )
            for stage in kind.stages
        ]
        yield bar_chart(bars, title=f"Stages of {_name(kind)}: median and 95th percentile")


def _models(figures: ReportFigures) -> Iterable[str]:
    rows = [
        (
            total.model,
            _name(kind),
            str(total.calls),
            str(total.input_tokens),
            str(total.output_tokens),
            _dollars(total.cost),
            str(total.unpriced),
        )
        for kind in figures.kinds
        for total in kind.models
    ]
    if rows:
        yield "<h2>Models</h2>"
        yield _table(("model", "asked for", "calls", "tokens in", "tokens out", "cost", "cost not known"), rows)


def _outcomes(figures: ReportFigures) -> Iterable[str]:
    rows = [
        (_name(kind), outcome, str(count)) for kind in figures.kinds for outcome, count in sorted(kind.outcomes.items())
    ]
    if rows:
        yield "<h2>How it ended</h2>"
        yield _table(("", "ended as", "number"), rows)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
