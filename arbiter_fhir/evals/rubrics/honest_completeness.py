"""honest_completeness: an answer says what was not read, what waits for a person, and where sources disagree."""

from __future__ import annotations

from arbiter_fhir.evals.answers.cases import QuestionKind
from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged

__all__ = ["judge_completeness"]

_KINDS = {QuestionKind.COMPLETENESS, QuestionKind.CONFLICT, QuestionKind.MISSING}


def judge_completeness(evidence: QuestionEvidence) -> RubricResult:
    """Everything about questions to records that are not whole, or contradict themselves."""
    return judged(1, evidence.findings) if evidence.question.kind in _KINDS else judged(0, [])
