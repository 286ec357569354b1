"""`arbiter-fhir ask --explain`: the way to an answer, for whoever has to trust it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.question import RoutedQuestion
from arbiter_fhir.pipelines.query_trail import Explanation

__all__ = ["explanation_as_json", "print_explanation"]

#: Evidence rows shown to people; JSON holds all of them.
MOST_ROWS = 40


def explanation_as_json(way: Explanation) -> dict[str, object]:
    """The documented JSON of an explanation."""
    bundle = way.bundle
    return {
        "request_id": way.request_id,
        "route": _route(way.routed),
        "evidence": [] if bundle is None else [dict(_row(kind, item)) for kind, item in _items(bundle)],
        "guidelines": []
        if bundle is None
        else [
            {
                "chunk": passage.chunk.chunk_id,
                "score": round(passage.score, 4),
                "lexical_rank": passage.lexical_rank,
                "dense_rank": passage.dense_rank,
            }
            for passage in bundle.guidelines
        ],
        "conflicts": [] if bundle is None else [conflict.kind.value for conflict in bundle.conflicts],
        "not_found": [] if bundle is None else list(bundle.not_found),
        "problems": list(way.problems),
        "handoffs": [
            {
                "source": handoff.source.value,
                "destination": handoff.destination.value,
                "reason": handoff.decision_reason,
                "task_type": handoff.task_type,
                "outcome": handoff.outcome,
                "latency_ms": handoff.latency_ms,
                "error": handoff.error_reason,
            }
            for handoff in way.handoffs
        ],
        "stages": [
            {
                "stage": measure.stage,
                "latency_ms": measure.latency_ms,
                "model": measure.use.model_id if measure.use else None,
                "input_tokens": measure.use.input_tokens if measure.use else None,
                "output_tokens": measure.use.output_tokens if measure.use else None,
                "cost_usd": str(measure.use.cost) if measure.use and measure.use.cost is not None else None,
            }
            for measure in way.measures
        ],
    }


def _route(routed: RoutedQuestion) -> dict[str, object]:
    return {
        "question": routed.text.value,
        "intent": routed.intent.value,
        "reason": routed.reason,
        "topics": [topic.value for topic in routed.topics],
        "tests": list(routed.analytes),
        "subjects": list(routed.subjects),
        "follows": routed.follows,
    }


def _items(bundle: EvidenceBundle) -> Iterable[tuple[str, EvidenceItem]]:
    yield from (("finding", item) for item in bundle.findings)
    yield from (("needs review", item) for item in bundle.review)


def _row(kind: str, item: EvidenceItem) -> Iterable[tuple[str, object]]:
    yield "as", kind
    yield "kind", item.kind.value
    yield "topic", item.topic.value
    yield "subject", item.subject
    yield "score", round(item.score, 4)
    yield "sources", _sources(item).split(", ")
    yield "review_reasons", list(item.review_reasons)


def _sources(item: EvidenceItem) -> str:
    return ", ".join(place.source_id for place in (item.citation, *item.also))


def print_explanation(way: Explanation, console: Console) -> None:
    """Route, evidence, checks, hand-overs and times as tables."""
    route = ", ".join(f"{name}: {_plain(value)}" for name, value in _route(way.routed).items() if value)
    console.print(Text(f"\nRequest {way.request_id}\nRoute   {route}"))
    if way.bundle is not None:
        _print_evidence(way.bundle, console)
    console.print(Text(f"Checks  {', '.join(way.problems) or 'nothing found'}"))
    _print_rows(
        console,
        "Hand-overs",
        ("from", "to", "because", "outcome", "ms"),
        (
            (each.source, each.destination, each.decision_reason, each.error_reason or each.outcome, each.latency_ms)
            for each in way.handoffs
        ),
    )
    _print_rows(
        console,
        "Time",
        ("stage", "ms", "model", "tokens", "US$"),
        (
            (
                measure.stage,
                measure.latency_ms,
                measure.use.model_id if measure.use else "",
                f"{measure.use.input_tokens} / {measure.use.output_tokens}" if measure.use else "",
                measure.use.cost if measure.use and measure.use.cost is not None else "",
            )
            for measure in way.measures
        ),
    )


def _print_evidence(bundle: EvidenceBundle, console: Console) -> None:
    rows = [
        (kind, item.topic.value, item.subject, f"{item.score:.3f}", _sources(item)) for kind, item in _items(bundle)
    ]
    shown = f"Evidence ({len(rows)})" if len(rows) <= MOST_ROWS else f"Evidence ({MOST_ROWS} of {len(rows)} shown)"
    _print_rows(console, shown, ("as", "topic", "subject", "score", "sources"), rows[:MOST_ROWS])
    _print_rows(
        console,
        "Guidelines",
        ("passage", "score", "words", "vectors"),
        (
            (passage.chunk.chunk_id, f"{passage.score:.3f}", passage.lexical_rank or "-", passage.dense_rank or "-")
            for passage in bundle.guidelines
        ),
    )
    for name in bundle.not_found:
        console.print(Text(f"Not found: {name}"))
    for conflict in bundle.conflicts:
        places = f"{conflict.one.citation.source_id} and {conflict.other.citation.source_id}"
        console.print(Text(f"Conflict {conflict.kind.value}: {places}"))


def _print_rows(console: Console, title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    if table.row_count:
        console.print(table)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
