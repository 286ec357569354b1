from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.shares import contradicts_name


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Neutrophils Abs", "%"),
        ("Absolute Lymphocytes", "%"),
        ("ANC", "%"),
        ("Eos #", "%"),
        ("Monocytes %", "10*3/uL"),
        ("Lymphocytes Percent", "10*9/L"),
        ("Basophils pct", "/uL"),
    ],
)
def test_a_count_is_no_share(name: str, unit: str) -> None:
    assert contradicts_name(name, unit)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Neutrophils Abs", "10*3/uL"),
        ("Neutrophils", "%"),
        ("Neutrophils %", "%"),
        ("Hemoglobin A1c %", "%"),
        ("Absolute % Reticulocytes", "%"),
        ("Balance", "mmol/L"),
    ],
)
def test_what_fits_is_left_alone(name: str, unit: str) -> None:
    assert not contradicts_name(name, unit)
