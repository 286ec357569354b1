"""The gate: thresholds, and no rate more than five percent worse than the committed baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from arbiter_fhir.evals.corpus import Thresholds
from arbiter_fhir.evals.scorecard import Scorecard

__all__ = ["Baseline", "gate_problems", "read_baseline", "write_baseline"]


class Baseline(BaseModel):
    """The rates of the run that was last accepted, and how many cases, scenarios and questions it had."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    cases: int
    rates: Mapping[str, float]


def read_baseline(folder: Path) -> Baseline | None:
    """The committed baseline, if there is one that can be read."""
    try:
        return Baseline.model_validate_json((folder / "baseline.json").read_bytes())
    except (OSError, ValidationError):
        return None


def write_baseline(folder: Path, scorecard: Scorecard) -> None:
    """Accept this run as the baseline; committing the file is the decision."""
    rates = {name: round(rate, 6) for name, rate in scorecard.rates.items() if rate is not None}
    baseline = Baseline(cases=_ran(scorecard), rates=rates)
    (folder / "baseline.json").write_text(baseline.model_dump_json(indent=1) + "\n", encoding="utf-8")


def _ran(scorecard: Scorecard) -> int:
    return len(scorecard.cases) + len(scorecard.scenarios) + scorecard.answers.questions


def gate_problems(scorecard: Scorecard, thresholds: Thresholds, baseline: Baseline | None) -> tuple[str, ...]:
    """Why the gate stays shut; empty when it opens. Nothing unmeasured opens it, nor does a missing baseline."""
    problems = tuple(_threshold_problems(scorecard, thresholds))
    if baseline is None:
        return (*problems, "there is no baseline to compare with; see --write-baseline")
    return (*problems, *_regressions(scorecard, thresholds, baseline))


def _threshold_problems(scorecard: Scorecard, thresholds: Thresholds) -> Iterator[str]:
    for rubric, least in thresholds.rubrics.items():
        yield from _below(f"rubric {rubric}", scorecard.rubrics[rubric].rate, least)
    for rubric in thresholds.awaited:
        if scorecard.rubrics[rubric].rate is not None:
            yield f"rubric {rubric} is measured now and needs a threshold"
    yield from _broken_off(scorecard)
    for name, least in thresholds.kinds.items():
        yield from _below(name, scorecard.rates.get(name), least)
    for route, least in thresholds.f1.items():
        yield from _below(f"{route.value} F1", scorecard.routes[route].joint_f1, least)
    for route, least in thresholds.verified_share.items():
        yield from _below(f"{route.value} verified share", scorecard.routes[route].verified_share, least)
    if scorecard.wrong_verified_facts > thresholds.wrong_verified_facts:
        yield f"{scorecard.wrong_verified_facts} verified facts are not what the paper says"


def _broken_off(scorecard: Scorecard) -> Iterator[str]:
    for scenario in scorecard.scenarios:
        if failure := scenario.evidence.observation.failure:
            yield f"scenario {scenario.evidence.scenario.id} broke off: {failure}"
    for interview in scorecard.interviews:
        if failure := interview.evidence.observation.failure:
            yield f"interview {interview.evidence.interview.id} broke off: {failure}"


def _below(what: str, rate: float | None, least: float) -> Iterator[str]:
    if rate is None:
        yield f"{what} was not measured"
    elif rate < least:
        yield f"{what} is {rate:.4f}, below {least:.4f}"


def _regressions(scorecard: Scorecard, thresholds: Thresholds, baseline: Baseline) -> Iterator[str]:
    if (ran := _ran(scorecard)) < baseline.cases:
        yield f"{ran} cases, scenarios and questions ran and the baseline has {baseline.cases}"
    rates = scorecard.rates
    for name, before in baseline.rates.items():
        now = rates.get(name)
        if now is None:
            yield f"{name} was {before:.4f} in the baseline and was not measured now"
        elif now < before * (1 - thresholds.maximum_regression):
            yield f"{name} fell from {before:.4f} to {now:.4f}"
