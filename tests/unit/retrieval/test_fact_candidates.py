"""Stored facts of every kind as candidates."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.fact_value import VALUE_CLASSES
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    FamilyHistory,
    Medication,
    NoKnownAllergies,
    Problem,
    Statement,
    Susceptibility,
    SusceptibilityInterpretation,
)
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact, is_evidence, is_waiting

DAY = ClinicalDate(date(2026, 4, 10), None, DatePrecision.DAY)
VALUES: dict[FactType, Any] = {
    FactType.MEDICATION: Medication("Metformin"),
    FactType.ALLERGY: Allergy("Latex"),
    FactType.PROBLEM: Problem("Asthma"),
    FactType.PROCEDURE: Problem("Appendectomy", onset=DAY),
    FactType.FAMILY_HISTORY: FamilyHistory("mother", "Asthma"),
    FactType.SUSCEPTIBILITY: Susceptibility("E. coli", "Ampicillin", SusceptibilityInterpretation.RESISTANT, ">=32"),
}
TOPICS = {
    FactType.LAB_RESULT: Topic.LABS,
    FactType.VITAL_SIGN: Topic.VITALS,
    FactType.SUSCEPTIBILITY: Topic.CULTURES,
    FactType.MEDICATION: Topic.MEDICATIONS,
    FactType.ALLERGY: Topic.ALLERGIES,
    FactType.PROBLEM: Topic.PROBLEMS,
    FactType.PROCEDURE: Topic.PROCEDURES,
    FactType.IMMUNIZATION: Topic.IMMUNIZATIONS,
    FactType.FAMILY_HISTORY: Topic.FAMILY_HISTORY,
    FactType.SOCIAL_HISTORY: Topic.SOCIAL_HISTORY,
    FactType.CHIEF_CONCERN: Topic.CONCERN,
    FactType.DEMOGRAPHIC: Topic.DEMOGRAPHICS,
    FactType.REFERRAL: Topic.REFERRALS,
    FactType.OTHER: Topic.OTHER,
}


def candidate(build: Any, value: Any, fact_type: FactType | None = None, **given: Any) -> Candidate:
    return candidate_of_fact(build.said(value, fact_type=fact_type, **given), build.terms)


@pytest.mark.parametrize("fact_type", FactType)
def test_every_kind_of_fact_becomes_a_candidate_of_its_topic(build: Any, fact_type: FactType) -> None:
    plain = build.lab() if VALUE_CLASSES[fact_type].__name__ == "LabResult" else Statement("other", "said")
    made = candidate(build, VALUES.get(fact_type, plain), fact_type)
    assert made.topic is TOPICS[fact_type]
    assert made.record is not None
    assert made.subject
    assert made.printed.name


def test_the_words_of_a_medication_each_once(build: Any) -> None:
    value = Medication("Metformin", "metformin", "500 mg", "500 mg", route="PO", frequency="BID", stopped=DAY)
    made = candidate(build, value)
    assert made.printed.details == (
        (WordRole.STRENGTH, "500 mg"),
        (WordRole.ROUTE, "PO"),
        (WordRole.FREQUENCY, "BID"),
    )
    assert made.moved == (date(2026, 4, 10),)


def test_a_relatives_condition_is_its_own_subject_and_found_by_relative_and_condition(build: Any) -> None:
    made = candidate(build, FamilyHistory("Mother", "HTN", age_at_onset="52"))
    assert made.subject == "family:mother:icd10:I10"
    assert made.names >= {"mother", "hypertension"}
    assert made.printed.details == ((WordRole.RELATION, "Mother"), (WordRole.AGE, "52"))


def test_a_statement_that_there_are_no_allergies_has_one_subject(build: Any) -> None:
    value = Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)
    assert candidate(build, value).subject == "none_known"


def test_a_susceptibility_is_of_organism_and_drug(build: Any) -> None:
    made = candidate(build, VALUES[FactType.SUSCEPTIBILITY])
    assert made.names == {"e coli", "ampicillin"}
    assert made.printed.details == ((WordRole.DRUG, "Ampicillin"),)
    assert made.printed.value == ">=32"


def test_answers_about_a_whole_list_belong_to_the_list(build: Any) -> None:
    made = candidate(build, Statement("current_medications", "None"), FactType.OTHER)
    assert made.topic is Topic.MEDICATIONS


@pytest.mark.parametrize(
    "given, evidence, waiting",
    [
        ({}, True, False),
        ({"active": False}, False, False),
        ({"retracted": True}, False, False),
        ({"certainty": Certainty.NEEDS_REVIEW}, False, True),
        ({"certainty": Certainty.NEEDS_REVIEW, "active": False}, False, True),
        ({"certainty": Certainty.NEEDS_REVIEW, "retracted": True}, False, False),
        ({"certainty": Certainty.DOCUMENT_FACT, "box": False}, True, False),
    ],
)
def test_what_counts_and_what_waits(build: Any, given: dict[str, Any], evidence: bool, waiting: bool) -> None:
    record = build.fact(**given)
    assert (is_evidence(record), is_waiting(record)) == (evidence, waiting)
