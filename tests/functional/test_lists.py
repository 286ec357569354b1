"""Allergies, medications and problems: what enters the lists, what does not, and how it leaves again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import FactValue
from arbiter_fhir.domain.statement import Allergy, Assertion, MedicationStatus, NoKnownAllergies
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from tests.functional.clinic import Clinic
from tests.functional.scripted import Scripted, at, hypertension, metformin, penicillin, register, scripted

INTAKE, REFERRAL, LAB = SourceType.INTAKE_FORM, SourceType.REFERRAL_DOCX, SourceType.LAB_PDF
NKDA = Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


def entries(clinic: Clinic, patient: PatientId) -> list[tuple[object, ...]]:
    """Kind, title and state of every row of the patient's lists."""
    return clinic.site_rows("SELECT type, title, activity FROM lists WHERE pid = %s ORDER BY id", patient)


def outcome(clinic: Clinic, document: DocumentId) -> tuple[object, ...]:
    ((found, reason, key),) = clinic.rows(
        "SELECT outcome, conflict_reason, duplicate_key FROM clinical_document_promotions WHERE document_id = %s",
        document,
    )
    return found, reason, key


def test_an_intake_form_fills_empty_lists(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    began = at(month=1, day=5)
    document = script.file(patient, INTAKE, penicillin(severity="severe"), metformin(started=began), hypertension())
    assert clinic.outcomes(document) == ["promoted"] * 3
    assert entries(clinic, patient) == [
        ("allergy", "Penicillin", 1),
        ("medication", "Metformin 500 mg tablet", 1),
        ("medical_problem", "Essential hypertension", 1),
    ]
    rows = clinic.site_rows(
        "SELECT diagnosis, reaction, severity_al, verification, begdate, comments, uuid FROM lists"
        " WHERE pid = %s ORDER BY id",
        patient,
    )
    assert [row[:4] for row in rows] == [
        ("", "hives", "severe", "unconfirmed"),
        ("RXNORM:6809", "", None, ""),
        ("ICD10:I10", "", None, "unconfirmed"),
    ]
    assert str(rows[1][4]) == "2026-01-05 00:00:00"
    assert all(f"arbiter-fhir: documents:{document} page 1" in str(row[5]) for row in rows)
    assert all(row[6] is None for row in rows)
    instructions = clinic.site_rows(
        "SELECT m.drug_dosage_instructions, m.usage_category, m.request_intent FROM lists_medication m"
        " JOIN lists l ON l.id = m.list_id WHERE l.pid = %s",
        patient,
    )
    assert instructions == [("1 tablet by mouth twice daily", "community", "plan")]
    touched = clinic.site_rows("SELECT type FROM lists_touch WHERE pid = %s ORDER BY type", patient)
    assert touched == [("allergy",), ("medical_problem",), ("medication",)]


def test_the_same_list_again_adds_nothing_and_either_document_can_go(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    first = script.file(patient, INTAKE, penicillin(), metformin(), hypertension())
    second = script.file(patient, REFERRAL, penicillin(reaction=""), metformin(strength=""), hypertension())
    assert clinic.outcomes(second) == ["duplicate_skipped"] * 3
    assert len(entries(clinic, patient)) == 3
    script.withdraw(first)
    active = [row[:2] for row in entries(clinic, patient) if row[2] == 1]
    assert active == [
        ("allergy", "Penicillin"),
        ("medication", "Metformin tablet"),
        ("medical_problem", "Essential hypertension"),
    ]
    script.withdraw(second)
    assert [row for row in entries(clinic, patient) if row[2] == 1] == []


def test_a_withdrawn_entry_is_inactive_ended_and_says_why(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    document = script.file(patient, INTAKE, penicillin())
    script.withdraw(document)
    ((activity, ended, verification, comments),) = clinic.site_rows(
        "SELECT activity, enddate, verification, comments FROM lists WHERE pid = %s", patient
    )
    assert (activity, verification) == (0, "entered-in-error")
    assert ended is not None
    assert str(comments).endswith("arbiter-fhir: withdrawn, source_deleted")
    clinic.site.store.undelete_document(document, "Lab Report")
    clinic.work()
    assert [row[2] for row in entries(clinic, patient)] == [0, 1]


def test_an_entry_that_a_clinician_edited_is_left_to_a_person(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    document = script.file(patient, INTAKE, metformin())
    ((number,),) = clinic.site_rows("SELECT id FROM lists WHERE pid = %s", patient)
    clinic.site.store.edit_issue(int(str(number)), comments="confirmed with pharmacy")
    clinic.site.store.delete_document(document)
    clinic.work()
    assert entries(clinic, patient) == [("medication", "Metformin 500 mg tablet", 1)]
    actions = clinic.rows(
        "SELECT action FROM clinical_document_retractions WHERE document_id = %s AND promoted_record_id = %s",
        document,
        number,
    )
    assert actions == [("needs_review",)]


def test_an_entry_that_a_clinician_retired_is_not_written_again(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    script.file(patient, INTAKE, metformin())
    ((number,),) = clinic.site_rows("SELECT id FROM lists WHERE pid = %s", patient)
    clinic.site.store.end_issue(int(str(number)))
    second = script.file(patient, REFERRAL, metformin())
    assert outcome(clinic, second)[0] == "conflict_needs_review"
    assert [row[2] for row in entries(clinic, patient)] == [0]


def issue(clinic: Clinic, patient: PatientId, kind: str, title: str, **more: Any) -> int:
    return clinic.site.store.add_issue(patient, kind, title, **more)


@pytest.mark.parametrize(
    ("kind", "title", "more", "value", "found", "reason"),
    [
        ("allergy", "Penicillins", {}, penicillin(), "already_exists", "same_entry_in_chart"),
        ("allergy", "NKDA", {}, penicillin(), "conflict_needs_review", "chart_says_none"),
        ("allergy", "Sulfa", {}, NKDA, "conflict_needs_review", "chart_lists_allergies"),
        ("allergy", "No known allergies", {}, NKDA, "already_exists", "none_known_in_chart"),
        ("allergy", "Penicillin V potassium", {}, penicillin(), "needs_review", "similar_entry_in_chart"),
        (
            *("allergy", "Penicillin", {"verification": "refuted"}, penicillin()),
            *("conflict_needs_review", "refuted_in_chart"),
        ),
        ("medication", "Metformin 500 mg", {}, metformin(), "already_exists", "same_entry_in_chart"),
        ("medication", "metformin 1000mg", {}, metformin(), "conflict_needs_review", "other_strength_in_chart"),
        (
            *("medication", "Brand of it", {"diagnosis": "RXNORM:6809"}, metformin()),
            *("already_exists", "same_entry_in_chart"),
        ),
        (
            *("medication", "Metformin 500 mg", {}, metformin(status=MedicationStatus.STOPPED)),
            *("conflict_needs_review", "active_in_chart"),
        ),
        ("medication", "Glipizide/Metformin", {}, metformin(), "needs_review", "similar_entry_in_chart"),
        (
            *("medical_problem", "HTN", {"diagnosis": "ICD10:I10;SNOMED-CT:38341003"}, hypertension()),
            *("already_exists", "same_entry_in_chart"),
        ),
        (
            *("medical_problem", "Essential hypertension", {}, hypertension(assertion=Assertion.ABSENT)),
            *("conflict_needs_review", "active_in_chart"),
        ),
    ],
)
def test_what_the_chart_says_already_or_otherwise_is_never_written_beside_it(
    clinic: Clinic,
    script: Scripted,
    kind: str,
    title: str,
    more: dict[str, str],
    value: FactValue,
    found: str,
    reason: str,
) -> None:
    patient = register(clinic)
    number = issue(clinic, patient, kind, title, **more)
    before = entries(clinic, patient)
    document = script.file(patient, INTAKE, value)
    assert outcome(clinic, document) == (found, reason, f"lists:{number}")
    assert entries(clinic, patient) == before


def test_a_prescription_counts_as_the_medication(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    number = clinic.site.store.prescribe(patient, "Metformin HCl 500 mg", rxnorm="6809")
    document = script.file(patient, INTAKE, metformin())
    assert outcome(clinic, document) == ("already_exists", "same_entry_in_chart", f"prescriptions:{number}")
    assert entries(clinic, patient) == []


def test_a_ticked_none_is_a_statement(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    clinic.site.store.mark_none(patient, "allergy")
    assert outcome(clinic, script.file(patient, INTAKE, NKDA))[:2] == ("already_exists", "none_known_in_chart")
    assert outcome(clinic, script.file(patient, INTAKE, penicillin()))[:2] == (
        "conflict_needs_review",
        "chart_says_none",
    )
    assert entries(clinic, patient) == []


@pytest.mark.parametrize(
    ("channel", "value", "found", "reason"),
    [
        (LAB, metformin(), "not_promotable", "document_does_not_speak_for_list"),
        (SourceType.HL7V2_MESSAGE, metformin(), "not_promotable", "document_does_not_speak_for_list"),
        (INTAKE, NKDA, "not_promotable", "no_place_for_none_known"),
        (INTAKE, penicillin(assertion=Assertion.POSSIBLE), "not_promotable", "not_stated_as_present"),
        (INTAKE, penicillin(allergen="", substance="Fairy dust"), "not_promotable", "not_in_curated_tables"),
        (INTAKE, metformin(rxnorm=None), "not_promotable", "not_in_curated_tables"),
        (INTAKE, metformin(status=MedicationStatus.UNKNOWN), "not_promotable", "not_stated_as_present"),
        (REFERRAL, hypertension(assertion=Assertion.HISTORICAL), "not_promotable", "not_stated_as_present"),
        (REFERRAL, hypertension(assertion=Assertion.FAMILY), "not_promotable", "not_stated_as_present"),
        (REFERRAL, hypertension(icd10=None), "not_promotable", "not_in_curated_tables"),
    ],
)
def test_what_is_not_plainly_so_stays_a_document_fact(
    clinic: Clinic, script: Scripted, channel: SourceType, value: FactValue, found: str, reason: str
) -> None:
    patient = register(clinic)
    assert outcome(clinic, script.file(patient, channel, value)) == (found, reason, None)
    assert entries(clinic, patient) == []


def test_a_form_that_contradicts_itself_writes_nothing_of_it(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    document = script.file(
        patient, INTAKE, NKDA, penicillin(), metformin(), metformin(strength="1000 mg"), hypertension()
    )
    assert clinic.outcomes(document) == [*["conflict_needs_review"] * 4, "promoted"]
    assert entries(clinic, patient) == [("medical_problem", "Essential hypertension", 1)]
