"""Interviews for people: rates, kinds of questions, and what is wrong with which answer."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.evals.answers.scores import AnswerScore, JudgedInterview, JudgedQuestion
from arbiter_fhir.evals.evidence import RubricResult, Verdict
from arbiter_fhir.evals.report_blocks import NOT_MEASURED, SIGN, Block, number

__all__ = ["answer_blocks", "failed_questions"]

_RATES = {
    "answers.accuracy": "answers that say all they must",
    "answers.supported": "statements borne out by what they cite",
    "answers.citation_precision": "citations that belong where they stand",
    "answers.citation_recall": "expected citations that are there",
    "answers.refusal_accuracy": "refusals for the right reason",
    "answers.guideline_hit_at_1": "guideline questions with an answering passage first",
    "answers.guideline_hit_at_5": "the same among the first five",
}


def answer_blocks(score: AnswerScore, interviews: tuple[JudgedInterview, ...]) -> Iterator[Block]:
    """Rates, kinds of questions, interviews."""
    if not interviews:
        yield Block("Answers", (f"Answers: {NOT_MEASURED}.",))
        return
    rates = score.rates
    rows = [(title, number(rates[name])) for name, title in _RATES.items()]
    rows.append(("unsupported statements", str(score.statements[1])))
    latency = score.latency
    took = f"Seconds of a question: {latency[0]:.2f} in the median, {latency[1]:.2f} at p95." if latency else ""
    right = f"{score.right} of {score.questions} questions are right in every respect. {took}".strip()
    yield Block("Answers", (right,), ("", "rate"), tuple(rows))
    kinds = tuple(
        (kind.value, str(asked), str(good), number(good / asked)) for kind, (asked, good) in score.kinds.items()
    )
    yield Block("Kinds of questions", (), ("kind", "questions", "right", "rate"), kinds)
    yield Block(
        "Interviews",
        (),
        ("interview", "questions", "failed", "s", *interviews[0].results),
        tuple(_interview(interview) for interview in interviews),
    )


def _interview(interview: JudgedInterview) -> tuple[str, ...]:
    failed = sum(question.failed for question in interview.questions)
    verdicts = (SIGN[result.verdict] for result in interview.results.values())
    seconds = f"{interview.evidence.observation.seconds:.2f}"
    return (interview.evidence.interview.id, str(len(interview.questions)), str(failed), seconds, *verdicts)


def failed_questions(interviews: tuple[JudgedInterview, ...]) -> Iterator[Block]:
    """Each question with findings, as it was typed; answers are not repeated."""
    for interview in interviews:
        name = interview.evidence.interview.id
        whole = [f"{rubric}: {text}" for rubric, result in interview.results.items() for text in result.findings]
        if failure := interview.evidence.observation.failure:
            whole.insert(0, f"broke off: {failure}")
        if whole:
            yield Block(f"Failed: {name}", (interview.evidence.interview.title,), points=tuple(whole))
        for question in interview.questions:
            if question.failed:
                asked = question.evidence.question
                title = f"Failed: {name} / {asked.key} ({asked.kind.value})"
                yield Block(title, (asked.text,), points=tuple(_points(question)))


def _points(question: JudgedQuestion) -> list[str]:
    """Findings by text, each with the rubrics that say it."""
    said: dict[str, list[str]] = {}
    for rubric, result in question.results.items():
        for text in _findings(result):
            said.setdefault(text, []).append(rubric)
    return [f"{', '.join(rubrics)}: {text}" for text, rubrics in said.items()]


def _findings(result: RubricResult) -> tuple[str, ...]:
    return result.findings if result.verdict is Verdict.FAILED else ()
