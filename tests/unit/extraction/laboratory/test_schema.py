from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import Comparator, LabResult
from arbiter_fhir.extraction.laboratory.schema import MAX_TEXT, schema_problem

GOOD = LabResult("Hemoglobin A1c", "8.1", "%", "4.0-5.6", "H", numeric=Decimal("8.1"))


def test_a_good_result_has_no_problem() -> None:
    assert schema_problem(GOOD) is None


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (replace(GOOD, test_name=""), "schema_test_name"),
        (replace(GOOD, test_name="12"), "schema_test_name"),
        (replace(GOOD, value=" "), "schema_value"),
        (replace(GOOD, reference_range="x" * (MAX_TEXT + 1)), "schema_too_long"),
        (replace(GOOD, unit="mg\x00/dL"), "schema_control_character"),
        (replace(GOOD, numeric=Decimal("NaN")), "schema_number"),
        (replace(GOOD, numeric=None, comparator=Comparator.LESS), "schema_comparator"),
    ],
)
def test_a_result_of_another_shape_is_named(result: LabResult, problem: str) -> None:
    assert schema_problem(result) == problem
