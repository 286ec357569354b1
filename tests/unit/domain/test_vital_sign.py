"""Names and codes of vital signs."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.domain.vital_sign import vital_by_loinc, vital_by_name, vital_display, vital_signs


def test_codes_are_loinc_and_mean_one_sign() -> None:
    codes = [code for sign in vital_signs().values() for code in sign.loincs]
    assert len(codes) == len(set(codes))
    assert all(is_loinc(code) for code in codes)


@pytest.mark.parametrize(
    "name, key",
    [
        ("BP", "vital:blood_pressure"),
        ("Systolic blood  pressure", "vital:blood_pressure"),
        ("Pulse", "vital:heart_rate"),
        ("wt", "vital:weight"),
        ("potassium", ""),
    ],
)
def test_names(name: str, key: str) -> None:
    assert vital_by_name(name) == key


def test_codes_and_wording() -> None:
    assert vital_by_loinc("8462-4") == "vital:blood_pressure"
    assert vital_by_loinc("2823-3") == ""
    assert vital_display("vital:bmi") == "body mass index"
    assert vital_display("potassium") == "potassium"
