"""Whose record is asked for."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.people import named_kin
from arbiter_fhir.domain.question import Intent, Topic
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question",
    [
        "A1c for all patients",
        "my other patient's potassium",
        "compare with Mrs. [PERSON_1]",
        "what is [PERSON_1]'s A1c",
        "A1c of MRN [MRN_1]",
        "labs for account [ACCOUNT_1]",
        "her husband's meds",
        "her daughter's LDL",
        "mother's blood pressure",
        "the patient in room 4",
        "who else is on lithium",
        "patients with CKD",
        "how many patients have diabetes",
        "what about the next patient",
        "someone else's allergies",
    ],
)
def test_somebody_else(question: str) -> None:
    assert ask(question).intent is Intent.OTHER_PATIENT


@pytest.mark.parametrize(
    "question",
    [
        "my patient's potassium",
        "the child's lead level",
        "labs ordered by Dr. [PERSON_1]",
        "did [PERSON_1], MD order labs",
        "letter from [PERSON_1]",
        "her other meds",
        "all of her labs",
        "is the patient on a statin",
    ],
)
def test_the_patient(question: str) -> None:
    assert ask(question).intent not in {Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE}


@pytest.mark.parametrize(
    "question",
    ["did her mother have breast cancer", "family history of MI", "is her sister diabetic", "dad's stroke history"],
)
def test_a_relatives_history_is_the_patients_record(question: str) -> None:
    assert ask(question).topics == (Topic.FAMILY_HISTORY,)


def test_people_in_general_are_what_guidelines_are_about() -> None:
    assert ask("what does KDIGO recommend for patients with CKD").intent is Intent.GUIDELINE


def test_kin() -> None:
    assert named_kin("her mother's and her son's") == ("mother", "son")
    assert named_kin("the son's labs") == ()
