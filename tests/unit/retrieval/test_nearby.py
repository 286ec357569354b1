"""What is told where nothing bears the asked name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartEncounter, ChartImmunization
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.question import AskedDocument, Intent, Topic
from arbiter_fhir.domain.statement import Problem, Susceptibility, SusceptibilityInterpretation
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import ReadDocument
from arbiter_fhir.retrieval import PatientRecord, gather_patient_evidence

P7 = PatientId(7)


def gather(build: Any, asked: dict[str, Any], **record: Any) -> Any:
    question = replace(build.question("x"), **asked)
    return gather_patient_evidence(
        question,
        PatientRecord(P7, **record),
        clean=build.cleaned,
        terms=build.terms,
        today=date(2026, 11, 30),
    ).bundle


def told(bundle: Any) -> list[str]:
    return [item.words.name.value for item in bundle.findings]


def problems(build: Any, *titles: str) -> ChartLists:
    return ChartLists(
        tuple(build.entry(ListKind.PROBLEM, title, record_id=number) for number, title in enumerate(titles, start=1))
    )


@pytest.mark.parametrize(
    "asked, title",
    [
        ("hypothyroidism", "Hashimoto's thyroiditis"),
        ("hashimoto thyroiditis", "Acquired hypothyroidism"),
        ("gastrointestinal bleeding", "Bleeding ulcer 2015"),
        ("osteoporosis", "Osteopenia"),
    ],
)
def test_a_problem_near_the_asked_one_is_told_and_the_asked_one_is_missed(build: Any, asked: str, title: str) -> None:
    question = {"topics": (Topic.PROBLEMS,), "subjects": (asked,)}
    bundle = gather(build, question, lists=problems(build, title, "Gout"))
    assert told(bundle) == [title]
    assert bundle.not_found == (Topic.PROBLEMS.value,)


def test_nothing_near_stands_beside_what_was_found(build: Any) -> None:
    question = {"topics": (Topic.PROBLEMS,), "subjects": ("hypothyroidism",)}
    bundle = gather(build, question, lists=problems(build, "Hypothyroidism", "Hashimoto's thyroiditis"))
    assert told(bundle) == ["Hypothyroidism"]
    assert bundle.not_found == ()


def test_a_vaccine_of_another_kind_is_told_as_that(build: Any) -> None:
    row = ChartImmunization(2, P7, "109", "pneumococcal, unspecified formulation", date(2018, 3, 1), refused=False)
    question = {"topics": (Topic.IMMUNIZATIONS,), "subjects": ("ppsv23",)}
    bundle = gather(build, question, immunizations=[row])
    assert told(bundle) == ["pneumococcal, unspecified formulation"]
    assert bundle.not_found == (Topic.IMMUNIZATIONS.value,)
    exact = replace(row, record_id=3, cvx="33", name="PPV23")
    assert told(gather(build, question, immunizations=[row, exact])) == ["PPV23"]


def test_a_test_that_answers_much_the_same_is_told_as_itself(build: Any) -> None:
    row = build.row(name="Albumin/creatinine ratio, urine", code="9318-7", value="42", unit="mg/g", reference_range="")
    bundle = gather(build, {"analytes": ("urine_albumin",)}, labs=[row, build.row(result_id=901)])
    assert told(bundle) == ["Albumin/creatinine ratio, urine"]
    assert bundle.not_found == ("urine_albumin",)
    albumin = build.row(name="Microalbumin, urine", code="14957-5", value="30", unit="mg/L", result_id=902)
    assert told(gather(build, {"analytes": ("urine_albumin",)}, labs=[row, albumin])) == ["Microalbumin, urine"]


def test_a_complaint_that_no_list_has_is_told_by_its_visit(build: Any) -> None:
    at = datetime(2026, 9, 3, 9, 20)  # noqa: DTZ001
    visits = [
        ChartEncounter(1, 11, P7, at, "INR check, bruising", "Office visit"),
        ChartEncounter(2, 12, P7, at, "Atrial fibrillation follow-up", "Office visit"),
    ]
    question = {"topics": (Topic.PROBLEMS, Topic.CONCERN), "subjects": ("bruising",)}
    bundle = gather(build, question, encounters=visits)
    assert told(bundle) == ["INR check, bruising"]
    assert set(bundle.not_found) == {Topic.PROBLEMS.value, Topic.CONCERN.value}
    listed = gather(build, question, encounters=visits, lists=problems(build, "Easy bruising"))
    assert told(listed) == ["Easy bruising"]


def test_an_infection_is_looked_for_among_cultures(build: Any) -> None:
    question = {"topics": (Topic.PROBLEMS,), "subjects": ("mrsa infection",)}
    plain = {"code": "", "unit": "", "reference_range": "", "abnormal": ""}
    rows = [
        build.row(name="Wound culture", value="Methicillin-resistant Staph. aureus", **plain),
        build.row(name="Urine culture", value="Escherichia coli", result_id=901, **plain),
        build.row(result_id=902),
    ]
    assert told(gather(build, question, labs=rows)) == ["Wound culture"]
    resistant = build.said(Susceptibility("MRSA", "Oxacillin", SusceptibilityInterpretation.RESISTANT))
    assert set(told(gather(build, question, labs=rows, active_facts=[resistant]))) == {"Wound culture", "MRSA"}
    # Without an MRSA, the staphylococcus is near, with what it is resistant to.
    drug = build.said(Susceptibility("Staphylococcus aureus", "Oxacillin", SusceptibilityInterpretation.RESISTANT))
    assert told(gather(build, question, labs=rows[1:], active_facts=[drug])) == ["Staphylococcus aureus"]
    assert told(gather(build, question, labs=rows[1:])) == []


def test_an_organism_is_found_by_any_of_its_names(build: Any) -> None:
    plain = {"code": "", "unit": "", "reference_range": "", "abnormal": ""}
    rows = [build.row(name="Urine culture", value="Escherichia coli", **plain), build.row(result_id=901)]
    question = replace(build.question("did the ecoli come back"), topics=())
    bundle = gather_patient_evidence(
        question, PatientRecord(P7, labs=rows), clean=build.cleaned, terms=build.terms, today=date(2026, 11, 30)
    ).bundle
    assert told(bundle) == ["Urine culture"]


def test_what_two_documents_say_is_told_where_either_is_asked_about(build: Any) -> None:
    facts = [build.said(Problem("Gout"), document=number, fact_id=number) for number in (5, 6)]
    read = [ReadDocument(DocumentId(number), facts[0].doc_type, None) for number in (5, 6)]
    for number in (5, 6):
        asked = {"intent": Intent.DOCUMENT, "document": AskedDocument(number=number)}
        (finding,) = gather(build, asked, active_facts=facts, read_documents=read).findings
        assert finding.citation.source_id == f"documents:{number}"
