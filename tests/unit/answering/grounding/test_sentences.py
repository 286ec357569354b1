"""Subtraction, at its edges: numbers inside numbers, names inside names, marks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.reading import CONNECTIVES
from arbiter_fhir.answering.grounding.sentences import ungrounded
from arbiter_fhir.domain.answer import Section


def wrong(build: Any, item: Any, text: str) -> str:
    dates = {"[DATE_1]": item.observed} if item.observed else {}
    return ungrounded(
        Section.PATIENT_FINDINGS, text, [item.citation], index=EvidenceIndex.of(build.bundle(item)), dates=dates
    )


@pytest.mark.parametrize(
    "change, text",
    [
        ({"name": "Vitamin B12", "value": "12", "unit": "pg/mL"}, "Vitamin B12 was 12 pg/mL on [DATE_1]."),
        ({"name": "HIV 1/2 Ag/Ab", "value": "Non-Reactive", "unit": ""}, "HIV 1/2 Ag/Ab was Non-Reactive on [DATE_1]."),
        ({"value": "1:80", "unit": ""}, "Hemoglobin A1c was 1:80 on [DATE_1]."),
        ({"value": "<5", "unit": "mg/L"}, "Hemoglobin A1c was <5 mg/L on [DATE_1]."),
        ({"value": "Neg", "unit": "", "reference": "Neg"}, "Hemoglobin A1c was Neg (reference Neg) on [DATE_1]."),
        ({"name": "A1c (calc)"}, "A1c (calc) was 8.1 % on [DATE_1]."),
    ],
)  # fmt: skip
def test_true_sentences_stand(build: Any, change: dict[str, Any], text: str) -> None:
    assert wrong(build, build.item(**change), text) == ""


@pytest.mark.parametrize(
    "change, text, word",
    [
        ({"name": "Vitamin B12", "value": "12"}, "Vitamin B12 was % on [DATE_1].", "value_not_in_evidence"),
        ({"value": "5"}, "Hemoglobin A1c was 1.5 % on [DATE_1].", "number_not_in_evidence"),
        ({"value": "5"}, "Hemoglobin A1c was 5.1 % on [DATE_1].", "value_not_in_evidence"),
        ({"value": "5"}, "Hemoglobin A1c was 15 % on [DATE_1].", "number_not_in_evidence"),
        ({"value": "1,234"}, "Hemoglobin A1c was 234 % on [DATE_1].", "value_not_in_evidence"),
        ({"value": "234"}, "Hemoglobin A1c was 1,234 % on [DATE_1].", "number_not_in_evidence"),
        ({"value": "<5", "unit": "mg/L"}, "Hemoglobin A1c was 5 mg/L on [DATE_1].", "value_not_in_evidence"),
        ({"value": "5", "unit": "mg/L"}, "Hemoglobin A1c was >5 mg/L on [DATE_1].", "sign_not_in_evidence"),
        ({"value": "Neg", "reference": "Neg"}, "Hemoglobin A1c was % (reference Neg).", "date_not_in_evidence"),
        ({"value": "Neg", "reference": "Neg"}, "Hemoglobin A1c (reference Neg) on [DATE_1].", "value_not_in_evidence"),
        ({}, "A1c was 8.1 % on [DATE_1].", "test_not_named"),
        ({}, "Hemoglobin A1c was 8.1 % on [DATE_1]!", "sign_not_in_evidence"),
        ({"flag": None}, "Hemoglobin A1c was 8.1 % (high) on [DATE_1].", "word_not_in_evidence"),
    ],
)  # fmt: skip
def test_false_sentences_fall_with_a_reason(build: Any, change: dict[str, Any], text: str, word: str) -> None:
    assert wrong(build, build.item(**change), text) == word


def test_unconfirmed_findings_say_so(build: Any) -> None:
    item = build.item(review=("unit_missing",))
    dates = {"[DATE_1]": item.observed}
    index = EvidenceIndex.of(build.bundle(review=(item,)))
    plain = "Hemoglobin A1c was 8.1 % on [DATE_1]."
    assert (
        ungrounded(Section.NEEDS_REVIEW, plain, [item.citation], index=index, dates=dates)
        == "not_marked_as_unconfirmed"
    )
    assert ungrounded(Section.NEEDS_REVIEW, f"Not confirmed: {plain}", [item.citation], index=index, dates=dates) == ""


WORDS = st.text(alphabet=st.characters(categories=("L", "N")), min_size=1, max_size=10)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(word=WORDS)
def test_no_word_can_be_added_unless_it_says_nothing(build: Any, word: str) -> None:
    said = wrong(build, build.item(), f"Hemoglobin A1c was 8.1 % {word} on [DATE_1].")
    # The one result of its test is its newest.
    true = {"newest", "latest", *CONNECTIVES}
    assert (said == "") == (word.casefold() in true or word == "high")
