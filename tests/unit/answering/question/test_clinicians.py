"""Questions that are limited to what a clinician did."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering import route
from arbiter_fhir.answering.question.clinicians import clinician_words
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import AskedQuestion, Intent, RoutedQuestion, Topic, UnmetKind
from arbiter_fhir.domain.seal import DEID_SEAL
from tests.unit.answering.question.asking import TERMS, TODAY


def ask(text: str, previous: RoutedQuestion | None = None) -> RoutedQuestion:
    asked = AskedQuestion(DeidentifiedText(text, DEID_SEAL), {}, {"[PERSON_1]": "Quinn"})
    return route(asked, today=TODAY, previous=previous, terms=TERMS)


@pytest.mark.parametrize(
    "question, topic",
    [
        ("what did Dr. [PERSON_1] prescribe", Topic.MEDICATIONS),
        ("meds prescribed by [PERSON_1]", Topic.MEDICATIONS),
        ("which meds are from Dr [PERSON_1]", Topic.MEDICATIONS),
        ("Dr. [PERSON_1]'s prescriptions", Topic.MEDICATIONS),
        ("what did Dr. [PERSON_1] order", Topic.ORDERS),
        ("labs ordered by Dr. [PERSON_1]", Topic.ORDERS),
        ("when did she last see Dr. [PERSON_1]", Topic.ENCOUNTERS),
        ("visits with Dr. [PERSON_1]", Topic.ENCOUNTERS),
        ("how many times was she seen by Dr. [PERSON_1]", Topic.ENCOUNTERS),
    ],
)
def test_the_chart_can_tell(question: str, topic: Topic) -> None:
    routed = ask(question)
    assert routed.topics == (topic,)
    assert [(each.label, each.name) for each in routed.by] == [("[PERSON_1]", "Quinn")]
    assert routed.unmet == ()


@pytest.mark.parametrize("question", ["potassium ordered by Dr. [PERSON_1]", "allergies entered by Dr. [PERSON_1]"])
def test_what_names_nobody_is_not_limited_and_says_so(question: str) -> None:
    routed = ask(question)
    assert routed.by == ()
    assert [part.kind for part in routed.unmet] == [UnmetKind.CLINICIAN]


def test_a_name_that_was_not_typed_in_this_question_limits_nothing() -> None:
    first = ask("meds prescribed by Dr. [PERSON_1]")
    assert first.by
    assert ask("and her allergies?", first).by == ()
    assert ask("only those ordered by Dr. [PERSON_2]", first).by == ()


def test_a_question_that_follows_is_limited() -> None:
    routed = ask("which were started by Dr. [PERSON_1]", ask("meds"))
    assert (routed.intent, routed.topics) == (Intent.LIST, (Topic.MEDICATIONS,))
    assert routed.by


def test_the_name_is_not_shown() -> None:
    assert "Quinn" not in repr(ask("meds prescribed by Dr. [PERSON_1]"))


def test_words_that_name_a_letter_are_no_limit() -> None:
    assert list(clinician_words("what does the chart say about [PERSON_1]")) == []
    assert ask("letter from Dr. [PERSON_1]").by == ()
