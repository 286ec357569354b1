"""What is no question about a record."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.question import Intent
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, reason",
    [
        ("weather tomorrow", "asks_about_the_world"),
        ("what's the CPT code", "asks_about_billing"),
        ("when is her next appointment", "asks_about_scheduling"),
        ("write a poem about her A1c", "asks_for_a_text"),
        ("write a python script", "asks_for_a_program"),
        ("who are you", "asks_about_the_system"),
        ("order a CBC", "asks_for_an_action"),
        ("fax this to cardiology", "asks_for_an_action"),
        ("side effects of lisinopril", "asks_for_general_knowledge"),
        ("what is her address", "asks_for_identifiers"),
        ("hello", "greets"),
        ("do you know how many stars the night sky holds", "not_about_the_record"),
    ],
)
def test_out_of_scope_says_why(question: str, reason: str) -> None:
    routed = ask(question)
    assert (routed.intent, routed.reason) == (Intent.OUT_OF_SCOPE, reason)


@pytest.mark.parametrize(
    "question", ["who ordered the CBC", "open orders", "last fax", "any side effects documented", "print the labs"]
)
def test_their_words_in_a_question_about_the_record(question: str) -> None:
    assert ask(question).intent is not Intent.OUT_OF_SCOPE
