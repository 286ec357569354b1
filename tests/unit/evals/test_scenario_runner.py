from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.evals.answers.runner import GoldenSources
from arbiter_fhir.evals.clinic import SeenAnswer
from arbiter_fhir.evals.scenario_cases import Change, Check
from arbiter_fhir.evals.scenario_runner import SeenState, play, play_all
from tests.unit.evals.answers.talks import PretendAnswers
from tests.unit.evals.pretend_clinic import PretendClinic
from tests.unit.evals.test_scenario_cases import ASK, UPLOAD, scenario

LOOK = Check(rubric="deleted_document_not_retrieved", gone=("first",))
WHOLE = scenario(UPLOAD, ASK, Change(do="delete", document="first"), LOOK)


def content_of(name: str) -> bytes:
    return b"%PDF-"


def test_what_is_seen_is_written_down_by_step() -> None:
    clinic = PretendClinic()
    seen = play(WHOLE, clinic, content_of)
    assert seen.failure == ""
    assert list(seen.seen) == [1, 3]
    assert isinstance(seen.seen[1], SeenAnswer)
    state = seen.seen[3]
    assert isinstance(state, SeenState)
    assert state.jobs == {"first": "retracted"}
    assert state.left == {"first": {}}
    assert seen.documents == {"first": "documents:1"}
    assert clinic.worked == 2


def test_a_fault_ends_the_scenario_and_is_noted_by_its_code_or_class() -> None:
    class Refusing(PretendClinic):
        def work(self) -> None:
            raise DocumentError(ErrorCode.ENCRYPTED, "The file needs a password.")

    class Crashing(PretendClinic):
        def ask(self, patient: int, question: str) -> SeenAnswer:
            raise ZeroDivisionError

    assert play(WHOLE, Refusing(), content_of).failure == ErrorCode.ENCRYPTED.value
    crashed = play(WHOLE, Crashing(), content_of)
    assert crashed.failure == "ZeroDivisionError"
    assert dict(crashed.seen) == {}


def test_all_scenarios_are_played_in_one_clinic() -> None:
    opened = []

    @contextmanager
    def open_clinic() -> Iterator[PretendAnswers]:
        opened.append(PretendAnswers())
        yield opened[-1]

    assert len(play_all([WHOLE, WHOLE], [], GoldenSources({"report.pdf": b""}, {}), open_clinic)) == 2
    assert len(opened) == 1
    assert play_all([], [], GoldenSources({}, {}), open_clinic) == []
    assert len(opened) == 1
