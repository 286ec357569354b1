"""follow_up_grounding: a question that leans on the one before is answered for what was meant, from the record."""

from __future__ import annotations

from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged

__all__ = ["judge_follow_up"]


def judge_follow_up(evidence: QuestionEvidence) -> RubricResult:
    """Everything about questions that follow another one."""
    return judged(1, evidence.findings) if evidence.question.follows else judged(0, [])
