"""Lists and tables under a title that names somebody else."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.named_others import labelled_patients, lines_of_named_others
from tests.unit.extraction.clean_pages import write_lines

PATIENT = "Patient: [PERSON_1]   Collected: 04/10/2026"
TITLES = "Test              Result   Flag   Units    Range"
GLUCOSE = "Glucose           104      H      mg/dL    70-99"
SODIUM = "Sodium            139             mmol/L   136-145"
LIST = ("Medications:", "Metformin 500 mg daily")


def certainties(doc_type: DocType, *lines: str) -> list[Certainty]:
    found = RuleExtractor().extract(write_lines(*lines), doc_type=doc_type, source_id="documents:1")
    return [fact.certainty for fact in found.facts if fact.fact_type.value in {"lab_result", "medication"}]


@pytest.mark.parametrize(
    "title", ["Results for [PERSON_2]", "[PERSON_2]", "[PERSON_2]'s results", "Labs of [PERSON_2] on 04/10/2026:"]
)
def test_results_below_another_name_wait_for_a_person(title: str) -> None:
    lines = (PATIENT, "", TITLES, GLUCOSE, title, SODIUM)
    first, second = certainties(DocType.LAB_PDF, *lines)
    assert (first, second) == (Certainty.VERIFIED, Certainty.NEEDS_REVIEW)


@pytest.mark.parametrize(
    "line",
    ["Ordered by [PERSON_2]", "[PERSON_2], MD", "Results for [PERSON_1]", "Called to [PERSON_2] RN", "[PERSON_1]"],
)
def test_clinicians_and_the_patient_are_nobody_else(line: str) -> None:
    assert certainties(DocType.LAB_PDF, PATIENT, "", TITLES, GLUCOSE, line, SODIUM) == [Certainty.VERIFIED] * 2


def test_the_patients_name_turns_back() -> None:
    lines = (PATIENT, "", TITLES, "Results for [PERSON_2]", GLUCOSE, "Results for [PERSON_1]", SODIUM)
    assert certainties(DocType.LAB_PDF, *lines) == [Certainty.NEEDS_REVIEW, Certainty.VERIFIED]


def test_a_list_of_somebody_else_ends_with_the_next_heading() -> None:
    lines = ("Re: [PERSON_1]", "[PERSON_2]'s medications:", "Warfarin 5 mg daily", *LIST)
    assert certainties(DocType.REFERRAL_DOCX, *lines) == [Certainty.NEEDS_REVIEW, Certainty.VERIFIED]


def test_where_nobody_is_labelled_nobody_is_another() -> None:
    document = write_lines("Results for [PERSON_2]", "Sodium 139 mmol/L")
    assert labelled_patients(document) == frozenset()
    assert lines_of_named_others(document, {(1, 1)}) == frozenset()
