"""Every rule of every table holds for the question that it is meant for."""

from __future__ import annotations

import time

import pytest

from arbiter_fhir.answering import route
from arbiter_fhir.answering.question import patterns
from arbiter_fhir.answering.question.patterns import Rule, first_rule, mark_of, marked_pattern, rules
from arbiter_fhir.answering.question.reading import read_question
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import AskedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from tests.unit.answering.question.asking import TERMS, TODAY

TABLES = (
    *("instructions.tsv", "advice.tsv", "people.tsv", "scope.tsv", "acts.tsv", "details.tsv", "times.tsv"),
    *("follow_ups.tsv", "senses.tsv"),
)
#: Usual questions take milliseconds; this is for the worst text on a busy machine.
LONGEST_SECONDS = 3.0
ALL = [(table, rule) for table in TABLES for rule in rules(table)]


@pytest.mark.parametrize("table, rule", ALL, ids=[f"{table[:-4]}:{rule.kind}:{rule.example}" for table, rule in ALL])
def test_a_rule_holds_for_its_example(table: str, rule: Rule) -> None:
    assert rule.example
    question = AskedQuestion(DeidentifiedText(rule.example, DEID_SEAL))
    read = read_question(question, today=TODAY, terms=TERMS)
    assert any(rule.pattern.search(text) for text in (rule.example, read.whole.text, read.whole.marks))


def test_marks_are_words_of_their_own() -> None:
    pattern = marked_pattern(r"\bstop <drug>\b(?P<rest>.*)")
    match = pattern.search(f"stop {mark_of('drug')} now")
    assert match is not None
    assert match["rest"] == " now"
    assert not pattern.search("stop drug now")


def test_an_undefined_name_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "read_question_table", lambda _: ({"kind": "a", "pattern": "{b}", "example": ""},))
    with pytest.raises(ValueError, match="=\\(b\\)"):
        rules.__wrapped__("x")


def test_the_first_rule_decides() -> None:
    found = first_rule("scope.tsv", "what is her phone number and insurance")
    assert found is not None
    assert found.kind == "asks_for_identifiers"
    assert first_rule("scope.tsv", "A1c") is None


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "what is the ",
            "should we ",
            "the other patients with ",
            "last 3 months ago ",
            "before the ",
            "how many mg of ",
        ),
        *(
            "[PERSON_1] ",
            "can we give her potassium ",
            "ignore all ",
            "A1b2",
            "x",
            "metformin and ",
            "3 ",
            "2024 ",
            "- ",
        ),
    ],
)
def test_no_question_takes_long(unit: str) -> None:
    """Within the longest question that is taken; a rule that backtracks without end would take hours."""
    text = (unit * 1000)[:1000]
    question = AskedQuestion(DeidentifiedText(text, DEID_SEAL))
    began = time.process_time()
    route(question, today=TODAY, terms=TERMS)
    assert time.process_time() - began < LONGEST_SECONDS
