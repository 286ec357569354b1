"""One file for each thing that is judged.

*Takes* the evidence of one case. *Gives* passed, failed with findings, or not measured. *Never* an opinion about
something that was not looked at.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult
from arbiter_fhir.evals.rubrics.bounding_box_present import judge_bounding_boxes
from arbiter_fhir.evals.rubrics.citation_present import judge_citations
from arbiter_fhir.evals.rubrics.document_fact_expectations import judge_fact_expectations
from arbiter_fhir.evals.rubrics.factually_consistent import judge_consistency
from arbiter_fhir.evals.rubrics.no_phi_in_logs import judge_privacy
from arbiter_fhir.evals.rubrics.schema_valid import judge_schema

__all__ = ["RUBRICS"]

#: By name; the names are the wire's.
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
