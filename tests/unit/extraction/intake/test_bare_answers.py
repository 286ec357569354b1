"""Answers to headings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.statement import Allergy, Assertion, NoKnownAllergies, Statement
from arbiter_fhir.extraction.intake.bare_answers import without_named
from arbiter_fhir.extraction.intake.findings import candidates_of_section
from arbiter_fhir.extraction.intake.sheet import read_sheet
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import At, form_page

YES = (At(320, "[x]"), At(345, "Yes"), At(420, "[ ]"), At(445, "No"))
NO = (At(320, "[ ]"), At(345, "Yes"), At(420, "[x]"), At(445, "No"))


def found(*lines: str | Sequence[At]) -> list[Candidate]:
    sheet = read_sheet([form_page(lines)])
    return list(without_named([(each, candidates_of_section(each, {})) for each in sheet.sections]))


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Any drug allergies?", "allergies"),
        ("Are you taking any medications?", "current_medications"),
        ("Have you stopped any medications?", "stopped_medications"),
        ("Have you had any surgeries?", "surgical_history"),
        ("Do you have any medical problems?", "past_history"),
        ("Family history of any disease?", "family_history"),
    ],
)
def test_yes_to_a_list_of_which_nothing_is_listed_is_a_question(question: str, topic: str) -> None:
    (candidate,) = found([At(50, question), *YES])
    assert isinstance(candidate.value, Statement)
    assert (candidate.value.topic, candidate.value.assertion) == (topic, Assertion.PRESENT)
    assert candidate.text.value == f"Answered yes, nothing named: {question} [x] Yes"
    assert candidate.reasons == (Reason.ANSWER_INCOMPLETE,)


def test_a_written_yes_is_an_answer_too() -> None:
    (candidate,) = found("Allergies: Yes")
    assert candidate.reasons == (Reason.ANSWER_INCOMPLETE,)


def test_yes_says_nothing_more_where_something_is_named() -> None:
    for lines in (["If yes, list: Penicillin - hives"], ["Please list your allergies:", "Penicillin - hives"]):
        (candidate,) = found([At(50, "Any drug allergies?"), *YES], *lines)
        assert isinstance(candidate.value, Allergy)
        assert (candidate.value.substance, candidate.value.reaction) == ("Penicillin", "hives")


def test_what_is_named_under_another_question_answers_only_that_one() -> None:
    first, second = found([At(50, "Any drug allergies?"), *YES], [At(50, "Any food allergies?"), *YES], "Peanuts")
    assert first.reasons == (Reason.ANSWER_INCOMPLETE,)
    assert isinstance(second.value, Allergy)
    assert second.value.substance == "Peanuts"


def test_what_is_written_behind_yes_is_what_there_is() -> None:
    (candidate,) = found(
        [At(50, "Any allergies?"), At(320, "[x]"), At(345, "Yes: codeine"), At(445, "[ ]"), At(470, "No")]
    )
    assert isinstance(candidate.value, Allergy)
    assert candidate.value.substance == "codeine"
    assert candidate.reasons == ()


def test_what_is_written_behind_no_contradicts_it() -> None:
    candidates = found(
        [At(50, "Any allergies?"), At(320, "[ ]"), At(345, "Yes"), At(420, "[x]"), At(445, "No, codeine")]
    )
    assert len(candidates) == 2
    assert all(Reason.CONTRADICTED_IN_DOCUMENT in each.reasons for each in candidates)


def test_no_says_that_there_are_none() -> None:
    drugs, all_, medicines = found(
        [At(50, "Any drug allergies?"), *NO], [At(50, "Any allergies?"), *NO], [At(50, "Any medications?"), *NO]
    )
    assert isinstance(drugs.value, Allergy)
    assert drugs.value.none_known is NoKnownAllergies.DRUG_ALLERGIES
    assert isinstance(all_.value, Allergy)
    assert all_.value.none_known is NoKnownAllergies.ALLERGIES
    assert isinstance(medicines.value, Statement)
    assert (medicines.value.topic, medicines.value.assertion) == ("current_medications", Assertion.ABSENT)


def test_boxes_that_answer_both_ways_are_a_question() -> None:
    (candidate,) = found([At(50, "Any allergies?"), At(320, "[x]"), At(345, "Yes"), At(420, "[x]"), At(445, "No")])
    assert candidate.text.value.startswith("Answer not clear, nothing named:")
    assert candidate.reasons == (Reason.ANSWER_INCOMPLETE, Reason.CHECKBOX_UNCLEAR)


def test_pollen_and_the_like_leave_medicines_open() -> None:
    assert found([At(50, "Seasonal allergies?"), *NO]) == []
