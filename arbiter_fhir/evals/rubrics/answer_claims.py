"""answer_claims: an answer says what it must, where it must, and nothing that it must not."""

from __future__ import annotations

from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged

__all__ = ["judge_claims"]


def judge_claims(evidence: QuestionEvidence) -> RubricResult:
    """Every expected claim of a question that must be answered from the record."""
    if not evidence.expects_answer or not evidence.question.claims:
        return judged(0, [])
    return judged(len(evidence.question.claims), evidence.claim_findings)
