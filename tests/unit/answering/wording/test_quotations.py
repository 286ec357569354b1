"""Quotations are runs of whole sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.answering.wording.quotations import (
    QUOTED_CHARS,
    attribution,
    excerpt,
    guideline_sentence,
    is_whole_quote,
    passage_sentence,
    sentences_of,
)
from arbiter_fhir.answering.wording.vocabulary import in_quotes
from tests.unit.answering.records import clean

TEXT = "Seen by Dr. Lind today. No sign of\ndiabetes. A1c was 5.4 % then.\n\nPlan: none"


def test_sentences_end_at_their_signs_and_at_blank_lines() -> None:
    assert [sentence.value for sentence in sentences_of(clean(TEXT))] == [
        "Seen by Dr. Lind today.",
        "No sign of / diabetes.",
        "A1c was 5.4 % then.",
        "Plan: none",
    ]


def test_full_lines_go_on_and_short_ones_end() -> None:
    form = "ALLERGIES\nNKDA\nFAMILY HISTORY\nMother  stroke"
    assert sentences_of(clean(form))[0].value == "ALLERGIES / NKDA / FAMILY HISTORY / Mother stroke"
    prose = "The patient was seen today and has had no chest pain\nsince the last visit."
    assert sentences_of(clean(prose))[0].value == prose.replace("\n", " ")


@pytest.mark.parametrize(
    "quote, whole",
    [
        ("No sign of / diabetes.", True),
        ("No sign of / diabetes. A1c was 5.4 % then.", True),
        ("No sign of diabetes.", False),
        ("sign of diabetes.", False),
        ("No sign of", False),
        ("No sign of / diabetes. Plan: none", False),
        ("", False),
    ],
)
def test_only_whole_sentences_in_a_row_are_a_quotation(quote: str, whole: bool) -> None:
    assert is_whole_quote(quote, clean(TEXT)) is whole


def test_the_excerpt_begins_where_the_words_are_and_says_when_it_is_cut() -> None:
    said, cut = excerpt(clean(TEXT), ["diabetes"])
    assert (said.value, cut) == ("No sign of / diabetes. A1c was 5.4 % then. Plan: none", True)
    assert excerpt(clean("One."))[1] is False
    assert excerpt(clean(" \n "))[0].value == ""


@given(st.text(max_size=1500), st.lists(st.text(min_size=1, max_size=5), max_size=3))
def test_every_excerpt_is_a_whole_quotation(text: str, words: list[str]) -> None:
    said, _ = excerpt(clean(text), words)
    assert said.value == "" or is_whole_quote(in_quotes(said).value[1:-1], clean(text))
    longest = max((len(sentence) for sentence in sentences_of(clean(text))), default=0)
    assert len(said) <= max(QUOTED_CHARS + 1, longest)


def test_a_passage_and_a_guideline_say_where_they_stand(records: Any) -> None:
    assert (
        passage_sentence(records.passage("Knee pain."), []).value == "The referral letter, page 2, says: “Knee pain.”."
    )
    passage = records.guideline("Test twice.", quoted=True)
    assert attribution(passage) == (
        "Standards of Care in Diabetes (American Diabetes Association, 2025), section 6.1, grade E"
    )
    assert guideline_sentence(passage).value.endswith("grade E: “Test twice.”")
    named = replace(passage, chunk=replace(passage.chunk, section="Recommendation 6.2", grade=""))
    assert attribution(named).endswith("2025), Recommendation 6.2")
    assert guideline_sentence(records.guideline(), ["quarterly"]).value.count(".") == 3
    assert guideline_sentence(records.guideline("Test twice.")).value.endswith("grade E, in summary: Test twice.")
