"""The run in numbers: pass rates, F1 per field and route, verified share, box agreement; ``None`` for not measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from statistics import fmean

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.evals.answers.scores import AnswerScore, JudgedInterview, score_answers
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
from arbiter_fhir.evals.item_places import item_box_agreement
from arbiter_fhir.evals.item_scores import (
    KindScore,
    add_kinds,
    lab_field_scores,
    score_assertions,
    score_kinds,
    verified_item_errors,
)
from arbiter_fhir.evals.matching import box_agreement
from arbiter_fhir.evals.phi_scan import find_leaks, patient_identifiers, telling_identifiers
from arbiter_fhir.evals.rubrics import ALL_RUBRICS, RUBRICS, SCENARIO_RUBRICS
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence

__all__ = [
    "JudgedCase",
    "JudgedScenario",
    "RouteScore",
    "RubricRate",
    "Scorecard",
    "TypeScore",
    "judge_case",
    "judge_scenario",
    "score_run",
]


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A case with every rubric's word on it."""

    evidence: CaseEvidence
    results: Mapping[str, RubricResult]
    scores: Mapping[Field, Score]
    wrong_verified: tuple[str, ...]
    kinds: Mapping[FactType, KindScore]
    assertions: Score

    @property
    def failed(self) -> bool:
        """Whether any rubric failed or a verified fact is wrong."""
        return bool(self.wrong_verified) or any(result.verdict is Verdict.FAILED for result in self.results.values())


@dataclass(frozen=True, slots=True)
class JudgedScenario:
    """A scenario with every rubric's word on it."""

    evidence: ScenarioEvidence
    results: Mapping[str, RubricResult]

    @property
    def failed(self) -> bool:
        """Whether any rubric failed or the play broke off."""
        broke = bool(self.evidence.observation.failure)
        return broke or any(result.verdict is Verdict.FAILED for result in self.results.values())


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
class TypeScore:
    """All documents of a type.

    Attributes:
        fields: Every judged field of every fact together.
        assertions: What texts claim.
    """

    cases: int
    failed: int
    fields: Score
    assertions: Score


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The whole run.

    Attributes:
        types: By document type.
        kinds: By kind of fact and route; a kind that was nowhere expected is left out.
        assertions: Over all documents.
        answers: Over all questions of all interviews.
        seconds: Wall time of the run; `case_seconds` the sum over the cases.
    """

    cases: tuple[JudgedCase, ...]
    scenarios: tuple[JudgedScenario, ...]
    rubrics: Mapping[str, RubricRate]
    routes: Mapping[Route, RouteScore]
    types: Mapping[DocType, TypeScore]
    kinds: Mapping[FactType, Mapping[Route, KindScore]]
    assertions: Score
    wrong_verified_facts: int
    seconds: float
    case_seconds: float
    interviews: tuple[JudgedInterview, ...] = ()
    answers: AnswerScore = field(default_factory=AnswerScore)

    @property
    def rates(self) -> dict[str, float | None]:
        """Every rate that can get worse, by name, 0-1: what is compared with the baseline."""
        rates: dict[str, float | None] = {f"rubric.{name}": rate.rate for name, rate in self.rubrics.items()}
        for route, score in self.routes.items():
            rates[f"f1.{route.value}"] = score.joint_f1
            rates[f"verified_share.{route.value}"] = score.verified_share
            rates |= {f"f1.{route.value}.{field.value}": score.fields[field].f1 for field in Field}
        rates |= {f"f1.{doc_type.value}": score.fields.f1 for doc_type, score in self.types.items()}
        for kind, by_route in self.kinds.items():
            rates |= {f"kind.{kind.value}.{route.value}": score.fields.f1 for route, score in by_route.items()}
        rates["assertions"] = self.assertions.f1
        return rates | self.answers.rates


def judge_case(evidence: CaseEvidence) -> JudgedCase:
    """Every rubric's word, the field counts and the verified facts that are wrong."""
    identifiers = telling_identifiers(evidence.case.identifiers)
    return JudgedCase(
        evidence,
        {name: _without_identifiers(judge(evidence), identifiers) for name, judge in RUBRICS.items()},
        add_scores([score_fields(evidence.matching), lab_field_scores(evidence.items)]),
        (*verified_errors(evidence.matching), *verified_item_errors(evidence.items, evidence.strays)),
        score_kinds(evidence.items, evidence.strays),
        score_assertions(evidence.items),
    )


def _without_identifiers(result: RubricResult, identifiers: Sequence[KnownIdentifier]) -> RubricResult:
    """Findings quote what came out; where that holds an identifier the report must not repeat it."""
    findings = tuple(
        "(withheld: the finding would repeat an identifier)" if find_leaks(finding, identifiers) else finding
        for finding in result.findings
    )
    return replace(result, findings=findings)


def judge_scenario(evidence: ScenarioEvidence) -> JudgedScenario:
    """Every rubric's word."""
    known = [part for patient in evidence.scenario.patients for part in patient_identifiers(patient)]
    identifiers = telling_identifiers(known)
    return JudgedScenario(
        evidence,
        {name: _without_identifiers(judge(evidence), identifiers) for name, judge in SCENARIO_RUBRICS.items()},
    )


def score_run(
    cases: Sequence[JudgedCase],
    scenarios: Sequence[JudgedScenario] = (),
    interviews: Sequence[JudgedInterview] = (),
    *,
    seconds: float,
) -> Scorecard:
    """Add up cases, scenarios and interviews."""
    ordered = tuple(sorted(cases, key=lambda case: case.evidence.case.id))
    played = tuple(sorted(scenarios, key=lambda scenario: scenario.evidence.scenario.id))
    held = tuple(sorted(interviews, key=lambda interview: interview.evidence.interview.id))
    verdicts = [case.results for case in ordered] + [scenario.results for scenario in played]
    verdicts += [each.results for each in held] + [each.results for talk in held for each in talk.questions]
    return Scorecard(
        cases=ordered,
        scenarios=played,
        rubrics={name: _rate(verdicts, name) for name in ALL_RUBRICS},
        routes={
            route: _route_score([case for case in ordered if case.evidence.case.route is route]) for route in Route
        },
        types={
            doc_type: _type_score([case for case in ordered if case.evidence.case.doc_type is doc_type])
            for doc_type in DocType
        },
        kinds=_kinds(ordered),
        assertions=reduce(Score.__add__, (case.assertions for case in ordered), Score()),
        wrong_verified_facts=sum(len(case.wrong_verified) for case in ordered),
        seconds=seconds,
        case_seconds=sum(case.evidence.observation.seconds for case in ordered)
        + sum(scenario.evidence.observation.seconds for scenario in played)
        + sum(interview.evidence.observation.seconds for interview in held),
        interviews=held,
        answers=score_answers(held),
    )


def _kinds(cases: Sequence[JudgedCase]) -> dict[FactType, dict[Route, KindScore]]:
    kinds = {kind for case in cases for kind in case.kinds}
    return {
        kind: {
            route: add_kinds(case.kinds for case in cases if case.evidence.case.route is route and kind in case.kinds)[
                kind
            ]
            for route in Route
            if any(case.evidence.case.route is route and kind in case.kinds for case in cases)
        }
        for kind in FactType
        if kind in kinds
    }


def _type_score(cases: Sequence[JudgedCase]) -> TypeScore:
    rows = add_scores(score_fields(case.evidence.matching) for case in cases)
    kinds = add_kinds(case.kinds for case in cases)
    return TypeScore(
        cases=len(cases),
        failed=sum(case.failed for case in cases),
        fields=reduce(Score.__add__, [*rows.values(), *(score.fields for score in kinds.values())], Score()),
        assertions=reduce(Score.__add__, (case.assertions for case in cases), Score()),
    )


def _rate(results: Sequence[Mapping[str, RubricResult]], rubric: str) -> RubricRate:
    verdicts = [each[rubric].verdict for each in results if rubric in each]
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
    items = [match for case in cases for match in case.evidence.items]
    results = [match for match in items if match.expected.fact_type is FactType.LAB_RESULT]
    pairs_allowed = [(match.expected.certainty, match.observed) for match in matches]
    pairs_allowed += [(match.expected.certainty, match.observed) for match in results]
    may_be_verified = [seen for allowed, seen in pairs_allowed if Certainty.VERIFIED in allowed]
    verified = [(expected, seen) for expected, seen in pairs if seen.certainty is Certainty.VERIFIED]
    boxes = [box_agreement(expected, seen) for expected, seen in verified]
    boxes += [
        agreement
        for match in items
        if match.observed is not None and match.observed.certainty is Certainty.VERIFIED and match.expected.words
        if (agreement := item_box_agreement(match.expected, match.observed.citation)) is not None
    ]
    right = [seen.confidence for expected, seen in pairs if not disagreements(expected, seen)]
    wrong = [seen.confidence for expected, seen in pairs if disagreements(expected, seen)]
    wrong += [fact.confidence for case in cases for _, fact in case.evidence.matching.unmatched]
    return RouteScore(
        cases=len(cases),
        rows=len(matches) + len(results),
        fields=fields,
        joint_f1=joint.f1,
        verified_share=_share_verified([seen.certainty if seen else None for seen in may_be_verified]),
        box_agreement=(fmean(boxes), min(boxes)) if boxes else None,
        confidence_right=_mean(right),
        confidence_wrong=_mean(wrong),
    )


def _share_verified(certainties: Sequence[Certainty | None]) -> float | None:
    return _mean([float(certainty is Certainty.VERIFIED) for certainty in certainties])
