from __future__ import annotations

import dataclasses
import re

import pytest

from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage, IdentifierKind, Placeholder
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient, lines_of_other_subjects, names_relative
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

HEADER = "DOB: 01/02/1960    Collected: 04/10/2026 08:15    Reported: 04/11/2026 09:00"
TITLES = "Test              Result   Flag   Units    Range            Comment"
SODIUM = "Sodium            140               mmol/L   135-145"
GLUCOSE = "Glucose           90                mg/dL    70-99"


def certainties(*lines: str) -> list[tuple[str, str, bool]]:
    document = write_lines(HEADER, "", *lines)
    found = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:7")
    return [
        (fact.value.test_name, fact.certainty.value, Reason.SPEAKS_OF_ANOTHER.value in fact.reasons)
        for fact in found.facts
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "DONOR RESULTS",
        "Results for her sister:",
        "Living kidney donor",
        "Mother",
        "Household contacts",
        "Quality control",
        "QC results",
        "Proficiency testing survey 3",
        "Control level 2",
        "Specimen: Control serum",
        "Sample type: donor blood",
        "Source: environmental swab",
        "Specimen role: Q",
    ],
)
def test_what_stands_below_another_subject_waits_for_a_person(heading: str) -> None:
    assert certainties(heading, TITLES, SODIUM, GLUCOSE) == [
        ("Sodium", Certainty.NEEDS_REVIEW.value, True),
        ("Glucose", Certainty.NEEDS_REVIEW.value, True),
    ]


@pytest.mark.parametrize(
    "heading", ["NEWBORN SCREEN", "Specimen: Serum", "Specimen role: P", "Quality control: all runs within limits"]
)
def test_what_stands_below_the_patients_own_headings_is_certified(heading: str) -> None:
    assert certainties(heading, TITLES, SODIUM) == [("Sodium", Certainty.VERIFIED.value, False)]


def test_the_patients_results_follow_a_line_that_turns_to_the_patient() -> None:
    assert certainties("Donor results", TITLES, SODIUM, "", "Patient results", TITLES, GLUCOSE) == [
        ("Sodium", Certainty.NEEDS_REVIEW.value, True),
        ("Glucose", Certainty.VERIFIED.value, False),
    ]


def test_a_sentence_about_somebody_else_goes_on_over_the_line_end() -> None:
    assert certainties("Her husband's", "glucose was 180 mg/dL on 04/10/2026.") == [
        ("glucose", Certainty.NEEDS_REVIEW.value, True)
    ]
    assert certainties("We also tested the donor. His", "creatinine was 1.9 mg/dL on 04/10/2026.") == [
        ("creatinine", Certainty.NEEDS_REVIEW.value, True)
    ]
    assert certainties("Your mother has diabetes.", "Your glucose was 90 mg/dL on 04/10/2026.") == [
        ("glucose", Certainty.DOCUMENT_FACT.value, False)
    ]


def test_results_of_two_people_do_not_contradict_each_other() -> None:
    lines = ["Your hemoglobin A1c was 8.2 % on 04/10/2026. Your sister has", "hemoglobin A1c 9.1 % on 04/10/2026."]
    assert certainties(*lines) == [
        ("hemoglobin A1c", Certainty.DOCUMENT_FACT.value, False),
        ("hemoglobin A1c", Certainty.NEEDS_REVIEW.value, True),
    ]


def test_remarks_and_further_columns_speak_of_their_row() -> None:
    lines = [TITLES, f"{SODIUM}          QC value", f"{GLUCOSE}            fasting"]
    assert certainties(*lines) == [
        ("Sodium", Certainty.NEEDS_REVIEW.value, True),
        ("Glucose", Certainty.VERIFIED.value, False),
    ]
    subject = "Test              Result   Subject   Units    Range"
    rows = [
        "Sodium            140      Patient   mmol/L   135-145",
        "Glucose           90       Donor     mg/dL    70-99",
    ]
    assert [each[2] for each in certainties(subject, *rows)] == [False, True]


def test_the_head_of_a_later_page_turns_nothing() -> None:
    first = view_page(write_lines("Donor results", SODIUM).pages[0])
    second = view_page(dataclasses.replace(write_lines("Patient: A", GLUCOSE).pages[0], number=2))
    rows = {(1, 1), (2, 1)}
    assert lines_of_other_subjects([first, second], rows) == {(1, 0), (1, 1), (2, 0), (2, 1)}
    turned = view_page(write_lines("Donor results", SODIUM, "Patient: A", GLUCOSE).pages[0])
    assert lines_of_other_subjects([turned], {(1, 1), (1, 3)}) == {(1, 0), (1, 1)}


def test_words_of_other_subjects() -> None:
    assert names_relative("sister's labs")
    assert not names_relative("sodium")
    assert is_of_no_patient("proficiency survey")
    assert not is_of_no_patient("serum")


@pytest.mark.parametrize("head", ["[PERSON_2]", "[PERSON_2] [DATE_9] F [MRN_2]"])
def test_a_second_person_named_between_rows_opens_results_of_that_person(head: str) -> None:
    first = with_people(write_lines("[PERSON_1]", SODIUM))
    second = with_people(write_lines(head, GLUCOSE))
    views = [view_page(first), view_page(dataclasses.replace(second, number=2))]
    assert lines_of_other_subjects(views, {(1, 1), (2, 1)}) == {(2, 0), (2, 1)}


@pytest.mark.parametrize(
    "line", ["[PERSON_1] [DATE_9] F [MRN_1]", "[PERSON_2] MD signed [DATE_9] [ID_3]", "[PERSON_3] [DATE_9]"]
)
def test_the_patient_and_people_at_work_open_nothing(line: str) -> None:
    page = with_people(write_lines("[PERSON_1]", SODIUM, line, GLUCOSE))
    assert lines_of_other_subjects([view_page(page)], {(1, 1), (1, 3)}) == frozenset()


def with_people(document: DeidentifiedDocument) -> DeidentifiedPage:
    """The only page, the labels typed on it as placeholders."""
    (page,) = document.pages
    words = [
        dataclasses.replace(word, placeholder=Placeholder(IdentifierKind(found[1]), int(found[2])))
        if (found := re.fullmatch(r"\[([A-Z]+)_(\d)\]", word.text))
        else word
        for word in page.words
    ]
    return dataclasses.replace(page, words=tuple(words))
