"""Plays scenarios in a clinic and writes down what was seen; judging is the rubrics' business."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.evals.answers.cases import Interview
from arbiter_fhir.evals.answers.clinic import AnsweringClinic
from arbiter_fhir.evals.answers.evidence import InterviewObservation
from arbiter_fhir.evals.answers.runner import GoldenSources, hold_interview
from arbiter_fhir.evals.clinic import ChartRow, ClinicUnderTest, Decision, SeenAnswer
from arbiter_fhir.evals.output_capture import capture_output
from arbiter_fhir.evals.scenario_cases import Ask, Change, Check, Scenario, Step, Upload
from arbiter_fhir.telemetry import configure_logging

__all__ = ["OpenClinic", "ScenarioObservation", "SeenState", "play", "play_all"]

OpenClinic = Callable[[], AbstractContextManager[AnsweringClinic]]


@dataclass(frozen=True, slots=True)
class SeenState:
    """What a look at the clinic showed, by the scenario's own names."""

    identity: Mapping[str, tuple[str, ...]]
    jobs: Mapping[str, str]
    decisions: Mapping[str, tuple[Decision, ...]]
    chart: Mapping[str, tuple[ChartRow, ...]]
    left: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ScenarioObservation:
    """A scenario, observed.

    Attributes:
        seen: Per step number what was seen; steps that look at nothing are left out.
        documents: ``documents:<number>`` by the scenario's name.
        failure: Code or class of what ended the play; empty where it was played to the end.
        logs: Everything that was written to standard output and standard error meanwhile.
        seconds: Wall time.
    """

    scenario_id: str
    seen: Mapping[int, SeenAnswer | SeenState]
    documents: Mapping[str, str]
    failure: str
    logs: str
    seconds: float


@dataclass(slots=True)
class _Play:
    """One scenario being played."""

    clinic: ClinicUnderTest
    content_of: Callable[[str], bytes]
    patients: dict[str, int] = field(default_factory=dict)
    documents: dict[str, int] = field(default_factory=dict)

    def perform(self, step: Step) -> SeenAnswer | SeenState | None:
        match step:
            case Upload():
                content = self.content_of(step.source)
                patient = self.patients[step.patient]
                number = self.clinic.upload(patient, content, name=step.source, doc_type=step.doc_type)
                self.documents[step.document] = number
                self.clinic.work()
                return None
            case Change():
                self._change(step)
                self.clinic.work()
                return None
            case Ask():
                return self.clinic.ask(self.patients[step.patient], step.question)
            case Check():
                return self._look()

    def _change(self, step: Change) -> None:
        document = self.documents[step.document]
        if step.do == "delete":
            self.clinic.delete(document)
        elif step.do == "undelete":
            self.clinic.undelete(document)
        elif step.patient is not None:
            self.clinic.move(document, self.patients[step.patient])

    def _look(self) -> SeenState:
        clinic, documents = self.clinic, self.documents
        return SeenState(
            identity={name: tuple(clinic.identity(number)) for name, number in documents.items()},
            jobs={name: clinic.job(number) for name, number in documents.items()},
            decisions={name: tuple(clinic.decisions(number)) for name, number in documents.items()},
            chart={name: tuple(clinic.chart(number)) for name, number in self.patients.items()},
            left={name: dict(clinic.left_of(number)) for name, number in documents.items()},
        )


def play(scenario: Scenario, clinic: ClinicUnderTest, content_of: Callable[[str], bytes]) -> ScenarioObservation:
    """Play one scenario with patients of its own.

    A fault of the line ends the scenario and is noted by its class, never raised: the others go on.

    Args:
        scenario: What to do.
        clinic: Where.
        content_of: Gives the bytes of a golden source.
    """
    stage = _Play(clinic, content_of)
    seen: dict[int, SeenAnswer | SeenState] = {}
    failure = ""
    started = time.perf_counter()
    with capture_output() as captured:
        configure_logging()
        try:
            stage.patients = {patient.key: clinic.register(patient) for patient in scenario.patients}
            for number, step in enumerate(scenario.steps):
                what = stage.perform(step)
                if what is not None:
                    seen[number] = what
        except ArbiterError as error:
            failure = error.code.value
        except Exception as error:  # noqa: BLE001  a fault of the line is a failed scenario, not the end of the run
            failure = type(error).__name__
    # The stream that the log led into is gone.
    configure_logging(silent=True)
    documents = {name: f"documents:{number}" for name, number in stage.documents.items()}
    return ScenarioObservation(scenario.id, seen, documents, failure, captured.text, time.perf_counter() - started)


def play_all(
    scenarios: Sequence[Scenario],
    interviews: Sequence[Interview],
    golden: GoldenSources,
    open_clinic: OpenClinic,
) -> list[ScenarioObservation | InterviewObservation]:
    """Play all scenarios and hold all interviews in one clinic, one after the other."""
    if not scenarios and not interviews:
        return []
    with open_clinic() as clinic:
        return [
            *(play(scenario, clinic, golden.contents.__getitem__) for scenario in scenarios),
            *(hold_interview(interview, clinic, golden) for interview in interviews),
        ]
