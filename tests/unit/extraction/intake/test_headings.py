"""Headings of forms."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.intake.headings import form_heading
from arbiter_fhir.extraction.narrative.sections import SectionKind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What brings you in today?", SectionKind.CHIEF_CONCERN),
        ("REASON FOR VISIT", SectionKind.CHIEF_CONCERN),
        ("Have you ever been told that you have any of these?", SectionKind.PAST_HISTORY),
        ("Check all that apply to you", SectionKind.PAST_HISTORY),
        ("PERSONAL MEDICAL HISTORY", SectionKind.PAST_HISTORY),
        ("Medicines (prescription and over the counter)", SectionKind.MEDICATIONS),
        ("LIST ALL MEDICATIONS WITH DOSE AND HOW OFTEN TAKEN (e.g. aspirin 81 mg daily)", SectionKind.MEDICATIONS),
        ("3. Current Medications:", SectionKind.MEDICATIONS),
        ("List ALL medications incl. OTC:", SectionKind.MEDICATIONS),
        ("Please list every pill and medicine that you use:", SectionKind.MEDICATIONS),
        ("Medicine / Dose / Times per day", SectionKind.MEDICATIONS),
        ("Current meds & dosages", SectionKind.MEDICATIONS),
        ("Has anyone in your family had:", SectionKind.FAMILY_HISTORY),
        ("Medications you have STOPPED:", SectionKind.PAST_MEDICATIONS),
        ("Medicines you no longer take", SectionKind.PAST_MEDICATIONS),
        ("Medications taken in the past", SectionKind.PAST_MEDICATIONS),
        ("Current and past medications", SectionKind.MEDICATION_CHANGES),
        ("Any new medications or changes?", SectionKind.MEDICATION_CHANGES),
        ("Medicine, food or other allergies", SectionKind.ALLERGIES),
        ("Do you have any allergies to medications?", SectionKind.ALLERGIES),
        ("DRUG ALLERGIES / REACTION", SectionKind.ALLERGIES),
        ("Have you ever taken any of these medications?", SectionKind.MEDICATION_CHANGES),
        ("Concerns of family", SectionKind.OTHER),
        ("Health of your family", SectionKind.FAMILY_HISTORY),
        ("Has any blood relative had any of the following?", SectionKind.FAMILY_HISTORY),
        ("List any surgeries or hospitalizations (year)", SectionKind.SURGICAL_HISTORY),
        ("Have you had any of the following symptoms in the past month?", SectionKind.SYSTEMS),
        ("Habits", SectionKind.SOCIAL_HISTORY),
        ("Anything else we should know?", SectionKind.OTHER),
        ("Patient Information", SectionKind.ADMINISTRATIVE),
    ],
)
def test_headings(text: str, kind: SectionKind) -> None:
    heading = form_heading(text)
    assert heading is not None
    assert heading.kind is kind
    assert heading.end == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "No family history of diabetes",
        "Do you have asthma?",
        "Do you smoke?",
        "High blood pressure",
        "Metformin 500 mg",
        "Penicillin - hives",
        "Heart disease",
        "Mother: diabetes",
        "2 glasses of wine per week",
        "",
    ],
)
def test_answers_are_no_headings(text: str) -> None:
    assert form_heading(text) is None


def test_what_follows_a_heading_on_its_line_is_told_apart() -> None:
    text = "SURGICAL HISTORY: Appendectomy"
    heading = form_heading(text)
    assert heading is not None
    assert (heading.kind, text[heading.end :]) == (SectionKind.SURGICAL_HISTORY, "Appendectomy")


def test_a_title_with_a_question_mark_for_an_answer() -> None:
    heading = form_heading("Allergies: ?")
    assert heading is not None
    assert heading.end == len("Allergies: ")
