"""The patient's own name in a question, and names that only look like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.identity import mask_own_name


@pytest.mark.parametrize(
    "question, masked",
    [
        ("What is Maria's A1c?", "What is the patient's A1c?"),
        ("maria alvarez LDL results", "the patient LDL results"),
        ("Latest TSH of Ms. Alvarez?", "Latest TSH of the patient?"),
        ("Alvarez, Maria: potassium?", "the patient: potassium?"),
        ("Mary's latest A1c", "the patient's latest A1c"),
        ("Does Maria have LDL results? Show Maria's.", "Does the patient have LDL results? Show the patient's."),
        ("What is MARIA's A1c?", "What is the patient's A1c?"),
    ],
)
def test_the_patients_own_name_becomes_the_patient(
    question: str, masked: str, patient: Callable[..., ChartPatient]
) -> None:
    assert mask_own_name(question, patient()) == masked


@pytest.mark.parametrize(
    "question",
    [
        "What is Maria Quinn's A1c?",
        "What is Rosa Alvarez's A1c?",
        "What is Rosa's A1c?",
        "A1c of Quinn?",
        "most recent HbA1c?",
        "",
    ],
)
def test_another_persons_name_stays(question: str, patient: Callable[..., ChartPatient]) -> None:
    assert mask_own_name(question, patient()) == question


@pytest.mark.parametrize(
    "question, masked",
    [
        ("Will there be results? May I see them?", "Will there be results? May I see them?"),
        ("white blood cells and long results", "white blood cells and long results"),
        ("Will White's LDL", "the patient's LDL"),
        ("Mr. White LDL", "the patient LDL"),
    ],
)
def test_names_that_are_words_count_only_as_names(
    question: str, masked: str, patient: Callable[..., ChartPatient]
) -> None:
    assert mask_own_name(question, patient(given="Will", middle="May", family="White")) == masked


def test_a_chart_without_a_name_masks_nothing(patient: Callable[..., ChartPatient]) -> None:
    assert mask_own_name("What is Maria's A1c?", patient(given="", middle="", family="")) == "What is Maria's A1c?"
