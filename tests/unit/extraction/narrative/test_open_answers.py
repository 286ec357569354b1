from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.narrative.open_answers import denies_list, find_open_answers, is_open_answer
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    "text",
    [
        "see attached list",
        "Please see chart",
        "same as last visit",
        "I don't know",
        "can't remember",
        "unsure",
        "adopted, unknown",
        "?",
        "will bring list",
        "many",
        "No changes since last visit",
        "yes",
    ],
)
def test_answers_that_name_nothing(text: str) -> None:
    assert is_open_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "see below",
        "Seasonal allergies",
        "metformin 500 mg",
        "Manic episode",
        "Unknown substance in eye drops from the pharmacy in Springfield last year",
    ],
)
def test_other_answers(text: str) -> None:
    assert not is_open_answer(text)


def test_a_list_that_names_nothing_waits_for_a_person() -> None:
    found = find_open_answers(read_passages(write_lines("Medications: see attached list", "Allergies: latex")))
    assert [(each.value, each.text.value) for each in found if isinstance(each.value, Statement)] == [
        (found[0].value, "Medications, nothing named: see attached list")
    ]
    assert isinstance(found[0].value, Statement)
    assert found[0].value.topic == "current_medications"
    assert found[0].reasons == (Reason.ANSWER_INCOMPLETE,)


def test_titles_for_each_kind_of_list() -> None:
    found = find_open_answers(
        read_passages(write_lines("Allergies: yes", "Family history: adopted", "Past medical history: see chart"))
    )
    assert [each.text.value for each in found] == [
        "Allergies, nothing named: yes",
        "Family history, nothing named: adopted",
        "List with nothing named: see chart",
    ]


@pytest.mark.parametrize(
    "text", ["previously Lipitor", "same metformin 500 mg", "before: asthma", "multiple: penicillin"]
)
def test_an_answer_that_names_one_is_none(text: str) -> None:
    assert not is_open_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "None known",
        "no known medical conditions",
        "Denies any chronic problems",
        "Patient has no medical history",
    ],
)
def test_that_there_is_nothing_is_said(text: str) -> None:
    assert denies_list(SectionKind.PAST_HISTORY, text)
    (found,) = find_open_answers(read_passages(write_lines(f"Medical conditions: {text}")))
    assert isinstance(found.value, Statement)
    assert (found.value.topic, found.value.assertion, found.reasons) == ("past_history", Assertion.ABSENT, ())


@pytest.mark.parametrize("text", ["none but asthma", "no asthma", "Asthma", "No known problems with anesthesia"])
def test_other_denials_are_of_something(text: str) -> None:
    assert not denies_list(SectionKind.PAST_HISTORY, text)
