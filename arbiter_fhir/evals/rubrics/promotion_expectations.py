"""promotion_expectations: what enters the chart, what does not, and why."""

from __future__ import annotations

from arbiter_fhir.evals.evidence import RubricResult
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps

__all__ = ["judge_promotion"]


def judge_promotion(evidence: ScenarioEvidence) -> RubricResult:
    """Identity of every part, decisions on facts, rows of the chart, before and after duplicates and corrections."""
    return judge_steps(evidence, "promotion_expectations")
