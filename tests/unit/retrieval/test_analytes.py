"""Which results a question asks for."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.analyte import identify_analyte
from arbiter_fhir.retrieval.analytes import answers, asked_keys


def test_groups_are_opened() -> None:
    assert asked_keys(["group:iron_studies", "hba1c"]) >= {"ferritin", "iron", "hba1c"}


@pytest.mark.parametrize(
    "name, asked, answer",
    [
        ("HbA1c", "hba1c", True),
        ("Hemoglobin", "hba1c", False),
        ("eGFR Non-Afr. American", "egfr", True),
        ("Glucose, 2 hour", "glucose", True),
        ("CSF Glucose", "glucose", False),
        ("Protein C", "crp", False),
        ("LDL Particle Number", "cholesterol_ldl", True),
        ("Non-HDL Cholesterol", "cholesterol_hdl", False),
        ("Creatinine Clearance, 24h", "creatinine clearance", True),
        ("Creatinine", "creatinine clearance", False),
    ],
)
def test_a_result_answers_by_its_test(name: str, asked: str, answer: bool) -> None:
    assert answers(identify_analyte(name), name, frozenset({asked})) is answer


def test_nothing_asked_is_answered_by_nothing() -> None:
    assert not answers(identify_analyte("HbA1c"), "HbA1c", frozenset())
    assert not answers(identify_analyte("Zonulin"), "Zonulin", frozenset({"name:zonulin"}))
