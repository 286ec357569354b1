"""Quotations and their attribution."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.grounding.quotes import wrong_guideline, wrong_passage
from arbiter_fhir.answering.wording.quotations import guideline_sentence, passage_sentence


def test_our_own_quotations_stand(records: Any) -> None:
    passage, quoted, told = records.passage(), records.guideline(quoted=True), records.guideline()
    assert wrong_passage(passage_sentence(passage).value, [passage]) == ""
    assert wrong_guideline(guideline_sentence(quoted).value, [quoted]) == ""
    assert wrong_guideline(guideline_sentence(told).value, [told]) == ""


def test_marks_inside_a_guideline_are_its_own(records: Any) -> None:
    for quoted in (True, False):
        passage = records.guideline("Test “often”. Then rest.", quoted=quoted)
        assert wrong_guideline(guideline_sentence(passage).value, [passage]) == ""


@pytest.mark.parametrize("number", [0, 2])
def test_one_passage_at_a_time(records: Any, number: int) -> None:
    passages = [records.guideline(number=at) for at in range(number)]
    assert wrong_guideline("text", passages) == "one_passage_at_a_time"


def test_a_passage_told_in_other_words_falls(records: Any, build: Any) -> None:
    passage = records.passage()
    assert wrong_passage("The patient has knee pain.", [passage]) == "passage_retold"
    assert wrong_passage("Hemoglobin A1c was 8.1 %.", [build.item()]) is None
    assert wrong_passage(passage_sentence(passage).value, [passage, build.item()]) == "one_passage_at_a_time"
