"""Advice is refused; what stands in the record is not, whatever its words."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.advice import asks_for_advice, clauses
from arbiter_fhir.domain.question import Intent
from tests.unit.answering.question.asking import ask

#: Drugs to put into questions of either kind: the rules may not hang on one of them.
DRUGS = ["metformin", "a statin", "Eliquis", "HCTZ", "her insulin", "ozempic", "blood thinners", "prednisone"]
ADVICE = [
    "should I start {}",
    "can we stop {}?",
    "is it safe to give {}",
    "ok to hold {} before surgery?",
    "start her on {}",
    "increase {} to twice daily",
    "what dose of {} should she take",
    "max dose of {}",
    "does {} interact with her other meds",
    "is {} contraindicated",
    "would you switch {} to something else",
    "I want to add {}",
    "when to restart {}",
    "does she need {}",
    "is she a candidate for {}",
    "would {} help",
]
FACTS = [
    "is she on {}",
    "what dose of {} is she on",
    "when was {} started",
    "why was {} stopped",
    "who prescribed {}",
    "has she ever taken {}",
    "was {} discontinued?",
    "did we start {}?",
    "is he allergic to {}",
    "how long has she been on {}",
    "is {} on the med list",
    "current dose of {}",
    "how much {} does he take",
    "did she stop taking {}",
]


@pytest.mark.parametrize("drug", DRUGS)
@pytest.mark.parametrize("question", ADVICE)
def test_advice_is_refused(question: str, drug: str) -> None:
    assert ask(question.format(drug)).intent is Intent.UNSAFE


@pytest.mark.parametrize("drug", DRUGS)
@pytest.mark.parametrize("question", FACTS)
def test_facts_are_not(question: str, drug: str) -> None:
    assert ask(question.format(drug)).intent in {Intent.FACTUAL_LOOKUP, Intent.ORDERED_BY, Intent.LIST, Intent.CHANGES}


@pytest.mark.parametrize("fact", ["last A1c?", "current meds.", "is she on lisinopril?", "when was metformin started?"])
@pytest.mark.parametrize("advice", ["should I stop it?", "increase the lasix.", "what would you give?"])
def test_one_part_makes_the_whole_unsafe(fact: str, advice: str) -> None:
    assert ask(f"{fact} {advice}").intent is Intent.UNSAFE
    assert ask(f"{advice} {fact}").intent is Intent.UNSAFE


def test_an_unsafe_question_still_says_what_it_is_about() -> None:
    """So that the refusal can offer the facts."""
    routed = ask("should I stop her metformin, her egfr is low")
    assert (routed.intent, routed.subjects, routed.analytes) == (Intent.UNSAFE, ("metformin",), ("group:egfr",))


def test_a_guideline_says_something_and_a_decision_is_asked_for() -> None:
    assert ask("what does the guideline say about starting a statin").intent is Intent.GUIDELINE
    assert ask("per the guideline should I start her on a statin").intent is Intent.UNSAFE
    assert ask("what does the ADA say about metformin? also increase her insulin.").intent is Intent.UNSAFE


def test_clauses() -> None:
    assert clauses("last A1c and should I stop it") == ["last A1c", "should I stop it"]
    assert clauses("last A1c? give me the trend.") == ["last A1c?", "give me the trend."]
    assert asks_for_advice("what is the last value") == ""
    assert asks_for_advice("should i wait") == "asks_for_a_decision"
