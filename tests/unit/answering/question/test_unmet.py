"""Restrictions that were not applied are said in the words of the question."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.question import UnmetKind
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, kind, words",
    [
        ("A1c before the surgery", UnmetKind.TIME, "before the surgery"),
        ("labs ordered by Dr. [PERSON_1]", UnmetKind.CLINICIAN, "ordered by Dr. [PERSON_1]"),
        ("labs from the hospital", UnmetKind.PLACE, "from the hospital"),
    ],
)
def test_what_was_not_applied(question: str, kind: UnmetKind, words: str) -> None:
    assert [(part.kind, part.words.value) for part in ask(question).unmet] == [(kind, words)]


def test_shorthand_stands_for_the_whole_question() -> None:
    (part,) = ask("cbc s/p surgery").unmet
    assert part.words.value == "cbc s/p surgery"


def test_nothing_is_left_out() -> None:
    assert ask("A1c since January").unmet == ()
    assert ask("letter from Dr. [PERSON_1]").unmet == ()
