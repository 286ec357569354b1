"""Text in capitals or in small letters alone: names get their capital, other words do not."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.letter_case import recased
from arbiter_fhir.deid.reading import Reading
from tests.unit.deid.written_pages import write_document


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("MOTHER GRANT REPORTS FEVER FOR 2 DAYS", "mother Grant reports fever for 2 days"),
        ("HOME WITH DTR SAGE TODAY", "home with dtr Sage today"),
        ("pt here w/ mom gene, sore throat", "pt here w/ mom Gene, sore throat"),
        ("told kwame to bring her in today", "told Kwame to bring her in today"),
    ],
)
def test_names_get_a_capital_where_they_stand(text: str, copy: str) -> None:
    made = recased(Reading(text))
    assert made is not None
    assert made.text == copy


@pytest.mark.parametrize(
    "text",
    ["The patient is here with his mother today.", "CBC", "CLEARWATER SPECIALTY CLINIC", "Mixed Case AND CAPITALS"],
)
def test_other_text_has_no_copy(text: str) -> None:
    assert recased(Reading(text)) is None


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("MOTHER GRANT REPORTS HE HAS HAD FEVER FOR 2 DAYS", "MOTHER [PERSON_1] REPORTS HE HAS HAD FEVER FOR 2 DAYS"),
        ("TYLENOL GIVEN BY ROSEMARY AT NOON FOR PAIN.", "TYLENOL GIVEN BY [PERSON_1] AT NOON FOR PAIN."),
        ("TYLENOL GIVEN BY KEYSHAWN AT NOON. HbA1c 8.1 %", "TYLENOL GIVEN BY [PERSON_1] AT NOON. HbA1c 8.1 %"),
        ("told kwame to bring her in today, tsh 9.1", "told [PERSON_1] to bring her in today, tsh 9.1"),
        ("spoke w rosa (dtr), she says he took 2", "spoke w [PERSON_1] (dtr), she says he took 2"),
    ],
)
def test_names_in_one_case_are_replaced(deidentifier: PresidioDeidentifier, text: str, clean: str) -> None:
    assert deidentifier.deidentify(write_document(text), patient=None).pages[0].text.value == clean


@pytest.mark.parametrize(
    "text",
    [
        "PATIENT DENIES CHEST PAIN. TROPONIN NEGATIVE X2. EKG NORMAL. DISCHARGE HOME WITH FAMILY.",
        "GIVEN BY MOUTH TWICE DAILY. SEEN BY CARDIOLOGY. FOLLOW UP WITH PRIMARY CARE IN 2 WEEKS.",
        "FATHER WITH COLON CANCER, MOTHER WITH STROKE, SISTER WITH GRAVES DISEASE.",
        "pt denies chest pain. mother has diabetes. cont metformin 500 mg bid. will return if worse.",
        "lungs clear to auscultation. foley removed. may shower. mom reports he is eating well.",
    ],
)
def test_clinical_text_in_one_case_stays(deidentifier: PresidioDeidentifier, text: str) -> None:
    assert deidentifier.deidentify(write_document(text), patient=None).pages[0].text.value == text
