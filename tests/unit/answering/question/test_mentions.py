"""Names in questions, and which of their senses counts."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.mentions import NO_TERMS, Kind, has_sense, mark, phrase_table
from arbiter_fhir.domain.question import Topic
from tests.unit.answering.question.asking import TERMS


def named(text: str) -> list[tuple[str, str]]:
    marked = mark(text, TERMS, times=(), documents=())
    return [(each.kind.value, each.keys[0]) for each in marked.mentions]


@pytest.mark.parametrize(
    "text, names",
    [
        ("insulin level", [("lab", "insulin")]),
        ("is she on insulin", [("drug", "insulin")]),
        ("iron pills", [("class", "class:iron")]),
        ("kidney stones", [("dx", "kidney stones")]),
        ("family history of high cholesterol", [("topic", "family_history"), ("dx", "hyperlipidemia")]),
        ("high cholesterol results", [("lab", "group:cholesterol"), ("topic", "labs")]),
        ("flu shot", [("vaccine", "influenza")]),
        ("does she have shingles", [("dx", "shingles")]),
        ("when did she get shingles vaccine", [("vaccine", "zoster")]),
        ("stress test", [("study", "stress test")]),
        ("newdrugstatin", [("drug", "newdrugstatin")]),
        ("the milk is sour", []),
        ("allergic to milk", [("topic", "allergies"), ("allergen", "cow's milk")]),
        ("contrast that", []),
        ("RR today", [("vital", "vital:respiratory_rate")]),
    ],
)
def test_senses(text: str, names: list[tuple[str, str]]) -> None:
    assert named(text) == names


def test_names_become_marks_and_times_too() -> None:
    text = "stop her metformin after her A1c of yesterday"
    marked = mark(text, TERMS, times=[(text.index("yesterday"), len(text))], documents=())
    assert marked.marks.replace("\u02d0", "*") == "stop her *drug* after her *lab* of *time*"
    assert marked.keys(Kind.DRUG) == ("metformin",)
    assert marked.topics() == ()
    assert marked.has(Kind.LAB)


def test_parts_of_the_record_stay_words() -> None:
    marked = mark("allergies", NO_TERMS, times=(), documents=())
    assert (marked.marks, marked.topics()) == ("allergies", (Topic.ALLERGIES,))
    assert marked.of_topic(Topic.ALLERGIES) == marked.mentions


def test_phrases_take_plurals_and_the_first_of_equal_names() -> None:
    phrases = phrase_table([("shot", ("one",)), ("shot", ("two",))])
    assert [each.keys for each in phrases.find("Shots and shot", Kind.TOPIC)] == [("one",), ("one",)]


def test_senses_are_words_of_a_table() -> None:
    assert has_sense("allergic", "is he allergic")
    assert not has_sense("allergic", "is he on it")
    assert NO_TERMS.words() == frozenset()
