"""The run for people, as Markdown and as one HTML page without anything to load."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence

from arbiter_fhir.evals.cases import Category
from arbiter_fhir.evals.evidence import RubricResult
from arbiter_fhir.evals.field_scores import Field, Score
from arbiter_fhir.evals.report_answers import answer_blocks, failed_questions
from arbiter_fhir.evals.report_blocks import NOT_MEASURED, SIGN, Block, number
from arbiter_fhir.evals.scorecard import RouteScore, Scorecard

__all__ = ["Block", "as_html", "as_markdown", "report_blocks"]


def _score(score: Score) -> str:
    return f"{number(score.precision)} / {number(score.recall)} / {number(score.f1)}"


def report_blocks(
    scorecard: Scorecard, *, verdict: str, problems: Sequence[str], awaited: Mapping[str, str] | None = None
) -> tuple[Block, ...]:
    """Everything that a person reads, in order; ``awaited`` are rubrics that cannot be measured yet."""
    timing = (
        f"{len(scorecard.cases)} cases and {len(scorecard.scenarios)} scenarios and"
        f" {scorecard.answers.questions} questions in {scorecard.seconds:.1f} s "
        f"({scorecard.case_seconds:.1f} s of their own time)"
    )
    return (
        Block("", (f"Verdict: {verdict}. {timing}.",), points=tuple(problems)),
        _rubrics(scorecard, awaited or {}),
        *answer_blocks(scorecard.answers, scorecard.interviews),
        _types(scorecard),
        _kinds(scorecard),
        _routes(scorecard),
        _categories(scorecard),
        _cases(scorecard),
        _scenarios(scorecard),
        *_findings(scorecard),
        *failed_questions(scorecard.interviews),
    )


def _rubrics(scorecard: Scorecard, awaited: Mapping[str, str]) -> Block:
    rows = tuple(
        (name, number(rate.rate), str(rate.passed), str(rate.failed), str(rate.not_measured), awaited.get(name, ""))
        for name, rate in scorecard.rubrics.items()
    )
    wrong = f"Verified facts that the documents do not bear out: {scorecard.wrong_verified_facts}."
    return Block("Rubrics", (wrong,), ("rubric", "rate", "passed", "failed", NOT_MEASURED, "awaited because"), rows)


def _types(scorecard: Scorecard) -> Block:
    rows = tuple(
        (doc_type.value, str(score.cases), str(score.failed), _score(score.fields), number(score.assertions.f1))
        for doc_type, score in scorecard.types.items()
    )
    columns = ("type", "cases", "failed", "all fields: precision / recall / F1", "assertions F1")
    return Block("Document types", (), columns, rows)


def _kinds(scorecard: Scorecard) -> Block:
    rows = [
        (
            kind.value,
            route.value,
            str(score.found.right + score.found.missed),
            _score(score.found),
            _score(score.fields),
        )
        for kind, by_route in scorecard.kinds.items()
        for route, score in by_route.items()
    ]
    rows.append(("assertions", "all", "", "", _score(scorecard.assertions)))
    columns = ("kind", "route", "stated", "found: precision / recall / F1", "fields: precision / recall / F1")
    sentence = "Results that were drawn in rows stand under Routes; here stand those in cells and fields."
    return Block("Kinds of facts", (sentence,), columns, tuple(rows))


def _routes(scorecard: Scorecard) -> Block:
    routes = list(scorecard.routes.values())

    def row(title: str, cells: Sequence[str]) -> tuple[str, ...]:
        return (title, *cells)

    rows = [
        row("cases", [str(score.cases) for score in routes]),
        row("results stated", [str(score.rows) for score in routes]),
        row("F1 of value, unit, range, flag, date together", [number(score.joint_f1) for score in routes]),
        row("verified of those that may be", [number(score.verified_share) for score in routes]),
        row("box agreement (IoU), mean / least", [_pair(score.box_agreement) for score in routes]),
        row("confidence where right / wrong", [_confidences(score) for score in routes]),
        *(
            row(f"{field.value}: precision / recall / F1", [_score(score.fields[field]) for score in routes])
            for field in Field
        ),
    ]
    return Block("Routes", (), ("", *(route.value for route in scorecard.routes)), tuple(rows))


def _pair(pair: tuple[float, float] | None) -> str:
    return NOT_MEASURED if pair is None else f"{pair[0]:.3f} / {pair[1]:.3f}"


def _confidences(score: RouteScore) -> str:
    return f"{number(score.confidence_right, 3)} / {number(score.confidence_wrong, 3)}"


def _categories(scorecard: Scorecard) -> Block:
    rows = []
    for category in Category:
        cases = [case for case in scorecard.cases if category in case.evidence.case.categories]
        failed = str(sum(case.failed for case in cases)) if cases else NOT_MEASURED
        rows.append((category.value, str(len(cases)), failed))
    return Block("Categories", (), ("category", "cases", "failed"), tuple(rows))


def _verdicts(results: Mapping[str, RubricResult]) -> tuple[str, ...]:
    return tuple(SIGN[result.verdict] for result in results.values())


def _cases(scorecard: Scorecard) -> Block:
    rows = []
    for case in scorecard.cases:
        facts = case.evidence.facts
        verified = sum(fact.certainty.value == "verified" for fact in facts)
        stated = len(case.evidence.case.facts) + len(case.evidence.case.items)
        seconds = f"{case.evidence.observation.seconds:.2f}"
        counts = (str(stated), str(len(facts)), str(verified), seconds)
        rows.append((case.evidence.case.id, *counts, *_verdicts(case.results)))
    names = tuple(scorecard.cases[0].results) if scorecard.cases else ()
    return Block("Cases", (), ("case", "stated", "facts", "verified", "s", *names), tuple(rows))


def _scenarios(scorecard: Scorecard) -> Block:
    rows = tuple(
        (
            scenario.evidence.scenario.id,
            ", ".join(scenario.evidence.scenario.covers),
            f"{scenario.evidence.observation.seconds:.2f}",
            *_verdicts(scenario.results),
        )
        for scenario in scorecard.scenarios
    )
    names = tuple(scorecard.scenarios[0].results) if scorecard.scenarios else ()
    sentences = () if rows else (f"Scenarios: {NOT_MEASURED}.",)
    return Block("Scenarios", sentences, ("scenario", "covers", "s", *names) if rows else (), rows)


def _findings(scorecard: Scorecard) -> Iterator[Block]:
    for case in scorecard.cases:
        if case.failed:
            wrong = [f"wrong and verified: {text}" for text in case.wrong_verified]
            title = f"Failed: {case.evidence.case.id}"
            yield Block(title, (case.evidence.case.title,), points=(*wrong, *_reasons(case.results)))
    for scenario in scorecard.scenarios:
        if scenario.failed:
            failure = scenario.evidence.observation.failure
            broke = [f"broke off: {failure}"] if failure else []
            title = f"Failed: {scenario.evidence.scenario.id}"
            yield Block(title, (scenario.evidence.scenario.title,), points=(*broke, *_reasons(scenario.results)))


def _reasons(results: Mapping[str, RubricResult]) -> list[str]:
    return [f"{name}: {finding}" for name, result in results.items() for finding in result.findings]


def as_markdown(blocks: Sequence[Block]) -> str:
    """The report in Markdown."""
    lines = ["# Golden set: clinical documents", ""]
    for block in blocks:
        if block.title:
            lines += [f"## {block.title}", ""]
        lines += [*block.sentences, *([""] if block.sentences else [])]
        if block.columns:
            lines += [f"| {' | '.join(block.columns)} |", "|" + "---|" * len(block.columns)]
            lines += [f"| {' | '.join(row)} |" for row in block.rows]
            lines.append("")
        lines += [*(f"- {point}" for point in block.points), *([""] if block.points else [])]
    return "\n".join(lines) + "\n"


_STYLE = """body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1300px;padding:0 1rem;color:#1c2430}
table{border-collapse:collapse;margin:.6rem 0 1.6rem;font-size:13px}
th,td{border:1px solid #d5dae1;padding:.25rem .55rem;
text-align:left;vertical-align:top}th{background:#f1f4f8;position:sticky;top:0}td.FAIL{background:#fbdcdc;font-weight:600}
td.pass{color:#16803d}td.nm,td.not{color:#7a8391}h2{margin-top:2.2rem;border-bottom:1px solid #d5dae1}"""
_CLASSES = {"FAIL": "FAIL", "pass": "pass", "n/m": "nm", NOT_MEASURED: "not"}


def as_html(blocks: Sequence[Block]) -> str:
    """The report as one HTML page."""
    parts = ["<h1>Golden set: clinical documents</h1>"]
    for block in blocks:
        if block.title:
            parts.append(f"<h2>{html.escape(block.title)}</h2>")
        parts += [f"<p>{html.escape(sentence)}</p>" for sentence in block.sentences]
        if block.columns:
            head = "".join(f"<th>{html.escape(column)}</th>" for column in block.columns)
            parts.append(
                f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_table_row, block.rows))}</tbody></table>"
            )
        if block.points:
            parts.append("<ul>" + "".join(f"<li>{html.escape(point)}</li>" for point in block.points) + "</ul>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Golden set</title>'
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _table_row(cells: Sequence[str]) -> str:
    def cell(text: str) -> str:
        name = _CLASSES.get(text, "")
        return f'<td class="{name}">{html.escape(text)}</td>' if name else f"<td>{html.escape(text)}</td>"

    return f"<tr>{''.join(map(cell, cells))}</tr>"
