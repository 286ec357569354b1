from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbiter_fhir.evals.answers.evidence import InterviewEvidence, InterviewObservation
from arbiter_fhir.evals.answers.scores import judge_interview
from arbiter_fhir.evals.cases import Route
from arbiter_fhir.evals.corpus import Thresholds
from arbiter_fhir.evals.gate import Baseline, gate_problems, read_baseline, write_baseline
from arbiter_fhir.evals.rubrics import RUBRICS
from arbiter_fhir.evals.scorecard import RubricRate, Scorecard, judge_case, score_run
from tests.unit.evals.answers.talks import sources
from tests.unit.evals.answers.test_scores import TALK, judged
from tests.unit.evals.golden_evidence import case, evidence

THRESHOLDS = Thresholds(
    rubrics=dict.fromkeys(RUBRICS, 1.0),
    f1=dict.fromkeys((Route.TYPED, Route.SCANNED), 0.97),
    verified_share=dict.fromkeys((Route.TYPED, Route.SCANNED), 0.9),
    wrong_verified_facts=0,
    maximum_regression=0.05,
    layouts=(),
    designs={},
    cases=1,
    scenarios=(),
    questions=1,
    awaited={},
    kinds={},
)


@pytest.fixture
def scorecard() -> Scorecard:
    scanned = case(id="scanned", route=Route.SCANNED)
    return score_run([judge_case(evidence()), judge_case(evidence(scanned))], seconds=1.0)


def baseline_of(scorecard: Scorecard) -> Baseline:
    return Baseline(cases=2, rates={name: rate for name, rate in scorecard.rates.items() if rate is not None})


def test_a_perfect_run_opens_the_gate(scorecard: Scorecard) -> None:
    assert gate_problems(scorecard, THRESHOLDS, baseline_of(scorecard)) == ()


def test_a_rubric_below_its_threshold_shuts_it(scorecard: Scorecard) -> None:
    worse = replace(scorecard, rubrics={**scorecard.rubrics, "schema_valid": RubricRate(1, 1, 0)})
    problems = gate_problems(worse, THRESHOLDS, Baseline(cases=2, rates={}))
    assert problems == ("rubric schema_valid is 0.5000, below 1.0000",)


def test_what_was_not_measured_shuts_it(scorecard: Scorecard) -> None:
    unmeasured = replace(scorecard, rubrics={**scorecard.rubrics, "schema_valid": RubricRate(0, 0, 2)})
    problems = gate_problems(unmeasured, THRESHOLDS, baseline_of(scorecard))
    assert "rubric schema_valid was not measured" in problems
    assert "rubric.schema_valid was 1.0000 in the baseline and was not measured now" in problems


def test_one_wrong_verified_fact_shuts_it(scorecard: Scorecard) -> None:
    problems = gate_problems(replace(scorecard, wrong_verified_facts=1), THRESHOLDS, baseline_of(scorecard))
    assert problems == ("1 verified facts are not what the paper says",)


def test_more_than_five_percent_worse_shuts_it_and_less_does_not(scorecard: Scorecard) -> None:
    lenient = THRESHOLDS.model_copy(update={"rubrics": dict.fromkeys(RUBRICS, 0.5)})
    before = Baseline(cases=2, rates={"rubric.schema_valid": 1.0})
    slightly = replace(scorecard, rubrics={**scorecard.rubrics, "schema_valid": RubricRate(96, 4, 0)})
    assert gate_problems(slightly, lenient, before) == ()
    clearly = replace(scorecard, rubrics={**scorecard.rubrics, "schema_valid": RubricRate(94, 6, 0)})
    assert gate_problems(clearly, lenient, before) == ("rubric.schema_valid fell from 1.0000 to 0.9400",)


def test_fewer_cases_than_the_baseline_shut_it(scorecard: Scorecard) -> None:
    assert gate_problems(scorecard, THRESHOLDS, Baseline(cases=3, rates={}))


def test_a_baseline_is_written_and_read_back(scorecard: Scorecard, tmp_path: Path) -> None:
    assert read_baseline(tmp_path) is None
    assert any("no baseline" in problem for problem in gate_problems(scorecard, THRESHOLDS, None))
    write_baseline(tmp_path, scorecard)
    assert gate_problems(scorecard, THRESHOLDS, read_baseline(tmp_path)) == ()


def test_questions_count_and_an_interview_that_broke_off_shuts_the_gate() -> None:
    card = score_run([], [], [judged()], seconds=1.0)
    assert card.rates["answers.accuracy"] == 1.0
    broken = judge_interview(InterviewEvidence.gather(TALK, InterviewObservation("talk", {}, sources(), "E_X", "")))
    problems = gate_problems(score_run([], [], [broken], seconds=1.0), THRESHOLDS, None)
    assert "interview talk broke off: E_X" in problems
    fewer = Baseline(cases=4, rates={})
    assert any("3 cases, scenarios and questions ran" in problem for problem in gate_problems(card, THRESHOLDS, fewer))
