"""The rows that say an entry in OpenEMR's words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.promotion import ListKind
from arbiter_fhir.domain.statement import Allergy, Medication, MedicationStatus, Problem, Statement
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.list_plan import entry_texts, plan_entry, too_long

TODAY = date(2026, 5, 1)
METFORMIN = Medication(
    "Metformin",
    ingredient="metformin",
    strength="500 mg",
    form="tablet",
    dose="1 tablet",
    route="PO",
    frequency="BID",
    as_needed=True,
    indication="diabetes",
    status=MedicationStatus.ACTIVE,
    rxnorm="6809",
)


def plan(build: Any, value: Any, document: int = 5) -> Any:
    return plan_entry(build.active_entry(value), value, DocumentId(document), today=TODAY)


def test_a_medication(build: Any) -> None:
    made = plan(build, METFORMIN)
    assert (made.kind, made.title, made.diagnosis) == (ListKind.MEDICATION, "Metformin 500 mg tablet", "RXNORM:6809")
    assert made.instructions == "1 tablet PO BID as needed for diabetes"
    assert (made.recorded_on, made.began) == (TODAY, None)
    assert made.comment == "arbiter-fhir: documents:5 page 1, as reported"


def test_a_name_that_holds_its_strength_says_it_once(build: Any) -> None:
    made = plan(build, Medication("Metformin 500 mg Tablet", strength="500 mg", form="tablet"))
    assert made.title == "Metformin 500 mg Tablet"


def test_an_allergy_with_words_that_openemr_has_options_for(build: Any) -> None:
    made = plan(build, Allergy("Penicillin", "penicillin", reaction="Hives", severity="Severe", rxnorm="70618"))
    assert (made.reaction, made.severity, made.diagnosis) == ("hives", "severe", "RXNORM:70618")
    assert made.comment == "arbiter-fhir: documents:5 page 1, as reported"


def test_other_words_stand_in_the_comment_as_printed(build: Any) -> None:
    made = plan(build, Allergy("Latex", "latex", reaction="contact rash", severity="bad"))
    assert (made.reaction, made.severity) == ("", "")
    assert made.comment.startswith("reaction: contact rash; severity: bad; arbiter-fhir: documents:5")


def test_a_year_is_no_day(build: Any) -> None:
    year = ClinicalDate(date(2015, 1, 1), None, DatePrecision.YEAR)
    made = plan(build, Problem("Hypertension", icd10="I10", onset=year))
    assert (made.began, made.diagnosis) == (None, "ICD10:I10")
    assert made.comment.startswith("began 2015; ")
    full = ClinicalDate(date(2015, 3, 2), None, DatePrecision.DAY)
    assert plan(build, Problem("Hypertension", icd10="I10", onset=full)).began == date(2015, 3, 2)


def test_the_key_is_the_same_on_every_retry_and_another_for_every_document(build: Any) -> None:
    first, again, other = plan(build, METFORMIN), plan(build, METFORMIN), plan(build, METFORMIN, document=6)
    assert first == again
    assert first.external_id != other.external_id
    assert first.external_id.startswith("arb")
    assert len(first.external_id) <= 20


def test_every_text_comes_with_the_width_of_its_column() -> None:
    assert [(name, chars) for name, _, chars in entry_texts(METFORMIN)] == [
        ("name", 255),
        ("codes", 255),
        ("instructions", 1000),
    ]


def test_what_is_longer_than_its_column_is_named() -> None:
    assert too_long(METFORMIN) == ""
    assert too_long(replace(METFORMIN, frequency="x" * 1001)) == "instructions"
    assert too_long(Problem("x" * 256)) == "name"
    assert too_long(LabResult("Sodium", "140", "m" * 32)) == "unit"
    assert too_long(Statement("smoking", "x" * 5000)) == ""
