"""Contradictions between sources, and what is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.evidence import ConflictKind
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
    Statement,
)
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.conflicts import find_clashes
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists

ACTIVE, STOPPED = MedicationStatus.ACTIVE, MedicationStatus.STOPPED
NKDA = Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)
NKA = Allergy("NKA", none_known=NoKnownAllergies.ALLERGIES)
NO_FOOD = Allergy("No food allergies", none_known=NoKnownAllergies.FOOD_ALLERGIES)
PENICILLIN = Allergy("Penicillin", "penicillins")
LATEX = Allergy("Latex", "latex")
PEANUT = Allergy("Peanut", "peanut")
METFORMIN = Medication("Metformin", "metformin", "500 mg", status=ACTIVE)
GONE = ClinicalDate(date(2024, 5, 1), None, DatePrecision.DAY)


def said(build: Any, value: Any, **given: Any) -> Candidate:
    return candidate_of_fact(build.said(value, **given), build.terms)


def entry(build: Any, kind: ListKind, title: str, **given: Any) -> Candidate:
    made = build.entry(kind, title, **given)
    (candidate,) = candidates_of_lists(ChartLists((made,)), made.patient_id, build.terms)
    return candidate


def kinds(build: Any, *candidates: Candidate) -> list[ConflictKind]:
    forward = [kind for kind, _, _ in find_clashes(candidates, build.terms)]
    backward = [kind for kind, _, _ in find_clashes(candidates[::-1], build.terms)]
    assert sorted(forward) == sorted(backward)
    return forward


@pytest.mark.parametrize(
    "allergy, none, clash",
    [
        (PENICILLIN, NKDA, True),
        (PENICILLIN, NKA, True),
        (PENICILLIN, NO_FOOD, False),
        (LATEX, NKA, True),
        (LATEX, NKDA, False),
        (PEANUT, NO_FOOD, True),
        (PEANUT, NKDA, False),
        (Allergy("Zorvithal"), NKDA, True),
        (replace(PENICILLIN, assertion=Assertion.ABSENT), NKDA, False),
        (replace(PENICILLIN, assertion=Assertion.POSSIBLE), NKDA, False),
    ],
)
def test_an_allergy_here_and_none_there(build: Any, allergy: Allergy, none: Allergy, clash: bool) -> None:
    found = kinds(build, said(build, allergy), said(build, none, document=6, fact_id=2))
    assert found == ([ConflictKind.ALLERGY_AND_NONE_KNOWN] if clash else [])


def test_the_charts_allergy_against_a_forms_nkda(build: Any) -> None:
    chart = entry(build, ListKind.ALLERGY, "Penicillin")
    assert kinds(build, chart, said(build, NKDA)) == [ConflictKind.ALLERGY_AND_NONE_KNOWN]
    assert kinds(build, entry(build, ListKind.ALLERGY, "NKDA"), said(build, PENICILLIN)) == [
        ConflictKind.ALLERGY_AND_NONE_KNOWN
    ]
    ended = entry(build, ListKind.ALLERGY, "Penicillin", active=False)
    assert kinds(build, ended, said(build, NKDA)) == []


def test_an_allergy_that_is_denied(build: Any) -> None:
    denied = said(build, replace(PENICILLIN, assertion=Assertion.ABSENT), document=6, fact_id=2)
    assert kinds(build, said(build, PENICILLIN), denied) == [ConflictKind.ALLERGY_DENIED]
    assert kinds(build, said(build, LATEX), denied) == []
    refuted = entry(build, ListKind.ALLERGY, "PCN", verification="refuted")
    assert kinds(build, refuted, said(build, PENICILLIN)) == [ConflictKind.ALLERGY_DENIED]


@pytest.mark.parametrize(
    "other, clash",
    [
        (Problem("Hypertension", Assertion.ABSENT, icd10="I10"), True),
        (Problem("HTN", Assertion.ABSENT), True),
        (Problem("Hypertension", Assertion.POSSIBLE, icd10="I10"), False),
        (Problem("Hypertension", Assertion.HISTORICAL, icd10="I10"), False),
        (Problem("Asthma", Assertion.ABSENT), False),
        (FamilyHistory("mother", "Hypertension", Assertion.ABSENT), False),
        (FamilyHistory("mother", "Hypertension"), False),
    ],
)
def test_a_condition_here_and_denied_there(build: Any, other: Any, clash: bool) -> None:
    chart = entry(build, ListKind.PROBLEM, "Essential hypertension", codes=(("ICD10", "I10"),))
    assert kinds(build, chart, said(build, other)) == ([ConflictKind.PRESENT_AND_ABSENT] if clash else [])


def test_what_is_over_may_be_denied_today(build: Any) -> None:
    over = Problem("Asthma", status=ProblemStatus.RESOLVED)
    denied = said(build, Problem("Asthma", Assertion.ABSENT), document=6, fact_id=2)
    assert kinds(build, said(build, over), denied) == []


def test_a_drug_taken_here_and_stopped_there(build: Any) -> None:
    stopped = replace(METFORMIN, status=STOPPED)
    assert kinds(build, entry(build, ListKind.MEDICATION, "Metformin 500 mg"), said(build, stopped)) == [
        ConflictKind.ACTIVE_AND_STOPPED
    ]
    ended = entry(build, ListKind.MEDICATION, "Glucophage", active=False)
    assert kinds(build, ended, said(build, METFORMIN)) == [ConflictKind.ACTIVE_AND_STOPPED]
    unclear = replace(METFORMIN, status=MedicationStatus.UNKNOWN)
    assert kinds(build, ended, said(build, unclear)) == []
    held = replace(METFORMIN, status=MedicationStatus.ON_HOLD)
    assert kinds(build, said(build, METFORMIN), said(build, held, document=6, fact_id=2)) == []


def test_an_ended_entry_beside_an_active_one_of_the_chart_is_its_history(build: Any) -> None:
    ended = entry(build, ListKind.MEDICATION, "Metformin 500 mg", active=False)
    active = entry(build, ListKind.MEDICATION, "Metformin 1000 mg", record_id=13)
    assert kinds(build, ended, active) == []


def test_a_drug_that_was_begun_again_after_it_was_stopped_is_no_contradiction(build: Any) -> None:
    stopped = said(build, replace(METFORMIN, status=STOPPED, stopped=GONE))
    again = entry(build, ListKind.MEDICATION, "Metformin 500 mg", began=date(2025, 1, 1))
    before = entry(build, ListKind.MEDICATION, "Metformin 500 mg", began=date(2023, 1, 1))
    assert kinds(build, stopped, again) == []
    assert kinds(build, stopped, before) == [ConflictKind.ACTIVE_AND_STOPPED]


def test_somebody_who_takes_nothing_and_a_drug_that_is_listed(build: Any) -> None:
    nothing = said(
        build, Statement("current_medications", "None", Assertion.ABSENT), fact_type=FactType.OTHER, document=6
    )
    assert kinds(build, nothing, said(build, METFORMIN)) == [ConflictKind.ACTIVE_AND_STOPPED]
    assert kinds(build, nothing, said(build, replace(METFORMIN, status=STOPPED))) == []


@pytest.mark.parametrize(
    "title, details, clash",
    [
        ("Metformin 1000 mg tablet", "1 tablet daily", True),
        ("Metformin 500 mg tablet", "1 tablet daily", False),
        ("Metformin", "", False),
        ("Lisinopril 10 mg", "", False),
    ],
)
def test_doses_that_differ(build: Any, title: str, details: str, clash: bool) -> None:
    chart = entry(build, ListKind.MEDICATION, title, details=details)
    assert kinds(build, chart, said(build, METFORMIN)) == ([ConflictKind.DOSE_DIFFERS] if clash else [])


@pytest.mark.parametrize(
    "drug, allergy, clash",
    [
        (Medication("Amoxicillin", "amoxicillin", status=ACTIVE), PENICILLIN, True),
        (Medication("Augmentin", "amoxicillin / clavulanate", status=ACTIVE), PENICILLIN, True),
        (Medication("Zestoretic", "hydrochlorothiazide / lisinopril"), Allergy("Lisinopril", "lisinopril"), True),
        (Medication("Cephalexin", "cephalexin", status=ACTIVE), PENICILLIN, False),
        (Medication("Amoxicillin", "amoxicillin", status=STOPPED), PENICILLIN, False),
        (Medication("Amoxicillin", "amoxicillin"), replace(PENICILLIN, assertion=Assertion.ABSENT), False),
        (Medication("Amoxicillin", "amoxicillin"), NKDA, False),
        (Medication("Zorvithal 5 mg"), Allergy("Zorvithal"), True),
        (METFORMIN, LATEX, False),
    ],
)
def test_a_listed_drug_and_an_allergy_to_it(build: Any, drug: Medication, allergy: Allergy, clash: bool) -> None:
    found = kinds(build, said(build, drug), said(build, allergy, document=6, fact_id=2))
    assert found == ([ConflictKind.DRUG_AND_ALLERGY] if clash else [])


def chart_row(build: Any, day: str = "2026-04-10", **given: Any) -> Candidate:
    made = candidate_of_chart(build.row(day, **given))
    assert made is not None
    return made


def test_two_values_of_one_test_at_one_time(build: Any) -> None:
    fact = candidate_of_fact(build.fact(), build.terms)
    assert kinds(build, fact, chart_row(build, value="7.9")) == [ConflictKind.VALUES_DIFFER]
    assert kinds(build, fact, chart_row(build, unit="mmol/mol")) == [ConflictKind.VALUES_DIFFER]
    assert kinds(build, fact, chart_row(build, value="8.10")) == []
    assert kinds(build, fact, chart_row(build, "2026-04-11", value="7.9")) == []
    assert kinds(build, fact, chart_row(build, name="Potassium", value="7.9", code="")) == []
    undated = candidate_of_fact(build.fact(build.lab(None, value="9.9"), fact_id=2), build.terms)
    assert kinds(build, fact, undated) == []


def test_two_values_at_two_times_of_a_day(build: Any) -> None:
    morning, evening = (
        candidate_of_fact(build.fact(build.lab(at=time(hour, 0), value=str(hour)), fact_id=hour), build.terms)
        for hour in (8, 18)
    )
    assert kinds(build, morning, evening) == []


def pulse(build: Any, value: str, day: str = "2026-04-10", at: time | None = time(9, 0), **given: Any) -> Candidate:
    lab = build.lab(day, at, test_name="Pulse", value=value, unit="/min", loinc="8867-4")
    return candidate_of_fact(build.fact(lab, fact_type=FactType.VITAL_SIGN, **given), build.terms)


def test_a_sign_measured_twice_a_day_is_no_contradiction_and_twice_a_minute_is(build: Any) -> None:
    one = pulse(build, "72")
    assert kinds(build, one, pulse(build, "80", document=6, fact_id=2)) == [ConflictKind.VALUES_DIFFER]
    assert kinds(build, one, pulse(build, "80", at=time(17, 0), document=6, fact_id=2)) == []
    assert kinds(build, one, pulse(build, "80", at=None, document=6, fact_id=2)) == []


def test_a_list_marked_as_empty_and_a_drug_that_a_form_lists(build: Any) -> None:
    (none,) = candidates_of_lists(ChartLists((), frozenset({ListKind.MEDICATION})), PatientId(7), build.terms)
    assert kinds(build, none, said(build, METFORMIN)) == [ConflictKind.ACTIVE_AND_STOPPED]
