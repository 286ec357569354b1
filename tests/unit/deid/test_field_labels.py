"""Names of form fields, read as labels."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.field_labels import declared_by_name, label_of_field
from arbiter_fhir.deid.labels import FieldKind
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.domain.region import DeclaredContent, Region, RegionKind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("PatientName", FieldKind.NAME),
        ("patient_name", FieldKind.NAME),
        ("topmostSubform[0].Page1[0].DateOfBirth[0]", FieldKind.BIRTH_DATE),
        ("DOB 2", FieldKind.BIRTH_DATE),
        ("txtMRN", FieldKind.MRN),
        ("EmergencyContactName", FieldKind.NAME),
        ("SSN", FieldKind.SSN),
        ("HomePhone", FieldKind.PHONE),
    ],
)
def test_names_of_fields_are_labels(path: str, kind: FieldKind) -> None:
    label = label_of_field(path)
    assert label is not None
    assert label.kind is kind


@pytest.mark.parametrize("path", ["Medication1", "undefined_3", "Check Box 12", ""])
def test_other_names_say_nothing(path: str) -> None:
    label = label_of_field(path)
    assert label is None or label.kind is FieldKind.OTHER


def declared(path: str, text: str, kind: RegionKind = RegionKind.FORM_FIELD) -> DeclaredContent | None:
    return declared_by_name(Region(kind, path, ((0, len(text)),)), text, load_lexicon())


def test_content_has_to_fit_the_name() -> None:
    assert declared("PatientName", "not provided") is None
    assert declared("PatientName", "Okonkwo") is DeclaredContent.PATIENT_NAME
    assert declared("Spouse", "Okonkwo") is DeclaredContent.RELATIVE_NAME
    assert declared("DOB", "unknown") is None
    assert declared("DOB", "1962") is DeclaredContent.PATIENT_BIRTH_DATE
    assert declared("OfficePhone", "217 555 0142") is DeclaredContent.PHONE
    assert declared("Email", "none") is None
    assert declared("CollectedBy", "CPT") is not None
    assert declared("CollectedBy", "lab") is None


def test_only_form_fields_have_such_names() -> None:
    assert declared("PatientName", "Okonkwo", RegionKind.CELL) is None
