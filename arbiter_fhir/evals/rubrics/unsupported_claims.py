"""unsupported_claims: no number, day, flag or guidance in an answer but what its citations say."""

from __future__ import annotations

from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged

__all__ = ["judge_support"]


def judge_support(evidence: QuestionEvidence) -> RubricResult:
    """Every statement of whatever answer came."""
    statements = evidence.reply.statements if evidence.reply else ()
    return judged(len(statements), [*evidence.unreached, *evidence.support_findings])
