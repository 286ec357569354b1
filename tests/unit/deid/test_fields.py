"""Labelled fields: beside, below, and under headings."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.cells import cells_of_page
from arbiter_fhir.deid.fields import read_fields
from arbiter_fhir.deid.reading import Reading
from tests.unit.deid.written_pages import write_page


def fields_of(text: str) -> list[tuple[str, str, str]]:
    page = write_page(text)
    return [
        (field.kind.value, field.role.value, page.text[field.start : field.end])
        for field in read_fields(Reading(page.text), cells_of_page(page))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Patient: Okafor, Ngozi B", [("name", "patient", "Okafor, Ngozi B")]),
        ("Patient: okafor, ngozi", [("name", "patient", "okafor, ngozi")]),
        ("Patient: Jane Stone   DOB: 04/10/1962",
         [("name", "patient", "Jane Stone"), ("birth_date", "patient", "04/10/1962")]),
        ("Patient Name Ngozi Okafor", [("name", "patient", "Ngozi Okafor")]),
        ("Patient Name:\nOkafor, Ngozi", [("name", "patient", "Okafor, Ngozi")]),
        ("DOB            MRN\n04/10/1962     448192",
         [("birth_date", "patient", "04/10/1962"), ("mrn", "patient", "448192")]),
        ("Ordering Provider: Dr. Ivo Petrov, MD", [("name", "clinician", "Ivo Petrov")]),
        ("Mother: Rose Okafor", [("name", "relative", "Rose Okafor")]),
        ("Mother: Diabetes", []),
        ("Patient: Fasting", []),
        ("Test Name: Glucose", []),
        ("Name: Complete Blood Count", []),
        ("Re: Paget disease", []),
        ("Sex: F   Age: 54", [("sex", "patient", "F")]),
        ("Age: 94", [("age", "patient", "94")]),
        ("Location: Left arm", []),
        ("MRN: MRN-7730418", [("mrn", "patient", "MRN-7730418")]),
        ("Address: 216 Persimmon Road Collected: 04/10/2026",
         [("address", "patient", "216 Persimmon Road"), ("date", "unknown", "04/10/2026")]),
    ],
)  # fmt: skip
def test_a_label_introduces_its_value(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert fields_of(text) == expected


def test_a_heading_says_whose_the_next_fields_are() -> None:
    text = "Patient: Okafor, Ngozi\nEmergency Contact\nName: Ada Okafor\nPhone: (555) 234-0142"
    assert fields_of(text)[1:] == [("name", "relative", "Ada Okafor"), ("phone", "relative", "(555) 234-0142")]


def test_the_letterheads_phone_is_the_senders() -> None:
    text = "Phone: (555) 234-0100\nPatient: Okafor, Ngozi\nPhone: (555) 234-0142"
    assert [field for field in fields_of(text) if field[0] == "phone"] == [
        ("phone", "clinician", "(555) 234-0100"),
        ("phone", "patient", "(555) 234-0142"),
    ]
