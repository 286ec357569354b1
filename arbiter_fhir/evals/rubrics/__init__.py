"""One file for each thing that is judged.

*Takes* the evidence of one case or one scenario. *Gives* passed, failed with findings, or not measured. *Never* an
opinion about something that was not looked at.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult
from arbiter_fhir.evals.rubrics.bounding_box_present import judge_bounding_boxes
from arbiter_fhir.evals.rubrics.citation_present import judge_citations
from arbiter_fhir.evals.rubrics.deleted_document_not_retrieved import judge_withdrawal
from arbiter_fhir.evals.rubrics.document_fact_expectations import judge_fact_expectations
from arbiter_fhir.evals.rubrics.factually_consistent import judge_consistency
from arbiter_fhir.evals.rubrics.guideline_retrieval import judge_guidelines
from arbiter_fhir.evals.rubrics.no_phi_in_logs import judge_privacy, judge_scenario_privacy
from arbiter_fhir.evals.rubrics.promotion_expectations import judge_promotion
from arbiter_fhir.evals.rubrics.safe_refusal import judge_refusals
from arbiter_fhir.evals.rubrics.schema_valid import judge_schema
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence

__all__ = ["RUBRICS", "SCENARIO_RUBRICS"]

#: Of one document, by name; the names are the wire's.
RUBRICS: Mapping[str, Callable[[CaseEvidence], RubricResult]] = MappingProxyType(
    {
        "schema_valid": judge_schema,
        "citation_present": judge_citations,
        "factually_consistent": judge_consistency,
        "bounding_box_present": judge_bounding_boxes,
        "no_phi_in_logs": judge_privacy,
        "document_fact_expectations": judge_fact_expectations,
    }
)

#: Of one scenario, played in a whole installation.
SCENARIO_RUBRICS: Mapping[str, Callable[[ScenarioEvidence], RubricResult]] = MappingProxyType(
    {
        "safe_refusal": judge_refusals,
        "deleted_document_not_retrieved": judge_withdrawal,
        "guideline_retrieval": judge_guidelines,
        "no_phi_in_logs": judge_scenario_privacy,
        "promotion_expectations": judge_promotion,
    }
)
