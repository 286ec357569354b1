"""The guideline question that belongs to a test."""

from __future__ import annotations

from arbiter_fhir.domain.analyte import known_analytes
from arbiter_fhir.retrieval.guidelines import topics
from arbiter_fhir.retrieval.guidelines.terms import is_general, terms_of
from arbiter_fhir.retrieval.guidelines.topics import topic_questions


def test_tests_of_one_topic_ask_once_and_in_order() -> None:
    asked = topic_questions(["egfr", "creatinine", "hba1c", "estimated_average_glucose", "sodium"])
    assert len(asked) == 2
    assert "kidney" in asked[0].value
    assert "A1C" in asked[1].value


def test_a_test_without_guidance_asks_nothing() -> None:
    assert topic_questions(["zinc", "no_such_test"]) == ()


def test_every_key_is_a_test_of_the_vocabulary() -> None:
    assert set(topics._QUESTIONS) - {"blood_pressure"} <= set(known_analytes())


def test_every_question_names_a_topic() -> None:
    for question in set(topics._QUESTIONS.values()):
        assert any(not is_general(term) for term in terms_of(question))
