"""Corrections that can hardly be, by the limits that doubt what is read from a page."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import Comparator, FactType, FactValue, LabResult
from arbiter_fhir.domain.statement import Medication, Problem
from arbiter_fhir.extraction.correction_doubts import doubtful_field


def lab(name: str, value: str, unit: str, ucum: str, **more: object) -> LabResult:
    return LabResult(name, value, unit, "", numeric=Decimal(value), ucum=ucum, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (lab("Potassium", "4.1", "mmol/L", "mmol/L"), ""),
        (lab("Potassium", "4.1", "mEq/L", "meq/L"), ""),
        (lab("Potassium", "41", "mmol/L", "mmol/L"), "value"),
        (lab("Potassium", "-4.1", "mmol/L", "mmol/L"), "value"),
        (lab("Potassium", "410", "mmol/L", "mmol/L", comparator=Comparator.GREATER), ""),
        (lab("Potassium", "4.1", "%", "%"), "unit"),
        (lab("Potassium", "4.1", "cells/uL", "/uL"), "unit"),
        (lab("Bluetestium", "410", "%", "%"), ""),
        (Medication("Metformin", strength="500 mg"), ""),
        (Medication("Metformin", strength="500 g"), "strength"),
        (Medication("Metformin", strength="500 mg", dose="50000 mg"), "dose"),
        (Medication("Metformin", strength="500 mg/5 mL"), ""),
        (Medication("Bluestuff", strength="500 g"), ""),
        (Problem("Hypertension"), ""),
    ],
)
def test_the_field_that_can_hardly_be_is_named(value: FactValue, field: str) -> None:
    kind = FactType.LAB_RESULT if isinstance(value, LabResult) else FactType.OTHER
    assert doubtful_field(kind, value) == field


def test_a_vital_sign_has_other_limits() -> None:
    assert doubtful_field(FactType.VITAL_SIGN, lab("Potassium", "410", "mmol/L", "mmol/L")) == ""
