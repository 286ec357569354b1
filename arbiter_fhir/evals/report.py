"""The run as JSON for machines and as Markdown for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbiter_fhir.evals.cases import Category
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.field_scores import Field
from arbiter_fhir.evals.scorecard import JudgedCase, RouteScore, Scorecard

__all__ = ["as_json", "as_markdown"]

_SIGN = {Verdict.PASSED: "pass", Verdict.FAILED: "**FAIL**", Verdict.NOT_MEASURED: "n/m"}


def _number(value: float | None, digits: int = 4) -> str:
    return "not measured" if value is None else f"{value:.{digits}f}"


def as_json(scorecard: Scorecard, *, verdict: str, problems: Sequence[str]) -> dict[str, object]:
    """Everything, with ``null`` for what was not measured."""
    return {
        "verdict": verdict,
        "problems": list(problems),
        "seconds": round(scorecard.seconds, 2),
        "case_seconds": round(scorecard.case_seconds, 2),
        "cases": len(scorecard.cases),
        "wrong_verified_facts": scorecard.wrong_verified_facts,
        "rubrics": {
            name: {"rate": rate.rate, "passed": rate.passed, "failed": rate.failed, "not_measured": rate.not_measured}
            for name, rate in scorecard.rubrics.items()
        },
        "routes": {route.value: _route_json(score) for route, score in scorecard.routes.items()},
        "details": [_case_json(case) for case in scorecard.cases],
    }


def _route_json(score: RouteScore) -> dict[str, object]:
    return {
        "cases": score.cases,
        "rows": score.rows,
        "joint_f1": score.joint_f1,
        "verified_share": score.verified_share,
        "box_iou_mean": score.box_agreement[0] if score.box_agreement else None,
        "box_iou_least": score.box_agreement[1] if score.box_agreement else None,
        "confidence_right": score.confidence_right,
        "confidence_wrong": score.confidence_wrong,
        "fields": {
            field.value: {"precision": counts.precision, "recall": counts.recall, "f1": counts.f1}
            for field, counts in score.fields.items()
        },
    }


def _case_json(case: JudgedCase) -> dict[str, object]:
    facts = case.evidence.facts
    return {
        "id": case.evidence.case.id,
        "categories": [category.value for category in case.evidence.case.categories],
        "seconds": round(case.evidence.observation.seconds, 3),
        "error_code": case.evidence.observation.error_code or None,
        "rows": len(case.evidence.case.facts),
        "facts": len(facts),
        "certainty": _counts([fact.certainty.value for fact in facts]),
        "rubrics": {name: result.verdict.value for name, result in case.results.items()},
        "findings": {name: list(result.findings) for name, result in case.results.items() if result.findings},
        "wrong_verified": list(case.wrong_verified),
    }


def _counts(words: Sequence[str]) -> Mapping[str, int]:
    return {word: words.count(word) for word in sorted(set(words))}


def as_markdown(scorecard: Scorecard, *, verdict: str, problems: Sequence[str]) -> str:
    """The report that a person reads first."""
    timing = f"{len(scorecard.cases)} cases in {scorecard.seconds:.1f} s ({scorecard.case_seconds:.1f} s of case time)"
    lines = [
        "# Golden set: clinical documents",
        "",
        f"Verdict: **{verdict}**. {timing}.",
        "",
        *[f"- {problem}" for problem in problems],
        *([""] if problems else []),
        *_rubric_table(scorecard),
        *_route_tables(scorecard),
        *_category_table(scorecard),
        *_case_table(scorecard),
        *_findings(scorecard),
    ]
    return "\n".join(lines) + "\n"


def _rubric_table(scorecard: Scorecard) -> Iterator[str]:
    yield from ("## Rubrics", "", "| rubric | rate | passed | failed | not measured |", "|---|---|---|---|---|")
    for name, rate in scorecard.rubrics.items():
        yield f"| {name} | {_number(rate.rate)} | {rate.passed} | {rate.failed} | {rate.not_measured} |"
    yield from ("", f"Verified facts that the paper does not bear out: **{scorecard.wrong_verified_facts}**", "")


def _route_tables(scorecard: Scorecard) -> Iterator[str]:
    yield from ("## Fields", "", "| | " + " | ".join(route.value for route in scorecard.routes) + " |")
    yield "|---|" + "---|" * len(scorecard.routes)
    routes = list(scorecard.routes.values())
    yield _row("cases", [str(score.cases) for score in routes])
    yield _row("rows on paper", [str(score.rows) for score in routes])
    yield _row("F1 of value, unit, range, flag, date together", [_number(score.joint_f1) for score in routes])
    yield _row("verified of those that may be", [_number(score.verified_share) for score in routes])
    yield _row("box agreement (IoU), mean / least", [_pair(score.box_agreement) for score in routes])
    yield _row("confidence where right / wrong", [_confidences(score) for score in routes])
    for field in Field:
        cells = []
        for score in routes:
            counts = score.fields[field]
            cells.append(f"{_number(counts.precision)} / {_number(counts.recall)} / {_number(counts.f1)}")
        yield _row(f"{field.value}: precision / recall / F1", cells)
    yield ""


def _row(title: str, cells: Sequence[str]) -> str:
    return f"| {title} | " + " | ".join(cells) + " |"


def _pair(pair: tuple[float, float] | None) -> str:
    return "not measured" if pair is None else f"{pair[0]:.3f} / {pair[1]:.3f}"


def _confidences(score: RouteScore) -> str:
    return f"{_number(score.confidence_right, 3)} / {_number(score.confidence_wrong, 3)}"


def _category_table(scorecard: Scorecard) -> Iterator[str]:
    yield from ("## Categories", "", "| category | cases | failed |", "|---|---|---|")
    for category in Category:
        cases = [case for case in scorecard.cases if category in case.evidence.case.categories]
        failed = sum(case.failed for case in cases) if cases else "not measured"
        yield f"| {category.value} | {len(cases)} | {failed} |"
    yield ""


def _case_table(scorecard: Scorecard) -> Iterator[str]:
    names = list(scorecard.rubrics)
    yield from ("## Cases", "", "| case | rows | facts | verified | s | " + " | ".join(names) + " |")
    yield "|---|---|---|---|---|" + "---|" * len(names)
    for case in scorecard.cases:
        facts = case.evidence.facts
        verified = sum(fact.certainty.value == "verified" for fact in facts)
        words = " | ".join(_SIGN[case.results[name].verdict] for name in names)
        seconds = case.evidence.observation.seconds
        row = f"{len(case.evidence.case.facts)} | {len(facts)} | {verified} | {seconds:.2f}"
        yield f"| {case.evidence.case.id} | {row} | {words} |"
    yield ""


def _findings(scorecard: Scorecard) -> Iterator[str]:
    failed = [case for case in scorecard.cases if case.failed]
    if not failed:
        return
    yield from ("## Findings", "")
    for case in failed:
        yield from (f"### {case.evidence.case.id}: {case.evidence.case.title}", "")
        yield from (f"- wrong and verified: {text}" for text in case.wrong_verified)
        for name, result in case.results.items():
            yield from (f"- {name}: {finding}" for finding in result.findings)
        yield ""
