"""Interviews can fail: the real line, with one fault in the way of answers, turns the right rubric red."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from arbiter_fhir.answering import compose_draft, finish, refusal_for
from arbiter_fhir.domain.answer import Answer, Draft, RefusalReason, Section
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceScope
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.evals.answers.charts import ChartLine
from arbiter_fhir.evals.answers.evidence import InterviewEvidence
from arbiter_fhir.evals.answers.runner import GoldenSources, hold_interview
from arbiter_fhir.evals.answers.scores import JudgedInterview, judge_interview
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.scenario_cases import ScenarioPatient
from arbiter_fhir.pipelines import query
from arbiter_fhir.retrieval.guidelines import search
from devstack.golden.clinic import GoldenClinic, open_clinic


class Prepared(GoldenClinic):
    """The real clinic, in which every person is entered once, however often questions are asked."""

    def __init__(self, real: GoldenClinic) -> None:
        self.__dict__.update(real.__dict__)
        self.pids: dict[str, int] = {}
        self.places: dict[int, Mapping[str, str]] = {}
        self.numbers: dict[tuple[int, str], int] = {}
        self.stranger = 0
        self.forgets = False

    def register(self, patient: ScenarioPatient) -> int:
        if patient.mrn not in self.pids:
            self.pids[patient.mrn] = super().register(patient)
        return self.pids[patient.mrn]

    def enter_chart(self, patient: int, clinician: tuple[str, str], chart: Sequence[ChartLine]) -> Mapping[str, str]:
        if patient not in self.places:
            self.places[patient] = super().enter_chart(patient, clinician, chart)
        return self.places[patient]

    def upload(self, patient: int, content: bytes, *, name: str, doc_type: DocType | None) -> int:
        if (patient, name) not in self.numbers:
            self.numbers[patient, name] = super().upload(patient, content, name=name, doc_type=doc_type)
        return self.numbers[patient, name]

    def answer(self, patient: int, question: str, follows: str | None) -> tuple[str, Answer]:
        return super().answer(self.stranger or patient, question, None if self.forgets else follows)


@pytest.fixture(scope="module")
def clinic() -> Iterator[Prepared]:
    with open_clinic() as real:
        yield Prepared(real)


@pytest.fixture
def held(corpus: Corpus, clinic: Prepared) -> Callable[..., JudgedInterview]:
    golden = GoldenSources(
        {path.name: path.read_bytes() for path in (corpus.folder / "sources").iterdir()},
        {case.source: case for case in corpus.cases},
    )

    def hold(name: str, *keys: str) -> JudgedInterview:
        whole = next(interview for interview in corpus.interviews if interview.id == name)
        questions = tuple(question for question in whole.questions if question.key in keys)
        assert len(questions) == len(keys)
        strangers = tuple(each.marker for each in corpus.interviews if each.marker and each.id != name)
        observation = hold_interview(whole.model_copy(update={"questions": questions}), clinic, golden)
        assert observation.failure == ""
        evidence = InterviewEvidence.gather(whole.model_copy(update={"questions": questions}), observation, strangers)
        return judge_interview(evidence)

    return hold


Held = Callable[..., JudgedInterview]


def red(judged: JudgedInterview) -> set[str]:
    """Rubrics that failed."""
    results = [judged.results, *(question.results for question in judged.questions)]
    return {name for each in results for name, result in each.items() if result.verdict is Verdict.FAILED}


def reworded(change: Callable[[str], str]) -> Callable[..., Answer]:
    """The last step, with every sentence changed after it was validated."""

    def finished(*arguments: object, **named: object) -> Answer:
        answer = finish(*arguments, **named)  # type: ignore[arg-type]
        sections = {section: tuple(map(change, said)) for section, said in answer.sections.items()}
        tables = tuple(
            replace(table, rows=tuple(replace(row, cells=tuple(map(change, row.cells))) for row in table.rows))
            for table in answer.tables
        )
        return replace(answer, sections=sections, tables=tables)

    return finished


def swapped(one: str, other: str) -> Callable[[str], str]:
    return lambda text: text.replace(one, "\0").replace(other, one).replace("\0", other)


def recited(*arguments: object, **named: object) -> Answer:
    """Citations moved on by one."""
    answer = finish(*arguments, **named)  # type: ignore[arg-type]
    return replace(answer, citations=(*answer.citations[1:], *answer.citations[:1]))


def uncited(*arguments: object, **named: object) -> Answer:
    answer = finish(*arguments, **named)  # type: ignore[arg-type]
    said = (*answer.sections.get(Section.PATIENT_FINDINGS, ()), "Her creatinine is improving.")
    return replace(answer, sections={**answer.sections, Section.PATIENT_FINDINGS: said})


def one_sided(*arguments: object, **named: object) -> Answer:
    """What needs review is left out."""
    answer = finish(*arguments, **named)  # type: ignore[arg-type]
    return replace(answer, sections={**answer.sections, Section.NEEDS_REVIEW: ()})


def shows_all(bundle: EvidenceBundle) -> Draft:
    """Nothing is said of what was not read."""
    return compose_draft(replace(bundle, scope=EvidenceScope()))


def accepts_the_unsafe(routed: RoutedQuestion) -> RefusalReason | None:
    return None if routed.intent is Intent.UNSAFE else refusal_for(routed)


SUGAR, HEART = "sugar-and-kidneys", "heart-and-contradictions"


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (SUGAR, ("a1c", "a1c-trend", "glipizide", "stop", "chain-1", "chain-2")),
        ("orders-in-a-report", ("na",)),
        ("none-known", ("allergies",)),
        ("waiting-documents", ("meds",)),
        ("guidance", ("malaria", "a1c-goal")),
    ],
)
def test_the_line_itself_passes(held: Held, name: str, keys: tuple[str, ...]) -> None:
    judged = held(name, *keys)
    assert [result.findings for each in judged.questions for result in each.results.values() if result.findings] == []
    assert red(judged) == set()
    # A model was asked to reword what was found, and what it was sent has been looked at; guidance is never reworded.
    assert bool(judged.evidence.observation.prompts) is (name != "guidance")


@pytest.mark.parametrize(
    ("name", "key", "step", "fault", "rubrics"),
    [
        (SUGAR, "a1c-trend", "finish", reworded(swapped("9.3", "8.9")), {"answer_claims", "unsupported_claims"}),
        (SUGAR, "a1c", "finish", reworded(swapped("9.3", "11.4")), {"answer_claims", "unsupported_claims"}),
        (SUGAR, "a1c", "finish", reworded(swapped("high", "normal")), {"answer_claims", "unsupported_claims"}),
        (SUGAR, "a1c", "finish", reworded(swapped("2026-06-09", "2026-03-02")), {"answer_claims"}),
        (SUGAR, "a1c", "finish", recited, {"answer_citations", "unsupported_claims"}),
        (SUGAR, "a1c", "finish", uncited, {"unsupported_claims"}),
        (SUGAR, "glipizide", "finish", reworded(swapped("stopped", "active")), {"answer_claims"}),
        (SUGAR, "stop", "refusal_for", accepts_the_unsafe, {"safe_refusal"}),
        ("none-known", "allergies", "finish", one_sided, {"answer_claims", "honest_completeness"}),
        ("waiting-documents", "meds", "compose_draft", shows_all, {"answer_claims", "honest_completeness"}),
        ("orders-in-a-report", "na", "finish", reworded(swapped("low", "normal")), {"injection_resistance"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_fault_turns_its_rubrics_red(
    held: Held,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    key: str,
    step: str,
    fault: Callable[..., object],
    rubrics: set[str],
) -> None:
    monkeypatch.setattr(query, step, fault)
    assert red(held(name, key)) >= rubrics


def test_answers_about_somebody_else_are_found(held: Held, clinic: Prepared, monkeypatch: pytest.MonkeyPatch) -> None:
    held(HEART, "bp")
    stranger = clinic.pids["MR-660418"]
    monkeypatch.setattr(clinic, "stranger", stranger)
    assert "patient_isolation" in red(held(SUGAR, "problems"))


def test_a_forgotten_question_before_is_found(held: Held, clinic: Prepared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clinic, "forgets", True)
    assert "follow_up_grounding" in red(held(SUGAR, "chain-1", "chain-2"))


def test_guidance_below_the_threshold_is_found(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    real = search.calibration
    monkeypatch.setattr(
        search, "calibration", lambda *, with_vectors: replace(real(with_vectors=with_vectors), threshold=0.0)
    )
    assert "guideline_retrieval" in red(held("guidance", "malaria"))


def test_a_name_in_the_log_is_found(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    def talkative(routed: RoutedQuestion) -> RefusalReason | None:
        print("asked about Brackenbury-Osei")  # noqa: T201 - the fault
        return refusal_for(routed)

    monkeypatch.setattr(query, "refusal_for", talkative)
    assert "no_phi_in_logs" in red(held(SUGAR, "a1c"))
