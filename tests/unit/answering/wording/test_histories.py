"""Relatives, statements, vaccines."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.histories import (
    age_words,
    family_sentence,
    immunization_sentence,
    is_immunization,
    statement_label,
    statement_sentence,
)
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.statement import Assertion


def test_a_relative_is_never_the_patient(records: Any) -> None:
    said = family_sentence(records.relative(deceased=True), DateLabels()).value
    assert said == (
        "Family history, not the patient: mother, breast cancer (at age 54; deceased; intake form, dated [DATE_1])."
    )
    unnamed = family_sentence(records.relative(relation="", age=""), DateLabels()).value
    assert unnamed.startswith("Family history, not the patient: relative not named, breast cancer (")
    denied = family_sentence(records.relative(assertion=Assertion.ABSENT, age=""), DateLabels()).value
    assert "(denied or absent;" in denied


@pytest.mark.parametrize("age, said", [("54", "54"), ("89", "89"), ("90", None), ("fifties", None), ("", None)])
def test_high_ages_and_words_are_no_clean_numbers(records: Any, age: str, said: str | None) -> None:
    item = records.relative(age="")
    object.__setattr__(item.value, "age_at_onset", age)
    words = age_words(item)
    assert (words.value if words else None) == said


def test_statements_keep_their_words(records: Any) -> None:
    said = statement_sentence(records.statement(), DateLabels()).value
    assert said == "Tobacco use: “never smoker” (intake form, dated [DATE_1])."
    never = statement_sentence(records.statement("smoking", "Never smoked", Assertion.ABSENT), DateLabels()).value
    assert never == "Smoking: “Never smoked” (intake form, dated [DATE_1])."
    assert statement_label(records.statement("mrn", "1")) == "MRN"
    no = statement_sentence(records.statement("alcohol_use", "wine", Assertion.ABSENT), DateLabels()).value
    assert no == "Alcohol use: “wine” (answered with no; intake form, dated [DATE_1])."
    charted = statement_sentence(records.statement("sex", "Female", source=SourceType.CHART), DateLabels()).value
    assert charted == "Sex: Female (chart, recorded on [DATE_1])."
    odd = statement_sentence(records.statement("Not a topic!", "text"), DateLabels()).value
    assert odd.startswith("Statement: “text”")


def test_a_vaccine_that_was_not_given_says_so(records: Any) -> None:
    assert is_immunization(records.vaccine())
    assert not is_immunization(records.statement())
    assert immunization_sentence(records.vaccine(), DateLabels()).value == (
        "Immunization: Influenza vaccine (chart, recorded on [DATE_1])."
    )
    assert (
        "(not given or refused;"
        in immunization_sentence(records.vaccine(assertion=Assertion.ABSENT), DateLabels()).value
    )
