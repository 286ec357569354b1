from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.evals.evidence import Verdict, gather_evidence
from arbiter_fhir.evals.rubrics.citation_present import judge_citations
from tests.unit.evals.golden_evidence import Plain, case, evidence, observed


def test_a_perfect_document_passes() -> None:
    result = judge_citations(evidence())
    assert (result.verdict, result.measured) == (Verdict.PASSED, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"source_id": ""},
        {"source_id": "golden:another"},
        {"page_or_section": " "},
        {"field_or_chunk_id": ""},
        {"quote_or_value": ""},
        {"source_type": "chart"},
        {"page": 2},
        {"quote_or_value": "Glucose 142 mg/dL 60 - 99"},
        {"quote_or_value": "Glucose"},
    ],
)
def test_a_fault_of_the_citation_fails(change: Plain) -> None:
    spoil: Callable[[Plain], object] = lambda d: d["facts"][0]["citation"].update(change)  # noqa: E731
    assert judge_citations(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_no_facts_are_not_measured_and_no_document_fails() -> None:
    assert judge_citations(evidence(spoil=lambda d: d.update(facts=[]))).verdict is Verdict.NOT_MEASURED
    nothing = gather_evidence(case(), observed(case(), None, error_code="E_CRASH"))
    assert judge_citations(nothing).verdict is Verdict.FAILED
