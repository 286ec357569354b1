"""Sections and labelled answers of a form."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.extraction.intake.sheet import Sheet, read_sheet
from arbiter_fhir.extraction.narrative.sections import SectionKind
from tests.unit.extraction.clean_forms import At, form_page, region


def sheet(*lines: str | Sequence[At]) -> Sheet:
    return read_sheet([form_page(lines)])


def sections(found: Sheet) -> list[tuple[SectionKind, list[str]]]:
    return [(each.kind, [line.text for line in each.lines]) for each in found.sections if each.lines]


def answers(found: Sheet) -> list[tuple[str, str]]:
    return [(each.label.topic, " ".join(cell.text for cell in each.cells)) for each in found.answers]


def test_headings_open_sections() -> None:
    found = sheet("Current medications", "Metformin 500 mg", "Allergies", "Penicillin - hives", "Latex")
    assert sections(found) == [
        (SectionKind.MEDICATIONS, ["Metformin 500 mg"]),
        (SectionKind.ALLERGIES, ["Penicillin - hives", "Latex"]),
    ]


def test_an_answer_may_follow_its_heading_on_the_line() -> None:
    found = sheet("Allergies: NKDA", "Surgery: Hernia repair")
    assert sections(found) == [
        (SectionKind.ALLERGIES, ["NKDA"]),
        (SectionKind.SURGICAL_HISTORY, ["Hernia repair"]),
    ]


def test_labels_are_answered_beside_and_below() -> None:
    found = sheet(
        [At(50, "Name: [PERSON_1]"), At(300, "Sex: Female")],
        [At(50, "DATE OF BIRTH"), At(250, "PHONE")],
        [At(50, "[DATE_1]"), At(250, "[PHONE_1]")],
        [At(50, "Alcohol:"), At(150, "None")],
    )
    assert answers(found) == [
        ("name", "[PERSON_1]"),
        ("sex", "Female"),
        ("birth_date", "[DATE_1]"),
        ("phone", "[PHONE_1]"),
        ("alcohol", "None"),
    ]
    assert sections(found) == []


def test_a_blank_answer_takes_no_other_label_and_no_heading() -> None:
    found = sheet("Name:", "Date of birth:", "Allergies", "Latex")
    assert answers(found) == [("name", ""), ("birth_date", "")]
    assert sections(found) == [(SectionKind.ALLERGIES, ["Latex"])]


def test_a_label_without_colon_ends_where_an_identifier_begins() -> None:
    assert answers(sheet("Your doctor [PERSON_2]")) == [("clinician", "[PERSON_2]")]


def test_a_signature_ends_the_form() -> None:
    found = sheet("Social history", "Retired", "Patient signature: [PERSON_1]", "Copay is due at check-in")
    assert sections(found) == [
        (SectionKind.SOCIAL_HISTORY, ["Retired"]),
        (SectionKind.UNKNOWN, ["Copay is due at check-in"]),
    ]


def test_the_columns_of_a_table_say_what_it_is_about() -> None:
    found = sheet(
        "Please complete both sides",
        [At(50, "Medication"), At(200, "Strength"), At(300, "How often")],
        [At(50, "Metformin"), At(200, "500 mg"), At(300, "daily")],
    )
    assert sections(found)[-1][0] is SectionKind.MEDICATIONS


def test_form_fields_are_answers_and_never_headings() -> None:
    field = region(RegionKind.FORM_FIELD, "concern")
    found = sheet([At(50, "Reason for visit"), At(200, "Allergies", field)])
    assert sections(found) == [(SectionKind.CHIEF_CONCERN, ["Allergies"])]


def test_a_section_goes_on_over_the_page() -> None:
    found = read_sheet([form_page(["Current medications", "Metformin"]), form_page(["Lisinopril"], number=2)])
    assert sections(found) == [(SectionKind.MEDICATIONS, ["Metformin"]), (SectionKind.MEDICATIONS, ["Lisinopril"])]


def test_a_heading_may_stand_in_the_title_row_of_its_grid() -> None:
    found = sheet(
        "Allergies",
        "Latex",
        [At(50, "Family history"), At(200, "Mother"), At(280, "Father")],
        [At(50, "Stroke"), At(208, "[X]"), At(288, "[ ]")],
    )
    assert sections(found) == [
        (SectionKind.ALLERGIES, ["Latex"]),
        (SectionKind.FAMILY_HISTORY, ["Mother Father", "Stroke [X] [ ]"]),
    ]
