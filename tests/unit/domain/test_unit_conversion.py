"""Conversions: right values, both ways, and none where the table has none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.analyte import known_analytes
from arbiter_fhir.domain.data_table import read_domain_table
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import read_value
from arbiter_fhir.domain.unit_conversion import convert, convertible_units
from arbiter_fhir.domain.vital_sign import vital_by_loinc, vital_signs


def result(value: str, unit: str) -> LabResult:
    read = read_value(value)
    return LabResult("test", value, unit, numeric=read.number, comparator=read.comparator)


@pytest.mark.parametrize(
    "test, value, unit, wanted, converted",
    [
        ("glucose", "126", "mg/dL", "mmol/L", "7.0 mmol/L"),
        ("glucose", "7.0", "mmol/L", "mg/dL", "126 mg/dL"),
        ("glucose", "<40", "mg/dL", "mmol/L", "<2.2 mmol/L"),
        ("hba1c", "7.0", "%", "mmol/mol", "53 mmol/mol"),
        ("hba1c", "48", "mmol/mol", "%", "6.5 %"),
        ("cholesterol_ldl", "100", "mg/dL", "mmol/L", "2.59 mmol/L"),
        ("triglycerides", "150", "mg/dL", "mmol/L", "1.69 mmol/L"),
        ("creatinine", "1.0", "mg/dL", "umol/L", "88 umol/L"),
        ("creatinine", "88.4", "µmol/L", "mg/dL", "1.00 mg/dL"),
        ("urea_nitrogen", "20", "mg/dL", "mmol/L", "7.1 mmol/L"),
        ("vitamin_d", "30", "ng/mL", "nmol/L", "75 nmol/L"),
        ("calcium", "9.5", "mg/dL", "mmol/L", "2.37 mmol/L"),
        ("uric_acid", "6.0", "mg/dL", "umol/L", "357 umol/L"),
        ("hemoglobin", "13.5", "g/dL", "g/L", "135 g/L"),
        ("potassium", "4.2", "mEq/L", "mmol/L", "4.2 mmol/L"),
        ("t4_free", "1.2", "ng/dL", "pmol/L", "15.4 pmol/L"),
        ("loinc:8310-5", "98.6", "°F", "Cel", "37.0 °C"),
        ("loinc:29463-7", "150", "lb", "kg", "68.0 kg"),
        ("vital:weight", "187", "lb", "kg", "84.8 kg"),
        ("vital:height", "64", "in", "cm", "162.6 cm"),
        ("vital:temperature", "98.2", "°F", "Cel", "36.8 °C"),
    ],
)
def test_values_that_are_known(test: str, value: str, unit: str, wanted: str, converted: str) -> None:
    found = convert(test, result(value, unit), wanted)
    assert found is not None
    assert found.text == converted


@pytest.mark.parametrize(
    "test, value, unit, wanted",
    [
        ("glucose", "126", "mg/dL", "g/L"),
        ("glucose", "126", "mg/dL", "mg/dl"),
        ("glucose", "126", "", "mmol/L"),
        ("glucose", "126", "mg/dL", ""),
        ("glucose", "high", "mg/dL", "mmol/L"),
        ("insulin", "10", "uIU/mL", "pmol/L"),
        ("name:some test", "1", "mg/dL", "mmol/L"),
        ("triglycerides", "150", "mmol/L", "umol/L"),
    ],
)
def test_nothing_is_converted_by_the_units_alone(test: str, value: str, unit: str, wanted: str) -> None:
    assert convert(test, result(value, unit), wanted) is None


@given(st.decimals("0.1", "900", places=1))
def test_there_and_back_again(value: Decimal) -> None:
    for row in read_domain_table("unit_conversions.tsv"):
        first, second = row["first"].split("|")[0], row["second"].split("|")[0]
        test = row["tests"].split()[0]
        there = convert(test, result(str(value), first), second)
        assert there is not None
        back = convert(test, result(format(there.exact, "f"), second), first)
        assert back is not None
        assert abs(back.exact - value) < Decimal("1e-9")


def test_every_row_is_about_tests_that_are_known_and_names_its_source() -> None:
    rows = read_domain_table("unit_conversions.tsv")
    for row in rows:
        assert row["source"]
        known = {*known_analytes(), *vital_signs()}
        assert all(test in known or vital_by_loinc(test.removeprefix("loinc:")) for test in row["tests"].split())
    tests = [test for row in rows for test in row["tests"].split()]
    assert len(tests) == len(set(tests))
    assert convertible_units("glucose") == ("mg/dL", "mmol/L")
