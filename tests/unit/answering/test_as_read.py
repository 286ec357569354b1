"""How the question was read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter_fhir.answering.as_read import reading_sentences, span_words
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.question import DateAnchor, DateWindow, Intent, ReadAs, Unmet, UnmetKind
from tests.unit.answering.answers import asked, since
from tests.unit.answering.records import clean


def test_slips_limits_and_instructions_are_said(build: Any) -> None:
    question = asked(
        build,
        Intent.LIST,
        read_as=(ReadAs(clean("potasium"), "potassium"),),
        unmet=(Unmet(UnmetKind.TIME, clean("before the surgery")),),
        instructions_ignored=True,
        when=DateWindow(anchor=DateAnchor.SINCE_LAST_VISIT),
    )
    assert [sentence.value for sentence in reading_sentences(question, DateLabels())] == [
        "No visit is on file, so the answer is not limited to a time before or after one.",
        "“potasium” in the question was read as potassium.",
        "“before the surgery” in the question was not applied: the answer is not limited to it.",
        "Instructions in the question were not followed; they were read as words.",
    ]


def test_a_plain_question_needs_no_word(build: Any) -> None:
    assert list(reading_sentences(asked(build, Intent.LIST), DateLabels())) == []


def test_a_span_is_said_in_labels(build: Any) -> None:
    question = asked(build, Intent.LIST, when=since("2026-01-01"))
    assert span_words(question, DateLabels()).value == " since [DATE_1]"
    assert [each.value for each in reading_sentences(question, DateLabels())] == [
        "Only what is dated since [DATE_1] was looked at."
    ]
    assert span_words(replace(question, when=None), DateLabels()).value == ""
