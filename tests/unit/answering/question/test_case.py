"""What a question says and is about, together."""

from __future__ import annotations

from arbiter_fhir.answering.question.asked_things import asked_things
from arbiter_fhir.answering.question.case import LAST_THING, Case
from arbiter_fhir.answering.question.reading import read_question
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import AskedQuestion, Topic
from arbiter_fhir.domain.seal import DEID_SEAL
from tests.unit.answering.question.asking import TERMS, TODAY


def case(text: str) -> Case:
    read = read_question(AskedQuestion(DeidentifiedText(text, DEID_SEAL)), today=TODAY, terms=TERMS)
    return Case(read, asked_things(read.asked))


def test_a_test_by_name_is_measured() -> None:
    asked = case("trend of her potassium")
    assert asked.measured
    assert asked.topics == {Topic.LABS}
    assert asked.acts("trend")
    assert "\u02d0lab\u02d0" in asked.marks


def test_a_part_of_the_record_is_not() -> None:
    asked = case("all labs")
    assert not asked.measured
    assert not asked.acts("trend", "due")


def test_the_last_one_is_told_from_all() -> None:
    assert LAST_THING.search("most recent labs")
    assert not LAST_THING.search("labs")
