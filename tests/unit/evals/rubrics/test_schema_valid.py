from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.rubrics.schema_valid import judge_schema
from tests.unit.evals.golden_evidence import Plain, case, evidence


def test_a_perfect_document_passes() -> None:
    assert judge_schema(evidence()).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d["facts"][0].pop("reasons"),
        lambda d: d["facts"][0].update(surprise=1),
        lambda d: d["facts"][0].update(confidence=1.2),
        lambda d: d["facts"][0].update(certainty="certain"),
        lambda d: d["facts"][0]["value"].update(value=142),
        lambda d: d["facts"][0]["value"].update(collection_date="10/04/2026"),
        lambda d: d["facts"][0]["value"].update(loinc="Glucose"),
        lambda d: d["facts"][0]["value"].update(numeric="14.2"),
        lambda d: d["facts"][0]["value"].update(comparator="<"),
        lambda d: d["facts"][0]["value"].update(flag_derived=True),
        lambda d: d["facts"][0]["citation"]["bounding_box"].update(width=0.95),
        lambda d: d["facts"][0]["citation"].update(bounding_box=None),
        lambda d: d["facts"][0]["citation"].update(page=None),
        lambda d: d["facts"][0].update(certainty="needs_review"),
        lambda d: d["warnings"].append({"code": "oops", "page": None, "message": ""}),
    ],
)
def test_a_fault_of_shape_fails(spoil: Callable[[Plain], object]) -> None:
    assert judge_schema(evidence(spoil=spoil)).verdict is Verdict.FAILED


def test_a_document_that_must_not_be_read_is_not_measured() -> None:
    unreadable = case(facts=(), forbidden=(), unresulted=(), pages=0, error=ErrorCode.ENCRYPTED)
    assert judge_schema(evidence(unreadable)).verdict is Verdict.NOT_MEASURED
