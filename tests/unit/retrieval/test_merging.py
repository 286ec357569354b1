"""One candidate for one thing that several sources say, and two for two."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartDocument, ChartEncounter, ChartOrder
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    FamilyHistory,
    Medication,
    MedicationStatus,
    Problem,
    ProblemStatus,
)
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.chart_candidates import candidate_of_document, candidate_of_encounter, candidate_of_order
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists
from arbiter_fhir.retrieval.merging import merge


def of_fact(build: Any, value: Any = None, **given: Any) -> Candidate:
    record = build.fact(**given) if value is None else build.said(value, **given)
    return candidate_of_fact(record, build.terms)


def of_row(build: Any, *arguments: Any, **given: Any) -> Candidate:
    made = candidate_of_chart(build.row(*arguments, **given))
    assert made is not None
    return made


def of_entry(build: Any, kind: ListKind, title: str, **given: Any) -> Candidate:
    entry = build.entry(kind, title, **given)
    (made,) = candidates_of_lists(ChartLists((entry,)), entry.patient_id, build.terms)
    return made


def test_every_place_of_a_result_is_kept(build: Any) -> None:
    one, other = merge(
        [
            of_row(build),
            of_row(build, result_id=901, unit=""),
            of_fact(build, fact_id=1, document=5),
            of_fact(build, fact_id=2, document=6),
            of_row(build, result_id=902, value="7.7"),
        ]
    )
    assert one.record is not None
    assert len(one.also) == 3
    assert other.lab.value == "7.7"


def test_the_same_value_at_two_times_of_a_day_is_two_results(build: Any) -> None:
    morning, evening = (of_fact(build, lab=build.lab(at=time(hour, 0)), fact_id=hour) for hour in (8, 18))
    assert len(merge([morning, evening])) == 2
    assert len(merge([morning, of_row(build)])) == 1


def test_months_are_no_dates_to_merge_by(build: Any) -> None:
    month = ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH)
    facts = [of_fact(build, lab=build.lab(collection_date=month), fact_id=number) for number in (1, 2)]
    assert len(merge([*facts, of_row(build, "2026-04-01")])) == 3


@pytest.mark.parametrize(
    "fact, merged",
    [
        (Medication("Glucophage", "metformin", "500 mg", frequency="BID", status=MedicationStatus.ACTIVE), True),
        (Medication("Metformin", "metformin", "0.5 g", status=MedicationStatus.UNKNOWN), True),
        (Medication("Metformin", "metformin", status=MedicationStatus.ACTIVE), True),
        (Medication("Metformin", "metformin", "1000 mg", status=MedicationStatus.ACTIVE), False),
        (Medication("Metformin", "metformin", "500 mg", frequency="once daily", status=MedicationStatus.ACTIVE), False),
        (Medication("Metformin", "metformin", "500 mg", status=MedicationStatus.STOPPED), False),
        (Medication("Lisinopril", "lisinopril", "500 mg", status=MedicationStatus.ACTIVE), False),
    ],
)
def test_a_medication_of_chart_and_document(build: Any, fact: Medication, merged: bool) -> None:
    entry = of_entry(build, ListKind.MEDICATION, "Metformin 500 mg tablet", details="1 tablet twice a day")
    assert len(merge([entry, of_fact(build, fact)])) == (1 if merged else 2)


def test_the_entry_that_says_most_is_shown_and_the_others_are_cited(build: Any) -> None:
    plain = of_entry(build, ListKind.ALLERGY, "Penicillin")
    fact = of_fact(build, Allergy("PCN", "penicillins", reaction="hives", severity="severe"))
    (one,) = merge([plain, fact])
    assert one.value == fact.value
    assert one.also == (plain,)


@pytest.mark.parametrize(
    "change", [{"reaction": "rash"}, {"assertion": Assertion.ABSENT}, {"allergen": "cephalosporins"}]
)
def test_what_differs_between_allergies_keeps_them_apart(build: Any, change: dict[str, Any]) -> None:
    value = Allergy("Penicillin", "penicillins", reaction="hives")
    assert len(merge([of_fact(build, value), of_fact(build, replace(value, **change), document=6, fact_id=2)])) == 2


def test_a_problem_is_one_by_its_code_whatever_it_is_called(build: Any) -> None:
    entry = of_entry(build, ListKind.PROBLEM, "Essential (primary) hypertension", codes=(("ICD10", "I10"),))
    assert len(merge([entry, of_fact(build, Problem("HTN", icd10="I10"))])) == 1
    assert len(merge([entry, of_fact(build, Problem("HTN", Assertion.ABSENT, icd10="I10"))])) == 2


def test_two_relatives_are_two_and_never_the_patient(build: Any) -> None:
    said = [FamilyHistory("mother", "Hypertension"), FamilyHistory("father", "Hypertension"), Problem("Hypertension")]
    merged = merge([of_fact(build, value, fact_id=number) for number, value in enumerate(said, start=1)])
    assert len(merged) == 3


def test_two_visits_two_orders_and_two_documents_are_two_whatever_they_are_called(build: Any) -> None:
    patient = PatientId(7)
    visits = [
        candidate_of_encounter(ChartEncounter(number, number, patient, None, "", "Visit"), build.terms)
        for number in (1, 2)
    ]
    orders = [candidate_of_order(ChartOrder(number, patient, None, "", (("", "TSH"),), 0)) for number in (1, 2)]
    papers = [candidate_of_document(ChartDocument(DocumentId(number), patient, "Fax", None)) for number in (1, 2)]
    assert len(merge([*visits, *orders, *papers])) == 6


def joined(build: Any, entry: Candidate, value: Any) -> list[Candidate]:
    return merge([entry, of_fact(build, value)])


@pytest.mark.parametrize(
    "details, fact, shown",
    [
        # The chart says all that the document says, and more.
        (
            "1 tablet twice daily with meals",
            Medication("Metformin", "metformin", "1000 mg", frequency="BID", status=MedicationStatus.UNKNOWN),
            "lists:12",
        ),
        # The document says more than a bare title: it is shown, with what the chart alone has.
        ("", Medication("Metformin 1000 mg", "metformin", frequency="twice daily"), "documents"),
        # Each says something that the other does not: two lines.
        ("as directed", Medication("Metformin 1000 mg", "metformin", frequency="twice daily"), None),
        ("as needed", Medication("Metformin 1000 mg", "metformin", frequency="twice daily"), None),
        (
            "twice daily",
            Medication("Metformin", "metformin", "1000 mg", frequency="BID", indication="weight"),
            "documents",
        ),
    ],
)
def test_nothing_that_the_chart_says_of_a_drug_is_lost(
    build: Any, details: str, fact: Medication, shown: str | None
) -> None:
    began = date(2018, 10, 7)
    entry = of_entry(build, ListKind.MEDICATION, "Metformin 1000 mg tablet", details=details, began=began)
    merged = joined(build, entry, fact)
    if shown is None:
        assert len(merged) == 2
        return
    (one,) = merged
    assert isinstance(one.value, Medication)
    assert one.value.status is MedicationStatus.ACTIVE
    assert one.value.started is not None
    assert one.value.started.day == began
    assert one.observed == one.value.started
    assert ("documents" if one.record is not None else one.place and one.place.source_id) == shown


@pytest.mark.parametrize("told", [None, ClinicalDate(date(2015, 1, 1), None, DatePrecision.YEAR)])
def test_the_charts_onset_stays_with_a_merged_problem(build: Any, told: ClinicalDate | None) -> None:
    entry = of_entry(build, ListKind.PROBLEM, "Atrial fibrillation", began=date(2021, 7, 3))
    (one,) = joined(build, entry, Problem("A fib", onset=told))
    assert isinstance(one.value, Problem)
    assert one.value.onset == one.observed == entry.observed
    assert one.value.status is ProblemStatus.ACTIVE
    assert len(one.everywhere) == 2


def test_a_documents_onset_stays_where_the_chart_has_none(build: Any) -> None:
    told = ClinicalDate(date(2015, 1, 1), None, DatePrecision.YEAR)
    (one,) = joined(build, of_entry(build, ListKind.PROBLEM, "Gout"), Problem("Gout", onset=told))
    assert isinstance(one.value, Problem)
    assert one.value.onset == told


def test_an_allergy_keeps_reaction_severity_and_since(build: Any) -> None:
    entry = of_entry(build, ListKind.ALLERGY, "Penicillin", reaction="hives", began=date(2002, 1, 24))
    (one,) = joined(build, entry, Allergy("PCN", "penicillins", reaction="hives", severity="SV"))
    assert isinstance(one.value, Allergy)
    assert one.value.severity == "severe"
    assert one.value.onset is not None
    severe = Allergy("PCN", "penicillins", severity="severe")
    assert len(joined(build, entry, severe)) == 2
