from __future__ import annotations

import pytest

from arbiter_fhir.extraction.narrative.sections import SectionKind, inline_headings, read_heading


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("PMH:", SectionKind.PAST_HISTORY, ""),
        ("Past Medical History", SectionKind.PAST_HISTORY, ""),
        ("CURRENT MEDICATIONS", SectionKind.MEDICATIONS, ""),
        ("Current Medications (reviewed)", SectionKind.MEDICATIONS, ""),
        ("Medications reviewed [DATE_3]:", SectionKind.MEDICATIONS, ""),
        ("3. Allergies: NKDA", SectionKind.ALLERGIES, "NKDA"),
        ("Problem List", SectionKind.PROBLEMS, ""),
        ("Farnily History", SectionKind.FAMILY_HISTORY, ""),
        ("Discontinued Medications", SectionKind.PAST_MEDICATIONS, ""),
        ("MEDICATION CHANGES TODAY", SectionKind.MEDICATION_CHANGES, ""),
        ("Changes to medications: stop aspirin", SectionKind.MEDICATION_CHANGES, "stop aspirin"),
        ("A/P:", SectionKind.ASSESSMENT, ""),
        ("LIST ALL MEDICATIONS WITH DOSE (e.g. aspirin 81 mg)", SectionKind.MEDICATIONS, ""),
        ("DRUG ALLERGIES AND WHAT HAPPENED", SectionKind.ALLERGIES, ""),
        ("Pertinent laboratory results, collected [DATE_2]", SectionKind.RESULTS, ""),
        ("Medications: none", SectionKind.MEDICATIONS, "none"),
        ("Medications at school: albuterol", SectionKind.MEDICATIONS, "albuterol"),
        ("Medications taken at home", SectionKind.MEDICATIONS, ""),
        ("Reason for Referral: chest pain", SectionKind.REFERRAL_REASON, "chest pain"),
        ("Pharmacy: corner store", SectionKind.ADMINISTRATIVE, "corner store"),
    ],
)
def test_headings(text: str, kind: SectionKind, rest: str) -> None:
    heading = read_heading(text)
    assert heading is not None
    assert (heading.kind, text[heading.end :]) == (kind, rest)
    assert heading.alone == (not rest)


@pytest.mark.parametrize(
    "text",
    [
        "Metformin 500 mg",
        "Hypertension",
        "Mother: diabetes",
        "Penicillin: hives",
        "1. COPD",
        "",
        ":",
        "She has allergies to cats",
    ],
)
def test_items_are_no_headings(text: str) -> None:
    assert read_heading(text) is None


def test_a_heading_of_the_format_opens_a_section_of_its_own() -> None:
    heading = read_heading("Financial agreement", is_heading=True)
    assert heading is not None
    assert heading.kind is SectionKind.OTHER


def test_labels_inside_a_text() -> None:
    text = "PMH: HTN. Meds: metformin. Indication: none, see note: x"
    assert [heading.kind for _, heading in inline_headings(text)] == [SectionKind.PAST_HISTORY, SectionKind.MEDICATIONS]
