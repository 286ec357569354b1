"""Scenarios can fail: the real clinic, with one thing not done, turns the right rubric red."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from arbiter_fhir.evals.clinic import ChartRow, SeenAnswer
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence
from arbiter_fhir.evals.scenario_runner import play
from arbiter_fhir.evals.scorecard import JudgedScenario, judge_scenario
from devstack.golden.clinic import GoldenClinic, open_clinic


@pytest.fixture(scope="module")
def real_clinic() -> Iterator[GoldenClinic]:
    with open_clinic() as clinic:
        yield clinic


class _Spoiled(GoldenClinic):
    """The real clinic behind one fault."""

    def __init__(self, real: GoldenClinic) -> None:
        self.__dict__.update(real.__dict__)


class ForgetsDeletions(_Spoiled):
    """Nobody looks after a deletion: what the watch would withdraw stays."""

    def delete(self, document: int) -> None:
        pass


class TakesTheFirstPatient(_Spoiled):
    """Every document lands in the chart of the patient entered first."""

    def chart(self, patient: int) -> Sequence[ChartRow]:
        return [*super().chart(patient), ChartRow("lab", "Creatinine", "2.08")]


class AnswersAnything(_Spoiled):
    """A refusal is dressed up as an answer."""

    def ask(self, patient: int, question: str) -> SeenAnswer:
        return replace(super().ask(patient, question), refusal="", text="Yes.")


def judged(corpus: Corpus, scenario_id: str, clinic: GoldenClinic) -> JudgedScenario:
    scenario = next(scenario for scenario in corpus.scenarios if scenario.id == scenario_id)
    return judge_scenario(ScenarioEvidence(scenario, play(scenario, clinic, corpus.source)))


@pytest.mark.parametrize("scenario_id", ["deleted-document", "wrong-patient"])
def test_the_clinic_itself_passes(corpus: Corpus, real_clinic: GoldenClinic, scenario_id: str) -> None:
    result = judged(corpus, scenario_id, real_clinic)
    assert {name: each.findings for name, each in result.results.items() if each.findings} == {}
    assert not result.failed


@pytest.mark.parametrize(
    ("scenario_id", "fault", "rubric"),
    [
        ("deleted-document", ForgetsDeletions, "deleted_document_not_retrieved"),
        ("wrong-patient", TakesTheFirstPatient, "promotion_expectations"),
        ("wrong-patient", AnswersAnything, "safe_refusal"),
    ],
)
def test_a_fault_turns_its_rubric_red(
    corpus: Corpus, real_clinic: GoldenClinic, scenario_id: str, fault: type[_Spoiled], rubric: str
) -> None:
    assert judged(corpus, scenario_id, fault(real_clinic)).results[rubric].verdict is Verdict.FAILED
