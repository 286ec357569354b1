"""What a question is about."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.asked_things import (
    asked_things,
    asks_what_is_taken,
    treated_with,
    with_narrower,
    without_narrower,
)
from arbiter_fhir.answering.question.mentions import mark
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.drug_class import drug_classes
from arbiter_fhir.domain.question import Topic
from tests.unit.answering.question.asking import TERMS


@pytest.mark.parametrize(
    "text, topics, subjects",
    [
        ("A1c history", (Topic.LABS,), ()),
        ("history", (Topic.PROBLEMS,), ()),
        ("dose of shingrix", (Topic.IMMUNIZATIONS,), ("zoster recombinant",)),
        ("dose of metformin", (Topic.MEDICATIONS,), ("metformin",)),
        ("allergic to ibuprofen", (Topic.ALLERGIES,), ("ibuprofen",)),
        ("allergic to nsaids", (Topic.ALLERGIES,), ("class:nsaids", "nsaids")),
        ("what is she taking for reflux", (Topic.MEDICATIONS,), ("class:ppis",)),
        ("how is her hypertension treated", (Topic.MEDICATIONS,), ("class:blood_pressure",)),
        ("weight results", (Topic.VITALS,), ("vital:weight",)),
        ("thyroid", (Topic.LABS,), ()),
        ("thyroid nodule", (Topic.PROBLEMS,), ("thyroid nodule",)),
    ],
)
def test_topics_and_subjects(text: str, topics: tuple[Topic, ...], subjects: tuple[str, ...]) -> None:
    things = asked_things(mark(text, TERMS, times=(), documents=()))
    assert (things.topics, things.subjects) == (topics, subjects)


def test_weak_words_are_said_to_be_weak() -> None:
    assert asked_things(mark("what dose", TERMS, times=(), documents=())).weak
    assert not asked_things(mark("what medications", TERMS, times=(), documents=())).weak
    assert not asked_things(mark("dose of metformin", TERMS, times=(), documents=())).weak


def test_relatives() -> None:
    history = asked_things(mark("did her mother have stroke", TERMS, times=(), documents=()))
    assert (history.topics, history.subjects, history.relations) == ((Topic.FAMILY_HISTORY,), ("stroke",), ("mother",))
    assert asked_things(mark("her mother's potassium", TERMS, times=(), documents=())).of_relative


def test_broad_names_ask_for_the_narrower_ones_too() -> None:
    assert with_narrower(["kidney disease", "gout"])[0] == "kidney disease"
    assert "end stage renal disease" in with_narrower(["kidney disease"])
    assert with_narrower(["gout"]) == ("gout",)
    assert without_narrower(with_narrower(["kidney disease", "gout"])) == ("kidney disease", "gout")
    history = asked_things(mark("family history of kidney disease", TERMS, times=(), documents=()))
    assert "kidney failure" in history.subjects


def test_classes_of_the_table_are_known() -> None:
    assert {row["class"] for row in read_question_table("treated_with.tsv")} <= set(drug_classes())
    assert treated_with(["hypertension", "unknown"]) == ("class:blood_pressure",)
    assert asks_what_is_taken("what is she taking for it")
    assert not asks_what_is_taken("what is she taking")
