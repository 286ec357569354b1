"""guideline_retrieval: guideline evidence is found where the corpus has it, and only there."""

from __future__ import annotations

from arbiter_fhir.evals.answers.cases import QuestionKind
from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps

__all__ = ["MOST_SHOWN", "judge_guideline_question", "judge_guidelines"]

#: An answering passage further down is as good as none.
MOST_SHOWN = 5


def judge_guidelines(evidence: ScenarioEvidence) -> RubricResult:
    """Every question that needs guideline evidence; not measured where no scenario asks one."""
    return judge_steps(evidence, "guideline_retrieval")


def judge_guideline_question(evidence: QuestionEvidence) -> RubricResult:
    """A passage that answers is among the first ones; a question outside of the corpus is refused."""
    question = evidence.question
    if question.kind is QuestionKind.OUT_OF_CORPUS:
        return judged(1, evidence.refusal_findings)
    if not question.guidelines:
        return judged(0, [])
    if evidence.unreached:
        return judged(1, evidence.unreached)
    rank = evidence.guideline_rank
    if rank is None or rank > MOST_SHOWN:
        return judged(1, [f"none of {', '.join(question.guidelines)} is among the first {MOST_SHOWN} passages"])
    return judged(1, [])
