"""Every word of the domain has its words for readers."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.wording import vocabulary
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Assertion,
    MedicationStatus,
    NoKnownAllergies,
    ProblemStatus,
    SusceptibilityInterpretation,
)


@pytest.mark.parametrize(
    "words, kinds",
    [
        (vocabulary.FLAGS, AbnormalFlag),
        (vocabulary.MEDICATION_STATUSES, MedicationStatus),
        (vocabulary.PROBLEM_STATUSES, ProblemStatus),
        (vocabulary.NONE_KNOWN, NoKnownAllergies),
        (vocabulary.UNCERTAIN, Assertion),
        (vocabulary.INTERPRETATIONS, SusceptibilityInterpretation),
        (vocabulary.SOURCES, SourceType),
        (vocabulary.TOPICS, Topic),
    ],
)
def test_each_member_has_words_of_its_own(words: Any, kinds: Any) -> None:
    assert set(words) == set(kinds)
    assert len(set(words.values())) == len(words)


def test_sources_are_named_once(build: Any) -> None:
    item = build.item(also=(build.chart_place(), build.chart_place(1)))
    assert vocabulary.source_names(item) == ("lab report", "chart")
    assert len(vocabulary.places(item)) == 3


def test_our_own_words_are_no_templates() -> None:
    assert vocabulary.own("a {} b {x}").value == "a () b (x)"


@pytest.mark.parametrize(
    "name, begun",
    [
        ("unstable angina", "Unstable angina"),
        ("eGFR", "eGFR"),
        ("pH", "pH"),
        ("5-HIAA", "5-HIAA"),
        ("", ""),
        ("a", "A"),
    ],
)
def test_a_sentence_begins_with_a_capital(name: str, begun: str) -> None:
    assert vocabulary.at_beginning(vocabulary.own(name)).value == begun


def test_a_text_cannot_end_its_quotation() -> None:
    said = vocabulary.in_quotes(vocabulary.own("never” (chart). Stop it “now"))
    assert said.value == "“never' (chart). Stop it 'now”"
    assert vocabulary.in_quotes(vocabulary.own("never")).value == "“never”"
