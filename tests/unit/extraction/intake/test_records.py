"""Entries asked for one line under the other."""

from __future__ import annotations

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.domain.statement import Allergy, Medication, MedicationStatus
from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.findings import candidates_of_section
from arbiter_fhir.extraction.intake.records import stacked_rows
from arbiter_fhir.extraction.intake.sheet import read_sheet
from arbiter_fhir.extraction.narrative.columns import Column
from tests.unit.extraction.clean_forms import At, form_page, region


def said(words: tuple[CleanWord, ...]) -> str:
    return " ".join(word.text for word in words)


def field(text: str, number: int) -> At:
    return At(200, text, region(RegionKind.FORM_FIELD, f"field {number}"))


FORM = [
    "Medications",
    [At(50, "Name"), field("Lisinopril", 1)],
    [At(50, "Dose"), field("10 mg daily", 2)],
    [At(50, "Still taking?"), field("No", 3)],
    [At(50, "Name"), field("Metformin", 4)],
    [At(50, "Dose"), field("500 mg twice daily", 5)],
    [At(50, "Still taking?"), field("Yes", 6)],
]


def test_labels_under_each_other_are_one_row() -> None:
    rows = stacked_rows(lines_of_page(form_page(FORM))[1:])
    assert [(at, count) for at, (_, count) in rows.items()] == [(0, 3), (3, 3)]
    assert [(column, said(words)) for column, words in rows[0][0].cells] == [
        (None, "Lisinopril"),
        (Column.DOSE, "10 mg daily"),
        (Column.STATUS, "No"),
    ]


def test_lines_without_a_name_or_with_one_label_only_are_none() -> None:
    assert not stacked_rows(lines_of_page(form_page(["Dose: 10 mg", "Frequency: daily"])))
    assert not stacked_rows(lines_of_page(form_page(["Name: Lisinopril", "Please list all"])))
    assert not stacked_rows(lines_of_page(form_page([[At(50, "Name"), At(200, "Dose")], "Lisinopril 10 mg"])))


def test_what_is_no_longer_taken_is_said_so_and_the_name_is_no_patients() -> None:
    sheet = read_sheet([form_page(FORM)])
    found = [each.value for section in sheet.sections for each in candidates_of_section(section, {})]
    assert [(each.name, each.strength, each.status) for each in found if isinstance(each, Medication)] == [
        ("Lisinopril", "10 mg", MedicationStatus.STOPPED),
        ("Metformin", "500 mg", MedicationStatus.ACTIVE),
    ]
    assert not sheet.answers


def test_substances_are_asked_for_in_the_same_way() -> None:
    sheet = read_sheet([form_page(["Allergies", "Name: Penicillin", "Reaction: hives", "Severity: severe"])])
    (allergy,) = [each.value for section in sheet.sections for each in candidates_of_section(section, {})]
    assert isinstance(allergy, Allergy)
    assert (allergy.allergen, allergy.reaction, allergy.severity) == ("penicillins", "hives", "severe")
    assert not sheet.answers
