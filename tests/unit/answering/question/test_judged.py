"""Results by how they were judged: what is normal is no list of what is abnormal."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.question import AskedFlag, Intent, Topic
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question",
    [
        "any results that are not abnormal",
        "which labs are normal",
        "list her normal labs",
        "what labs came back normal",
        "labs that aren't flagged",
    ],
)
def test_normal_results_are_asked_for(question: str) -> None:
    routed = ask(question)
    assert (routed.intent, routed.topics, routed.flagged) == (Intent.LIST, (Topic.LABS,), AskedFlag.NORMAL)


@pytest.mark.parametrize("question", ["are her labs normal", "labs normal?", "abnormal labs"])
def test_what_is_abnormal_answers_whether_all_is_normal(question: str) -> None:
    assert ask(question).intent is Intent.ABNORMAL_LIST


def test_of_a_test_by_name_the_newest_is_judged() -> None:
    assert ask("is her potassium normal").intent is Intent.FACTUAL_LOOKUP


@pytest.mark.parametrize(
    "question, flag",
    [
        ("any high labs", AskedFlag.HIGH),
        ("which labs are low", AskedFlag.LOW),
        ("any critical labs", AskedFlag.CRITICAL),
        ("panic labs", AskedFlag.CRITICAL),
        ("elevated labs", AskedFlag.HIGH),
    ],
)
def test_one_way_out_of_range(question: str, flag: AskedFlag) -> None:
    routed = ask(question)
    assert (routed.intent, routed.flagged) == (Intent.LIST, flag)


def test_both_ways_are_all_that_is_abnormal() -> None:
    assert ask("any high or low labs").intent is Intent.ABNORMAL_LIST
