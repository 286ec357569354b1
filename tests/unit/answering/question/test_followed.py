"""A condition is asked after with what it is followed by."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.question import Intent, Topic
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, analytes, subject, topics",
    [
        ("how is her diabetes doing", ("hba1c", "group:glucose"), "class:diabetes", {Topic.LABS, Topic.MEDICATIONS}),
        ("is her htn controlled", (), "vital:blood_pressure", {Topic.VITALS, Topic.MEDICATIONS}),
        ("summarize her ckd", ("group:kidney_function",), "chronic kidney disease", {Topic.LABS}),
        ("how's her afib", ("inr",), "class:anticoagulants", {Topic.LABS, Topic.VITALS, Topic.MEDICATIONS}),
    ],
)
def test_tests_and_drugs_stand_beside_the_problem(
    question: str, analytes: tuple[str, ...], subject: str, topics: set[Topic]
) -> None:
    routed = ask(question)
    assert routed.intent is Intent.INTERPRETATION
    assert routed.analytes == analytes
    assert subject in routed.subjects
    assert set(routed.topics) == {Topic.PROBLEMS, *topics}


def test_a_condition_that_no_table_follows_stands_alone() -> None:
    assert ask("how is her sciatica doing").analytes == ()


def test_whether_it_is_on_the_list_asks_for_no_tests() -> None:
    assert ask("does she have diabetes").topics == (Topic.PROBLEMS,)
