"""answer_citations: every claim cites what carries it, and no citation stands where it does not belong."""

from __future__ import annotations

from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.evidence import RubricResult, judged

__all__ = ["judge_answer_citations"]


def judge_answer_citations(evidence: QuestionEvidence) -> RubricResult:
    """Expected citations of the claims that were found, and every mark of every statement."""
    if not evidence.expects_answer or (evidence.reply is not None and evidence.reply.refusal):
        return judged(0, [])
    marks = evidence.marks
    findings = [*evidence.citation_findings, *(f"{where} does not speak of it" for where, right in marks if not right)]
    return judged(len(marks), findings)
