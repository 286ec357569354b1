"""The identity rules, case by case: what each kind of paper leads to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierCandidates, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.identity import decide_identity

VERIFIED, AMBIGUOUS, MISMATCH = IdentityStatus.VERIFIED, IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH
Patient = Callable[..., ChartPatient]
Document = Callable[..., IdentifierCandidates]

NAME, BORN, MRN = ("name", "Alvarez, Maria T"), ("birth_date", "04/12/1970"), ("mrn", "1001")
SWAPPED_BORN = ("birth_date", "12/04/1970")

CASES = {
    # Two strong identifiers, nothing against them.
    "name and birth date": ((NAME, BORN), VERIFIED, "two_strong_identifiers"),
    "name and record number": ((NAME, MRN), VERIFIED, "two_strong_identifiers"),
    "birth date and record number": ((BORN, MRN), VERIFIED, "two_strong_identifiers"),
    "all three": ((NAME, BORN, MRN), VERIFIED, "two_strong_identifiers"),
    "nickname and birth date": ((("name", "Mary Alvarez"), BORN), VERIFIED, "two_strong_identifiers"),
    "birth date swapped, name and number match": ((NAME, SWAPPED_BORN, MRN), VERIFIED, "two_strong_identifiers"),
    "one misread letter in the number": ((NAME, BORN, ("mrn", "l001")), VERIFIED, "two_strong_identifiers"),
    "misspelt name, other two match": ((("name", "Maria Alvares"), BORN, MRN), VERIFIED, "two_strong_identifiers"),
    # Too little.
    "nothing": ((), AMBIGUOUS, "no_identifiers"),
    "blank values": ((("name", ""), ("birth_date", " "), ("mrn", "")), AMBIGUOUS, "no_identifiers"),
    "sex and phone only": ((("sex", "F"), ("phone", "555-010-2233")), AMBIGUOUS, "no_identifiers"),
    "name only": ((NAME,), AMBIGUOUS, "one_strong_identifier"),
    "birth date only": ((BORN,), AMBIGUOUS, "one_strong_identifier"),
    "record number only": ((MRN,), AMBIGUOUS, "one_strong_identifier"),
    "name, and birth date with day and month swapped": ((NAME, SWAPPED_BORN), AMBIGUOUS, "one_strong_identifier"),
    "name, and birth date one digit off": ((NAME, ("birth_date", "04/12/1971")), AMBIGUOUS, "one_strong_identifier"),
    "name, and record number misread": ((NAME, ("mrn", "l001")), AMBIGUOUS, "one_strong_identifier"),
    "initial and birth date": ((("name", "M. Alvarez"), BORN), AMBIGUOUS, "one_strong_identifier"),
    "close ones only": ((("name", "M. Alvarez"), SWAPPED_BORN), AMBIGUOUS, "only_close_identifiers"),
    "sex and phone do not make up for a strong one": (
        (NAME, ("sex", "F"), ("phone", "555-010-2233"), ("ssn", "900-12-3456")),
        AMBIGUOUS,
        "one_strong_identifier",
    ),
    # Something contradicts.
    "another birth date": ((NAME, ("birth_date", "09/30/1951")), AMBIGUOUS, "birth_date_differs"),
    "another birth date although number matches": (
        (NAME, MRN, ("birth_date", "09/30/1951")),
        AMBIGUOUS,
        "birth_date_differs",
    ),
    "another record number": ((NAME, BORN, ("mrn", "2002")), AMBIGUOUS, "mrn_differs"),
    "another record number beside the name alone": ((NAME, ("mrn", "2002")), AMBIGUOUS, "mrn_differs"),
    "another name although the rest matches": ((("name", "Rosa Quinn"), BORN, MRN), AMBIGUOUS, "both_names_differ"),
    "new family name, same birth date": ((("name", "Maria Quinn"), BORN), AMBIGUOUS, "family_name_differs"),
    "sex contradicts": ((NAME, BORN, ("sex", "M")), AMBIGUOUS, "sex_differs"),
    "social security number contradicts": ((NAME, BORN, ("ssn", "XXX-XX-0001")), AMBIGUOUS, "ssn_differs"),
    # Another patient's paper.
    "other name, other birth date": (
        (("name", "Rosa Quinn"), ("birth_date", "09/30/1951")),
        MISMATCH,
        "name_and_birth_date_differ",
    ),
    "other name, other number": ((("name", "Rosa Quinn"), ("mrn", "2002")), MISMATCH, "name_and_mrn_differ"),
    "other given name, other number": (
        (("name", "Alvarez, Rosa"), ("mrn", "2002")),
        MISMATCH,
        "name_and_mrn_differ",
    ),
    "namesake": ((NAME, ("birth_date", "09/30/1951"), ("mrn", "2002")), MISMATCH, "birth_date_and_mrn_differ"),
    "other name, other birth date, same number": (
        (("name", "Rosa Quinn"), ("birth_date", "09/30/1951"), MRN),
        MISMATCH,
        "name_and_birth_date_differ",
    ),
    # Twins: same birth date, same family name.
    "twin": ((("name", "Alvarez, Rosa"), BORN), AMBIGUOUS, "same_birth_date_other_given_name"),
    "twin with her own number": (
        (("name", "Alvarez, Rosa"), BORN, ("mrn", "2002")),
        MISMATCH,
        "same_birth_date_other_given_name",
    ),
    "twin's name, our number": (
        (("name", "Alvarez, Rosa"), BORN, MRN),
        AMBIGUOUS,
        "same_birth_date_other_given_name",
    ),
    # Two patients on one paper.
    "second patient's name": ((NAME, BORN, MRN, ("name", "Quinn, Rosa")), AMBIGUOUS, "other_patient_on_page"),
    "second patient's birth date": ((NAME, BORN, ("birth_date", "09/30/1951")), AMBIGUOUS, "other_patient_on_page"),
    "second patient's number": ((NAME, BORN, MRN, ("mrn", "2002")), AMBIGUOUS, "other_patient_on_page"),
    "two other patients": (
        (("name", "Rosa Quinn"), ("name", "Ann Lee"), ("birth_date", "09/30/1951")),
        MISMATCH,
        "name_and_birth_date_differ",
    ),
    # Whose identifier it is.
    "the clinician's name is not the patient's": (
        (("name", "Alvarez, Maria", "clinician"), BORN),
        AMBIGUOUS,
        "one_strong_identifier",
    ),
    "the mother's birth date is not the patient's": (
        (NAME, ("birth_date", "04/12/1970", "relative")),
        AMBIGUOUS,
        "one_strong_identifier",
    ),
    "a clinician's other name does not contradict": (
        (NAME, BORN, ("name", "Quinn, Rosa", "clinician")),
        VERIFIED,
        "two_strong_identifiers",
    ),
    "unlabelled text agrees": ((("name", "MARIA ALVAREZ", "patient", False), BORN), VERIFIED, "two_strong_identifiers"),
    "unlabelled text cannot contradict": (
        (NAME, BORN, ("name", "ACME Laboratories", "patient", False)),
        VERIFIED,
        "two_strong_identifiers",
    ),
    "an unknown's name counts where no patient's is there": (
        (("name", "Maria Alvarez", "unknown"), BORN),
        VERIFIED,
        "two_strong_identifiers",
    ),
    "a blank patient's name leaves room for an unknown's": (
        (("name", " "), ("name", "Maria Alvarez", "unknown"), BORN),
        VERIFIED,
        "two_strong_identifiers",
    ),
    "an unknown's name is silent beside the patient's": (
        (NAME, BORN, ("name", "Rosa Quinn", "unknown")),
        VERIFIED,
        "two_strong_identifiers",
    ),
}


@pytest.mark.parametrize("items, status, reason", CASES.values(), ids=CASES)
def test_each_kind_of_paper(
    items: tuple[tuple[object, ...], ...],
    status: IdentityStatus,
    reason: str,
    patient: Patient,
    document: Document,
) -> None:
    decision = decide_identity(document(*items), patient())
    assert (decision.status, decision.reason) == (status, reason)
    assert decision.patient_id == 7


@pytest.mark.parametrize(
    "items, status, reason",
    [
        ((("name", "John Smith Jr"), ("birth_date", "04/12/1970")), AMBIGUOUS, "suffix_differs"),
        ((("name", "John Smith"), ("name", "John Smith Jr"), ("birth_date", "4/12/70")), AMBIGUOUS, "suffix_differs"),
        (
            (("name", "John Smith Jr"), ("birth_date", "04/12/1970"), ("mrn", "1001")),
            VERIFIED,
            "two_strong_identifiers",
        ),
        ((("name", "John Smith Sr"), ("birth_date", "04/12/1970")), VERIFIED, "two_strong_identifiers"),
        ((("name", "John Smith"), ("birth_date", "04/12/1970")), VERIFIED, "two_strong_identifiers"),
        ((("name", "John Smith Jr"), ("birth_date", "02/02/1999")), AMBIGUOUS, "birth_date_differs"),
    ],
)
def test_father_and_son(
    items: tuple[tuple[object, ...], ...], status: IdentityStatus, reason: str, patient: Patient, document: Document
) -> None:
    father = patient(given="John", middle="", family="Smith", suffix="Sr")
    decision = decide_identity(document(*items), father)
    assert (decision.status, decision.reason) == (status, reason)


def test_maiden_name_that_the_chart_knows_verifies(patient: Patient, document: Document) -> None:
    married = patient(family="Quinn", former_family=("Alvarez",))
    assert decide_identity(document(NAME, BORN), married).status is VERIFIED


def test_a_chart_without_identifiers_verifies_nothing(patient: Patient, document: Document) -> None:
    empty = patient(given="", middle="", family="", birth_date=None, mrn="", ssn="", sex="", phones=(), street="")
    blank = document(("name", ""), ("birth_date", ""), ("mrn", ""))
    for paper in (document(NAME, BORN, MRN), blank):
        decision = decide_identity(paper, empty)
        assert (decision.status, decision.reason) == (AMBIGUOUS, "no_identifiers")


def test_a_paper_that_fits_two_patients_is_for_a_person_to_judge(patient: Patient, document: Document) -> None:
    double = patient(patient_id=PatientId(8), mrn="")
    decision = decide_identity(document(NAME, BORN), patient(), others=(double,))
    assert (decision.status, decision.reason) == (AMBIGUOUS, "fits_another_patient")
    undated = decide_identity(document(NAME, BORN), patient(birth_date=None), others=(double,))
    assert undated.reason == "one_strong_identifier"
    twin = patient(patient_id=PatientId(8), given="Rosa", middle="", mrn="2002")
    assert decide_identity(document(NAME, BORN), patient(), others=(twin, patient())).status is VERIFIED


def test_a_decision_holds_outcomes_and_no_values(patient: Patient, document: Document) -> None:
    decision = decide_identity(document(NAME, BORN, MRN, ("sex", "F")), patient())
    assert decision.matched_fields == {
        "name": "match",
        "birth_date": "match",
        "mrn": "match",
        "sex": "match",
        "suffix": "not_comparable",
    }
    assert not any(value in str(decision) for value in ("Alvarez", "1970", "1001"))


PEOPLE = st.sampled_from(["Rosa Quinn", "Lee, Ann", "Alvarez, Rosa", "Quinn, Maria", "Smith Jr, John"])
DAYS = st.dates(min_value=date(1920, 1, 1), max_value=date(2020, 12, 31))


@given(PEOPLE, DAYS, st.integers(min_value=2000, max_value=9999))
def test_no_other_persons_paper_is_ever_verified(name: str, born: date, number: int) -> None:
    own = ChartPatient(PatientId(7), "Maria", "Teresa", "Alvarez", "", date(1970, 4, 12), "Female", "1001")
    paper = IdentifierCandidates(
        tuple(
            IdentifierCandidate(field, value, IdentifierRole.PATIENT, 1, None, True)
            for field, value in (
                (CandidateField.NAME, name),
                (CandidateField.BIRTH_DATE, f"{born:%m/%d/%Y}"),
                (CandidateField.MRN, str(number)),
            )
        )
    )
    assert decide_identity(paper, own).status is not VERIFIED
