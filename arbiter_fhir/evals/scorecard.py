"""The run in numbers: pass rates, F1 per field and route, verified share, box agreement; ``None`` for not measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from statistics import fmean

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.evals.cases import KnownIdentifier, Route
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult, Verdict
from arbiter_fhir.evals.field_scores import (
    SCORED_TOGETHER,
    Field,
    Score,
    add_scores,
    disagreements,
    score_fields,
    verified_errors,
)
from arbiter_fhir.evals.matching import box_agreement
from arbiter_fhir.evals.phi_scan import find_leaks, telling_identifiers
from arbiter_fhir.evals.rubrics import RUBRICS

__all__ = ["JudgedCase", "RouteScore", "RubricRate", "Scorecard", "judge_case", "score_run"]


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A case with every rubric's word on it."""

    evidence: CaseEvidence
    results: Mapping[str, RubricResult]
    scores: Mapping[Field, Score]
    wrong_verified: tuple[str, ...]

    @property
    def failed(self) -> bool:
        """Whether any rubric failed or a verified fact is wrong."""
        return bool(self.wrong_verified) or any(result.verdict is Verdict.FAILED for result in self.results.values())


@dataclass(frozen=True, slots=True)
class RubricRate:
    """How many measured cases passed."""

    passed: int
    failed: int
    not_measured: int

    @property
    def rate(self) -> float | None:
        """Passed of measured, 0-1; ``None`` where no case was measured."""
        measured = self.passed + self.failed
        return self.passed / measured if measured else None


@dataclass(frozen=True, slots=True)
class RouteScore:
    """All documents of a route.

    Attributes:
        joint_f1: F1 over value, unit, range, flag and date together.
        verified_share: Of the rows that may come out verified, the share that does.
        box_agreement: Mean and least intersection over union of verified facts' boxes.
        confidence_right: Mean confidence of facts that agree with the paper; `confidence_wrong` of those that do not.
    """

    cases: int
    rows: int
    fields: Mapping[Field, Score]
    joint_f1: float | None
    verified_share: float | None
    box_agreement: tuple[float, float] | None
    confidence_right: float | None
    confidence_wrong: float | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The whole run.

    Attributes:
        seconds: Wall time of the run; `case_seconds` the sum over the cases.
    """

    cases: tuple[JudgedCase, ...]
    rubrics: Mapping[str, RubricRate]
    routes: Mapping[Route, RouteScore]
    wrong_verified_facts: int
    seconds: float
    case_seconds: float

    @property
    def rates(self) -> dict[str, float | None]:
        """Every rate that can get worse, by name, 0-1: what is compared with the baseline."""
        rates: dict[str, float | None] = {f"rubric.{name}": rate.rate for name, rate in self.rubrics.items()}
        for route, score in self.routes.items():
            rates[f"f1.{route.value}"] = score.joint_f1
            rates[f"verified_share.{route.value}"] = score.verified_share
            rates |= {f"f1.{route.value}.{field.value}": score.fields[field].f1 for field in Field}
        return rates


def judge_case(evidence: CaseEvidence) -> JudgedCase:
    """Every rubric's word, the field counts and the verified facts that are wrong."""
    identifiers = telling_identifiers(evidence.case.identifiers)
    return JudgedCase(
        evidence,
        {name: _without_identifiers(judge(evidence), identifiers) for name, judge in RUBRICS.items()},
        score_fields(evidence.matching),
        verified_errors(evidence.matching),
    )


def _without_identifiers(result: RubricResult, identifiers: Sequence[KnownIdentifier]) -> RubricResult:
    """Findings quote what came out; where that holds an identifier the report must not repeat it."""
    findings = tuple(
        "(withheld: the finding would repeat an identifier)" if find_leaks(finding, identifiers) else finding
        for finding in result.findings
    )
    return replace(result, findings=findings)


def score_run(cases: Sequence[JudgedCase], *, seconds: float) -> Scorecard:
    """Add up the cases."""
    ordered = tuple(sorted(cases, key=lambda case: case.evidence.case.id))
    return Scorecard(
        cases=ordered,
        rubrics={name: _rate(ordered, name) for name in RUBRICS},
        routes={
            route: _route_score([case for case in ordered if case.evidence.case.route is route]) for route in Route
        },
        wrong_verified_facts=sum(len(case.wrong_verified) for case in ordered),
        seconds=seconds,
        case_seconds=sum(case.evidence.observation.seconds for case in ordered),
    )


def _rate(cases: Sequence[JudgedCase], rubric: str) -> RubricRate:
    verdicts = [case.results[rubric].verdict for case in cases]
    return RubricRate(
        verdicts.count(Verdict.PASSED), verdicts.count(Verdict.FAILED), verdicts.count(Verdict.NOT_MEASURED)
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _route_score(cases: Sequence[JudgedCase]) -> RouteScore:
    fields = add_scores(dict(case.scores) for case in cases)
    joint = reduce(Score.__add__, (fields[field] for field in SCORED_TOGETHER), Score())
    matches = [match for case in cases for match in case.evidence.matching.matches]
    pairs = [(match.expected, match.observed) for match in matches if match.observed is not None]
    may_be_verified = [match for match in matches if Certainty.VERIFIED in match.expected.certainty]
    verified = [(expected, seen) for expected, seen in pairs if seen.certainty is Certainty.VERIFIED]
    boxes = [box_agreement(expected, seen) for expected, seen in verified]
    right = [seen.confidence for expected, seen in pairs if not disagreements(expected, seen)]
    wrong = [seen.confidence for expected, seen in pairs if disagreements(expected, seen)]
    wrong += [fact.confidence for case in cases for _, fact in case.evidence.matching.unmatched]
    return RouteScore(
        cases=len(cases),
        rows=len(matches),
        fields=fields,
        joint_f1=joint.f1,
        verified_share=_share_verified(
            [match.observed.certainty if match.observed else None for match in may_be_verified]
        ),
        box_agreement=(fmean(boxes), min(boxes)) if boxes else None,
        confidence_right=_mean(right),
        confidence_wrong=_mean(wrong),
    )


def _share_verified(certainties: Sequence[Certainty | None]) -> float | None:
    return _mean([float(certainty is Certainty.VERIFIED) for certainty in certainties])
