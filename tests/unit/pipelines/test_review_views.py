"""What reviewers read beside a fact."""

from __future__ import annotations

import pytest

from arbiter_fhir.pipelines.review_views import field_label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("loinc", "LOINC code"),
        ("ucum", "Unit (UCUM)"),
        ("rxnorm", "RxNorm code"),
        ("icd10", "ICD-10 code"),
        ("onset", "Began"),
        ("reference_range", "Reference range"),
        ("as_needed", "As needed"),
    ],
)
def test_fields_have_the_names_that_clinicians_use(name: str, label: str) -> None:
    assert field_label(name) == label
