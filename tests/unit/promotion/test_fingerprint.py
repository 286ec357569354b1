"""Fingerprints: equal where the same is said, different where anything else is."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Comparator, LabResult
from arbiter_fhir.domain.lab_comparison import canonical_unit, fact_identity
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion import clinical_fingerprint, fact_fingerprint

PATIENT = PatientId(7)


def clinical(lab: LabResult, patient: int = 7) -> str:
    return clinical_fingerprint(lab, patient_id=PatientId(patient))


def test_fingerprints_are_sha256_in_hex(build: Any) -> None:
    for digest in (clinical(build.lab()), fact_fingerprint(build.fact(), content_hash="abc")):
        assert len(digest) == 64
        int(digest, 16)


@pytest.mark.parametrize(
    "change",
    [
        {"value": "8.10", "numeric": Decimal("8.10")},
        {"test_name": "HbA1c"},
        {"test_name": "GLYCOHEMOGLOBIN", "loinc": None},
        {"unit": " % "},
        {"reference_range": "<5.7", "flag_printed": "", "abnormal_flag": None},
        {"panel": "DIABETES"},
    ],
)
def test_the_same_result_in_another_dress_has_the_same_clinical_fingerprint(build: Any, change: dict[str, Any]) -> None:
    assert clinical(build.lab(**change)) == clinical(build.lab())


def test_unit_spellings_are_one_unit(build: Any) -> None:
    white = {"test_name": "WBC", "loinc": "6690-2", "value": "7.2", "numeric": Decimal("7.2")}
    digests = {clinical(build.lab(**white, unit=unit)) for unit in ("K/uL", "x10E3/uL", "10^3/µL", "thou/mcL")}
    assert len(digests) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"value": "8.2", "numeric": Decimal("8.2")},
        {"unit": "mmol/mol"},
        {"test_name": "Glucose", "loinc": "2345-7"},
        {"comparator": Comparator.LESS},
        {"collection_date": None},
    ],
)
def test_another_result_has_another_clinical_fingerprint(build: Any, change: dict[str, Any]) -> None:
    assert clinical(build.lab(**change)) != clinical(build.lab())


def test_time_and_patient_are_part_of_it(build: Any) -> None:
    digests = {
        clinical(build.lab()),
        clinical(build.lab(), patient=8),
        clinical(build.lab(collection_date=build.day(day=11))),
        clinical(build.lab(collection_date=build.day(at=time(8, 30)))),
        clinical(build.lab(collection_date=build.day(at=time(8, 31)))),
        clinical(build.lab(collection_date=ClinicalDate(build.day().day, None, DatePrecision.MONTH))),
    }
    assert len(digests) == 6
    assert clinical(build.lab(collection_date=build.day(at=time(0, 0)))) == clinical(build.lab())


def test_the_fact_fingerprint_belongs_to_one_place_in_one_content(build: Any) -> None:
    usual = fact_fingerprint(build.fact(), content_hash="abc")
    assert fact_fingerprint(build.fact(), content_hash="abc") == usual
    others = {
        fact_fingerprint(build.fact(), content_hash="abd"),
        fact_fingerprint(build.fact(field="results[1]"), content_hash="abc"),
        fact_fingerprint(build.fact(page=2), content_hash="abc"),
        fact_fingerprint(build.fact(build.lab(value="8.2")), content_hash="abc"),
        fact_fingerprint(build.fact(build.lab(unit="")), content_hash="abc"),
        fact_fingerprint(build.fact(build.lab(test_name="Glucose", loinc=None)), content_hash="abc"),
        fact_fingerprint(build.fact(build.lab(collection_date=build.day(day=11))), content_hash="abc"),
    }
    assert usual not in others
    assert len(others) == 7


def test_the_same_content_under_another_document_id_is_the_same_fact(build: Any) -> None:
    one, other = build.fact(document="documents:5"), build.fact(document="documents:6")
    assert fact_fingerprint(one, content_hash="abc") == fact_fingerprint(other, content_hash="abc")


TEXTS = st.text(max_size=12)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_fields_cannot_flow_into_each_other(name: str, unit: str, other_name: str, other_unit: str) -> None:
    one = LabResult(test_name="zz " + name, value="x", unit=unit)
    other = replace(one, test_name="zz " + other_name, unit=other_unit)
    if clinical(one) == clinical(other):
        assert canonical_unit(unit) == canonical_unit(other_unit)
        assert fact_identity(one).stable == fact_identity(other).stable


@given(st.decimals(min_value=0, max_value=100000, places=3), st.integers(min_value=0, max_value=4))
def test_trailing_zeros_never_matter(number: Decimal, zeros: int) -> None:
    def lab(printed: str) -> LabResult:
        return LabResult(test_name="Potassium", value=printed, unit="mmol/L", numeric=Decimal(printed))

    plain = format(number, "f")
    assert clinical(lab(plain)) == clinical(lab(plain + "0" * zeros))
