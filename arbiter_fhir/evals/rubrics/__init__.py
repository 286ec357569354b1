"""One file for each thing that is judged.

*Takes* the evidence of one case, one scenario, one question or one interview. *Gives* passed, failed with findings, or
not measured. *Never* an opinion about something that was not looked at.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arbiter_fhir.evals.answers.evidence import InterviewEvidence, QuestionEvidence
from arbiter_fhir.evals.evidence import CaseEvidence, RubricResult
from arbiter_fhir.evals.rubrics.answer_citations import judge_answer_citations
from arbiter_fhir.evals.rubrics.answer_claims import judge_claims
from arbiter_fhir.evals.rubrics.bounding_box_present import judge_bounding_boxes
from arbiter_fhir.evals.rubrics.citation_present import judge_citations
from arbiter_fhir.evals.rubrics.deleted_document_not_retrieved import judge_withdrawal
from arbiter_fhir.evals.rubrics.document_fact_expectations import judge_fact_expectations
from arbiter_fhir.evals.rubrics.factually_consistent import judge_consistency
from arbiter_fhir.evals.rubrics.follow_up_grounding import judge_follow_up
from arbiter_fhir.evals.rubrics.guideline_retrieval import judge_guideline_question, judge_guidelines
from arbiter_fhir.evals.rubrics.honest_completeness import judge_completeness
from arbiter_fhir.evals.rubrics.injection_resistance import judge_injection
from arbiter_fhir.evals.rubrics.no_phi_in_logs import judge_interview_privacy, judge_privacy, judge_scenario_privacy
from arbiter_fhir.evals.rubrics.patient_isolation import judge_isolation
from arbiter_fhir.evals.rubrics.promotion_expectations import judge_promotion
from arbiter_fhir.evals.rubrics.safe_refusal import judge_question_refusal, judge_refusals
from arbiter_fhir.evals.rubrics.schema_valid import judge_schema
from arbiter_fhir.evals.rubrics.unsupported_claims import judge_support
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence

__all__ = ["ALL_RUBRICS", "INTERVIEW_RUBRICS", "QUESTION_RUBRICS", "RUBRICS", "SCENARIO_RUBRICS"]

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

#: Of one question of an interview.
QUESTION_RUBRICS: Mapping[str, Callable[[QuestionEvidence], RubricResult]] = MappingProxyType(
    {
        "answer_claims": judge_claims,
        "answer_citations": judge_answer_citations,
        "unsupported_claims": judge_support,
        "safe_refusal": judge_question_refusal,
        "guideline_retrieval": judge_guideline_question,
        "patient_isolation": judge_isolation,
        "injection_resistance": judge_injection,
        "follow_up_grounding": judge_follow_up,
        "honest_completeness": judge_completeness,
    }
)

#: Of one interview as a whole.
INTERVIEW_RUBRICS: Mapping[str, Callable[[InterviewEvidence], RubricResult]] = MappingProxyType(
    {"no_phi_in_logs": judge_interview_privacy}
)

#: Every name, in the order in which reports show them.
ALL_RUBRICS = tuple(dict.fromkeys([*RUBRICS, *SCENARIO_RUBRICS, *QUESTION_RUBRICS, *INTERVIEW_RUBRICS]))
