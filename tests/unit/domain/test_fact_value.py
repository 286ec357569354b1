"""Every kind of fact survives the way into a JSON column and back, ambiguous dates included."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import AbnormalFlag, Comparator, FactType, FactValue, LabResult, ResultStatus
from arbiter_fhir.domain.fact_value import VALUE_CLASSES, value_from_json, value_to_json
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Coding,
    FamilyHistory,
    Medication,
    NoKnownAllergies,
    Problem,
    Statement,
    Susceptibility,
    SusceptibilityInterpretation,
)

DAY = ClinicalDate(date(2026, 4, 10), None, DatePrecision.DAY)
SWAPPED = ClinicalDate(date(2026, 3, 4), None, DatePrecision.DAY, ambiguous=True)
LOINC = Coding("http://loinc.org", "4548-4", "Hemoglobin A1c")

VALUES: list[tuple[FactType, FactValue]] = [
    (
        FactType.LAB_RESULT,
        LabResult(
            "Hemoglobin A1c",
            "<8.10",
            "%",
            abnormal_flag=AbnormalFlag.HIGH,
            collection_date=SWAPPED,
            report_date=DAY,
            numeric=Decimal("8.10"),
            comparator=Comparator.LESS,
            result_status=ResultStatus.CORRECTED,
            codes=(LOINC, Coding("L", "A1C")),
        ),
    ),
    (FactType.MEDICATION, Medication("Metformin", "metformin", "500 mg", as_needed=True, started=DAY, rxnorm="6809")),
    (FactType.ALLERGY, Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)),
    (FactType.PROBLEM, Problem("pneumonia", Assertion.ABSENT, onset=SWAPPED)),
    (FactType.FAMILY_HISTORY, FamilyHistory("mother", "breast cancer", age_at_onset="52", deceased=True)),
    (FactType.OTHER, Statement("smoking", "never smoker")),
    (
        FactType.SUSCEPTIBILITY,
        Susceptibility("E. coli", "Ampicillin", SusceptibilityInterpretation.RESISTANT, ">=32", Decimal(32)),
    ),
]


@pytest.mark.parametrize(("kind", "value"), VALUES)
def test_a_value_comes_back_as_it_went(kind: FactType, value: FactValue) -> None:
    assert value_from_json(kind, json.loads(json.dumps(value_to_json(value)))) == value


def test_every_kind_has_a_class() -> None:
    assert set(VALUE_CLASSES) == set(FactType)


def test_a_field_of_another_type_is_refused() -> None:
    plain = {**value_to_json(Statement("smoking", "never")), "text": 5}
    with pytest.raises(ValueError, match="another type"):
        value_from_json(FactType.SOCIAL_HISTORY, plain)
