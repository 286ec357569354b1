"""deleted_document_not_retrieved: nothing of a withdrawn document counts, in no table and in no answer."""

from __future__ import annotations

from arbiter_fhir.evals.evidence import RubricResult
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps

__all__ = ["judge_withdrawal"]


def judge_withdrawal(evidence: ScenarioEvidence) -> RubricResult:
    """Every look and question after a deletion or a move."""
    return judge_steps(evidence, "deleted_document_not_retrieved")
