"""Conversations: what a question takes from the one before it, and what stands for itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.question import Intent
from tests.unit.answering.question.asking import REFUSED, Case, ask, conversations, told

CONVERSATIONS = conversations("conversations.tsv")


@pytest.mark.parametrize("turns", CONVERSATIONS, ids=[turns[0].question for turns in CONVERSATIONS])
def test_each_question_takes_what_it_lacks_from_the_one_before(turns: list[Case]) -> None:
    previous = None
    for case in turns:
        previous = ask(case.question, dates=case.dates, previous=previous)
        got = told(previous)
        if Intent(case.intent) in REFUSED:
            assert got.intent == case.intent, case.question
        else:
            assert replace(got, dates=case.dates) == case


def test_nothing_is_taken_without_a_question_before() -> None:
    for question in ("and the one before that?", "was that high?", "why?", "trend?", "who ordered it?", "and?"):
        assert ask(question).reason == "leans_on_no_question"


def test_a_whole_question_takes_nothing() -> None:
    before = ask("A1c trend since 2020")
    for question in ("last potassium", "what meds is she on?", "any abnormal labs?", "allergies"):
        alone = ask(question)
        after = ask(question, previous=before)
        assert not after.follows
        assert after == alone


def test_a_refused_question_is_no_way_round_the_refusal() -> None:
    before = ask("should I stop her metformin?")
    assert before.intent is Intent.UNSAFE
    assert ask("and increase the lisinopril?", previous=before).intent is Intent.UNSAFE
    assert ask("what dose is she on?", previous=before).intent is Intent.FACTUAL_LOOKUP


def test_the_words_before_are_kept_for_a_search_by_meaning() -> None:
    before = ask("last A1c?")
    follow = ask("what does the guideline say about that?", previous=before)
    assert follow.intent is Intent.GUIDELINE
    assert follow.search_text.value == "last A1c? what does the guideline say about that?"
