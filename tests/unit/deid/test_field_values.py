"""What may stand after a label of each kind."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.field_values import read_value
from arbiter_fhir.deid.labels import FieldKind, Label
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierRole


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (FieldKind.NAME, "Dr. Ivo Petrov", "Ivo Petrov"),
        (FieldKind.NAME, "Not provided", None),
        (FieldKind.BIRTH_DATE, "04/10/1962 (64 y)", "04/10/1962"),
        (FieldKind.BIRTH_DATE, "unknown", None),
        (FieldKind.MRN, "# 448 192", "448 192"),
        (FieldKind.MRN, "12", "12"),
        (FieldKind.MRN, "04/10/2026", None),
        (FieldKind.MRN, "pending", None),
        (FieldKind.SEX, "Female", "Female"),
        (FieldKind.SEX, "Filed", None),
        (FieldKind.AGE, "94 years", "94"),
        (FieldKind.AGE, "54 years", None),
        (FieldKind.SSN, "XXX-XX-4320", "XXX-XX-4320"),
        (FieldKind.PHONE, "(555) 234-0142 ext 4", "(555) 234-0142 ext 4"),
        (FieldKind.PHONE, "none", None),
        (FieldKind.EMAIL, "a@b.example", "a@b.example"),
        (FieldKind.ADDRESS, "12 Elm St, Salem", "12 Elm St, Salem"),
        (FieldKind.ADDRESS, "same as above", None),
    ],
)
def test_a_value_fits_its_label(kind: FieldKind, text: str, value: str | None) -> None:
    span = read_value(Reading(text), Label(kind, IdentifierRole.PATIENT), 0, len(text))
    assert (text[slice(*span)] if span else None) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Riverside Steel", "Riverside Steel"),
        ("Retired", None),
        ("self-employed painter", None),
    ],
)
def test_an_organisation_is_written_as_a_name(text: str, value: str | None) -> None:
    span = read_value(Reading(text), Label(FieldKind.ORGANIZATION, IdentifierRole.UNKNOWN), 0, len(text))
    assert (text[slice(*span)] if span else None) == value


@pytest.mark.parametrize(("text", "value"), [("Hand", "Hand"), ("Pending", None), ("Hand, left, swollen", None)])
def test_any_capitalised_word_is_a_name_where_only_a_name_can_stand(text: str, value: str | None) -> None:
    label = Label(FieldKind.NAME, IdentifierRole.CLINICIAN, only_names=True)
    span = read_value(Reading(text), label, 0, len(text))
    assert (text[slice(*span)] if span else None) == value
