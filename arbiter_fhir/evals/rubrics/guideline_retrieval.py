"""guideline_retrieval: guideline evidence is found where the corpus has it, and only there."""

from __future__ import annotations

from arbiter_fhir.evals.evidence import RubricResult
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps

__all__ = ["judge_guidelines"]


def judge_guidelines(evidence: ScenarioEvidence) -> RubricResult:
    """Every question that needs guideline evidence; not measured where no scenario asks one."""
    return judge_steps(evidence, "guideline_retrieval")
