"""Interviews in numbers: precision and recall of citations, accuracy by kind of question, hits of guidelines, time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import quantiles

from arbiter_fhir.evals.answers.cases import QuestionKind
from arbiter_fhir.evals.answers.evidence import InterviewEvidence, QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, Verdict
from arbiter_fhir.evals.phi_scan import find_leaks, patient_identifiers, telling_identifiers
from arbiter_fhir.evals.rubrics import INTERVIEW_RUBRICS, QUESTION_RUBRICS

__all__ = ["AnswerScore", "JudgedInterview", "JudgedQuestion", "judge_interview", "score_answers"]


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with every rubric's word on it."""

    evidence: QuestionEvidence
    results: Mapping[str, RubricResult]

    @property
    def failed(self) -> bool:
        """Whether any rubric failed."""
        return any(result.verdict is Verdict.FAILED for result in self.results.values())


@dataclass(frozen=True, slots=True)
class JudgedInterview:
    """An interview with every rubric's word on it and on each of its questions."""

    evidence: InterviewEvidence
    questions: tuple[JudgedQuestion, ...]
    results: Mapping[str, RubricResult]

    @property
    def failed(self) -> bool:
        """Whether anything failed, or the interview broke off."""
        rubrics = any(result.verdict is Verdict.FAILED for result in self.results.values())
        return bool(self.evidence.observation.failure) or rubrics or any(each.failed for each in self.questions)


def judge_interview(evidence: InterviewEvidence) -> JudgedInterview:
    """Every rubric's word; a finding that would repeat an identifier is withheld."""
    identifiers = telling_identifiers(patient_identifiers(evidence.interview.patient))

    def told(result: RubricResult) -> RubricResult:
        findings = tuple(
            "(withheld: the finding would repeat an identifier)" if find_leaks(finding, identifiers) else finding
            for finding in result.findings
        )
        return replace(result, findings=findings)

    return JudgedInterview(
        evidence,
        tuple(
            JudgedQuestion(question, {name: told(judge(question)) for name, judge in QUESTION_RUBRICS.items()})
            for question in evidence.questions
        ),
        {name: told(judge(evidence)) for name, judge in INTERVIEW_RUBRICS.items()},
    )


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """All questions of all interviews.

    Attributes:
        questions: How many were judged.
        right: How many have no finding at all.
        kinds: Kind of question to how many there are, and how many of them are right.
        answered: Questions that must be answered, and how many of these answers say all that they must.
        refused: The same for questions that must be refused.
        marks: Citations on statements, and how many of them belong there.
        expected: Citations that must be there, and how many are.
        statements: Statements that say something of the record, and how many of them nothing bears out.
        hits: Guideline questions, how many show an answering passage first, how many among the first five.
        seconds: Of each question.
    """

    questions: int = 0
    right: int = 0
    kinds: Mapping[QuestionKind, tuple[int, int]] = field(default_factory=dict)
    answered: tuple[int, int] = (0, 0)
    refused: tuple[int, int] = (0, 0)
    marks: tuple[int, int] = (0, 0)
    expected: tuple[int, int] = (0, 0)
    statements: tuple[int, int] = (0, 0)
    hits: tuple[int, int, int] = (0, 0, 0)
    seconds: tuple[float, ...] = ()

    @property
    def rates(self) -> dict[str, float | None]:
        """Every rate by name, 0-1; ``None`` for what was not measured."""
        asked, first, five = self.hits
        rates = {
            "answers.accuracy": _rate(*self.answered),
            "answers.refusal_accuracy": _rate(*self.refused),
            "answers.citation_precision": _rate(*self.marks),
            "answers.citation_recall": _rate(*self.expected),
            "answers.supported": _rate(self.statements[0], self.statements[0] - self.statements[1]),
            "answers.guideline_hit_at_1": _rate(asked, first),
            "answers.guideline_hit_at_5": _rate(asked, five),
        }
        return rates | {f"answers.{kind.value}": _rate(*counts) for kind, counts in self.kinds.items()}

    @property
    def latency(self) -> tuple[float, float] | None:
        """Median and 95th percentile in seconds."""
        if len(self.seconds) < 2:
            return None
        cuts = quantiles(self.seconds, n=20)
        return cuts[9], cuts[18]


def _rate(whole: int, part: int) -> float | None:
    return part / whole if whole else None


def score_answers(interviews: Sequence[JudgedInterview]) -> AnswerScore:
    """Add up all questions."""
    judged = [question for interview in interviews for question in interview.questions]
    seen = [question.evidence for question in judged]
    answers = [each for each in seen if each.expects_answer and each.question.claims]
    refusals = [each for each in seen if not each.expects_answer]
    marks = [right for each in seen for _, right in each.marks]
    matched = [claim for each in answers for claim in each.matched]
    unsupported = [len({finding.split(":")[0] for finding in each.support_findings}) for each in seen]
    asked = [each for each in seen if each.question.guidelines]
    ranks = [each.guideline_rank or len(each.question.guidelines) + 1000 for each in asked]
    return AnswerScore(
        questions=len(judged),
        right=sum(not question.failed for question in judged),
        kinds={
            kind: (len(own), sum(not question.failed for question in own))
            for kind in QuestionKind
            if (own := [question for question in judged if question.evidence.question.kind is kind])
        },
        answered=(len(answers), sum(not each.claim_findings for each in answers)),
        refused=(len(refusals), sum(not each.refusal_findings for each in refusals)),
        marks=(len(marks), sum(marks)),
        expected=(
            sum(claim.expected for claim in matched),
            sum(claim.expected - len(claim.missing) for claim in matched),
        ),
        statements=(sum(len(each.reply.statements) for each in seen if each.reply), sum(unsupported)),
        hits=(len(asked), sum(rank == 1 for rank in ranks), sum(rank <= 5 for rank in ranks)),
        seconds=tuple(taken for each in interviews for taken in each.evidence.observation.answer_seconds.values()),
    )
