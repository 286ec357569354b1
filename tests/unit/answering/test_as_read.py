"""How the question was read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.answering.as_read import reading_sentences, span_words
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.question import (
    AskedSource,
    DateAnchor,
    DateWindow,
    Intent,
    ReadAs,
    Topic,
    Unmet,
    UnmetKind,
)
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
    assert [sentence.value for sentence in reading_sentences(build.bundle(question=question), DateLabels())] == [
        "No visit is on file, so the answer is not limited to a time before or after one.",
        "“potasium” in the question was read as potassium.",
        "“before the surgery” in the question was not applied: the answer is not limited to it.",
        "Instructions in the question were not followed; they were read as words.",
    ]


def test_a_plain_question_needs_no_word(build: Any) -> None:
    assert list(reading_sentences(build.bundle(question=asked(build, Intent.LIST)), DateLabels())) == []


def test_a_span_is_said_in_labels(build: Any) -> None:
    question = asked(build, Intent.LIST, when=since("2026-01-01"))
    assert span_words(question, DateLabels()).value == " since [DATE_1]"
    assert [each.value for each in reading_sentences(build.bundle(question=question), DateLabels())] == [
        "Only what is dated since [DATE_1] was looked at."
    ]
    assert span_words(replace(question, when=None), DateLabels()).value == ""


@pytest.mark.parametrize(
    "intent, topics, said",
    [
        (Intent.LIST, (Topic.LABS,), "Only what is dated since [DATE_1] was looked at."),
        (
            *(Intent.LIST, (Topic.MEDICATIONS,)),
            "Only what is dated since [DATE_1], or held at some time of it, was looked at.",
        ),
        (
            *(Intent.MISSING, (Topic.LABS,)),
            "What is missing since [DATE_1] was looked for; what there was before is told beside it.",
        ),
        (
            *(Intent.CHANGES, ()),
            "What began, ended, was recorded or came in since [DATE_1] counts as new or changed.",
        ),
        (
            *(Intent.DOCUMENT, ()),
            "Documents filed since [DATE_1] or soon after were looked at, and what others say of that time.",
        ),
    ],
)
def test_a_span_limits_each_kind_of_question_in_its_way(
    build: Any, intent: Intent, topics: tuple[Topic, ...], said: str
) -> None:
    question = asked(build, intent, when=since("2026-01-01"), topics=topics)
    assert [each.value for each in reading_sentences(build.bundle(question=question), DateLabels())] == [said]


def test_visits_that_may_not_be_read_are_not_called_absent(build: Any) -> None:
    question = asked(build, Intent.LIST, when=DateWindow(anchor=DateAnchor.AT_LAST_VISIT))
    scope = EvidenceScope(closed_parts=(ChartPart.ENCOUNTERS,))
    (said,) = reading_sentences(build.bundle(question=question, scope=scope), DateLabels())
    assert said.value.startswith("Visits may not be read at this site")


def test_what_is_left_out_and_whose_word_is_told_is_said(build: Any) -> None:
    question = asked(build, Intent.LIST, excluded=("penicillins", "potassium"), source=AskedSource.CHART)
    assert [each.value for each in reading_sentences(build.bundle(question=question), DateLabels())] == [
        "Only what the chart says is told.",
        "Left out, as the question asks: penicillins, potassium.",
    ]
