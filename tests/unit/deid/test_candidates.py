"""Candidates for the identity gate."""

from __future__ import annotations

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierRole
from tests.unit.deid.written_pages import write_document


def candidates(deidentifier: PresidioDeidentifier, *texts: str) -> list[IdentifierCandidate]:
    return list(deidentifier.deidentify(write_document(*texts), patient=None).candidates.items)


def test_the_parts_of_a_name_make_one_candidate(deidentifier: PresidioDeidentifier) -> None:
    found = candidates(deidentifier, "Last Name: Okafor      First Name: Ngozi      Middle Name: Bree")
    assert [(each.field, each.value, each.role) for each in found] == [
        (CandidateField.NAME, "Okafor, Ngozi Bree", IdentifierRole.PATIENT)
    ]


def test_a_name_in_the_header_without_a_label_is_weak(deidentifier: PresidioDeidentifier) -> None:
    found = candidates(deidentifier, "OKAFOR, NGOZI\nGlucose 101 mg/dL")
    assert [(each.value, each.role, each.labelled) for each in found] == [
        ("OKAFOR, NGOZI", IdentifierRole.UNKNOWN, False)
    ]


def test_a_name_in_the_middle_of_the_page_is_none(deidentifier: PresidioDeidentifier) -> None:
    assert candidates(deidentifier, "\n" * 30 + "seen by Ngozi Okafor today") == []


def test_a_footer_and_a_second_patient_are_candidates(deidentifier: PresidioDeidentifier) -> None:
    text = "Patient: Okafor, Ngozi\n" + "\n" * 62 + "Patient: Lindqvist, Maja   DOB: 01/02/1980"
    values = [each.value for each in candidates(deidentifier, text)]
    assert values == ["Okafor, Ngozi", "Lindqvist, Maja", "01/02/1980"]


def test_a_clinicians_name_is_no_patients(deidentifier: PresidioDeidentifier) -> None:
    found = candidates(deidentifier, "Dr. Ivo Petrov\nPatient: Okafor, Ngozi")
    assert [(each.value, each.role) for each in found] == [("Okafor, Ngozi", IdentifierRole.PATIENT)]


def test_values_are_never_shown_by_repr(deidentifier: PresidioDeidentifier) -> None:
    assert "Okafor" not in repr(candidates(deidentifier, "Patient: Okafor, Ngozi"))
