"""Statements of labelled answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.intake.sheet import read_sheet
from arbiter_fhir.extraction.intake.statements import answer_candidates, is_nothing
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import At, form_page


def candidates(*lines: str | Sequence[At], confidence: float | None = None) -> list[Candidate]:
    sheet = read_sheet([form_page(lines, confidence=confidence)])
    return [candidate for answer in sheet.answers for candidate in answer_candidates(answer)]


def test_answers_are_statements_of_their_kind() -> None:
    name, alcohol, pharmacy = candidates("Name: [PERSON_1]", "Alcohol: 2 glasses of wine", "Pharmacy: Corner Drug")
    assert (name.fact_type, name.value) == (FactType.DEMOGRAPHIC, Statement("name", "[PERSON_1]"))
    assert (alcohol.fact_type, alcohol.value) == (
        FactType.SOCIAL_HISTORY,
        Statement("alcohol", "2 glasses of wine"),
    )
    assert (pharmacy.fact_type, pharmacy.value) == (FactType.OTHER, Statement("preferred_pharmacy", "Corner Drug"))
    assert alcohol.text.value == "Alcohol: 2 glasses of wine"


@pytest.mark.parametrize("text", ["No", "Never", "None", "never smoked"])
def test_habits_that_are_denied(text: str) -> None:
    (candidate,) = candidates(f"Do you smoke? {text}")
    assert candidate.value == Statement("smoking", text, Assertion.ABSENT)


def test_the_ticked_option_is_the_answer() -> None:
    (candidate,) = candidates("Smoking status: \u2610 Never \u2612 Former \u2610 Current")
    assert candidate.value == Statement("smoking", "Former")
    assert "\u2612" in [word.text for word in candidate.words]


def test_two_ticked_answers_are_a_question() -> None:
    (candidate,) = candidates("Do you smoke? \u2612 Yes \u2612 No")
    assert Reason.CHECKBOX_UNCLEAR in candidate.reasons


def test_blank_answers_and_signatures_say_nothing() -> None:
    assert candidates("Alcohol:", "Do you smoke? \u2610 Yes \u2610 No", "Patient signature: [PERSON_1]") == []


def test_an_answer_that_was_hardly_read_is_doubted() -> None:
    (candidate,) = candidates("Occupation: Retired machinist", confidence=40.0)
    assert candidate.reasons


@pytest.mark.parametrize(
    ("text", "nothing"), [("None", True), ("n/a", True), ("", True), ("NKDA", False), ("Gout", False)]
)
def test_nothing_to_tell(text: str, nothing: bool) -> None:
    assert is_nothing(text) is nothing
