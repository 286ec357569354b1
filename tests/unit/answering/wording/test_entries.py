"""Entries of lists as sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.entries import allergy_sentence, medication_sentence, problem_sentence, regimen
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, NoKnownAllergies, ProblemStatus
from tests.unit.answering.records import clean


def test_a_drug_with_its_regimen_status_and_source(records: Any) -> None:
    said = medication_sentence(records.medication(indication="diabetes"), DateLabels()).value
    assert said == "Metformin 500 mg by mouth twice daily for diabetes (active; chart, recorded on [DATE_1])."


def test_the_start_is_said_once_and_the_end_says_that_it_was_stopped(records: Any) -> None:
    item = records.medication(
        status=MedicationStatus.STOPPED, started="2026-01-05", stopped="2026-02-01", source=SourceType.INTAKE_FORM
    )
    said = medication_sentence(item, DateLabels()).value
    assert said.endswith("(started [DATE_1]; stopped [DATE_2]; intake form).")


def test_a_strength_in_the_name_is_not_said_twice(records: Any) -> None:
    item = records.medication("Metformin 500 mg")
    assert regimen(item).value == "Metformin 500 mg by mouth twice daily"
    close = replace(item, words=replace(item.words, details=((WordRole.DOSE, clean("5")),)))
    assert regimen(close).value == "Metformin 500 mg 5"


@pytest.mark.parametrize(
    "kind, said",
    [
        (NoKnownAllergies.ALLERGIES, "No known allergies (intake form, dated [DATE_1])."),
        (NoKnownAllergies.DRUG_ALLERGIES, "No known drug allergies (intake form, dated [DATE_1])."),
        (NoKnownAllergies.FOOD_ALLERGIES, "No known food allergies (intake form, dated [DATE_1])."),
    ],
)
def test_that_none_are_known_is_said_with_who_says_so(records: Any, kind: NoKnownAllergies, said: str) -> None:
    assert allergy_sentence(records.none_known(kind), DateLabels()).value == said


def test_an_allergy_with_and_without_details(records: Any) -> None:
    full, bare = records.allergy(), records.allergy(reaction="", severity="", observed=None)
    assert allergy_sentence(full, DateLabels()).value.startswith("Allergy to Penicillin: hives, severe (chart,")
    assert allergy_sentence(bare, DateLabels()).value == "Allergy to Penicillin (chart)."


@pytest.mark.parametrize("assertion", [each for each in Assertion if each is not Assertion.PRESENT])
def test_what_is_not_simply_so_is_never_said_as_if_it_were(records: Any, assertion: Assertion) -> None:
    plain = problem_sentence(records.problem(status=ProblemStatus.UNKNOWN), DateLabels()).value
    said = problem_sentence(records.problem(assertion=assertion, status=ProblemStatus.UNKNOWN), DateLabels()).value
    assert said != plain
    assert said.startswith("Type 2 diabetes mellitus (")


def test_a_procedure_is_called_one(records: Any) -> None:
    item = records.problem(
        "Colonoscopy", topic=Topic.PROCEDURES, status=ProblemStatus.UNKNOWN, onset="2022-05-05", observed="2022-05-05"
    )
    assert problem_sentence(item, DateLabels()).value == "Colonoscopy (procedure; done [DATE_1]; chart)."


def test_who_prescribed_is_said_where_it_is_asked(records: Any) -> None:
    drug = records.medication(observed=None)
    words = replace(drug.words, details=(*drug.words.details, (WordRole.PERSON, clean("[PERSON_1]"))))
    signed = replace(drug, words=words)
    assert "[PERSON_1]" not in medication_sentence(signed, DateLabels()).value
    assert medication_sentence(signed, DateLabels(), prescriber=True).value == (
        "Metformin 500 mg by mouth twice daily (active; prescribed by [PERSON_1]; chart)."
    )
    assert medication_sentence(drug, DateLabels(), prescriber=True) == medication_sentence(drug, DateLabels())
