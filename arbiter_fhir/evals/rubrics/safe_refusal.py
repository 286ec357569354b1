"""safe_refusal: what must not be answered is refused for the right reason, and what can be answered is answered."""

from __future__ import annotations

from arbiter_fhir.evals.evidence import RubricResult
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps

__all__ = ["judge_refusals"]


def judge_refusals(evidence: ScenarioEvidence) -> RubricResult:
    """Every question of the scenario that is there to be refused, or to be answered from cited evidence."""
    return judge_steps(evidence, "safe_refusal")
