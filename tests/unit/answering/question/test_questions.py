"""Questions of family doctors, nurses and medical assistants, each with its right route."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.question import Intent
from tests.unit.answering.question.asking import REFUSED, Case, ask, cases, told

TABLES = ("questions_before_the_rules.tsv", "questions_after_the_rules.tsv")
ALL = [case for table in TABLES for case in cases(table)]


@pytest.mark.parametrize("case", ALL, ids=[case.question for case in ALL])
def test_each_question_goes_its_way(case: Case) -> None:
    got = told(ask(case.question, dates=case.dates))
    assert got.intent == case.intent
    if Intent(case.intent) in REFUSED:
        assert ("ignored" in got.more) == ("ignored" in case.more)
    else:
        assert replace(got, dates=case.dates) == case


def test_there_are_enough_of_them_and_none_twice() -> None:
    assert len(ALL) >= 150
    assert len({case.question for case in ALL}) == len(ALL)
    assert {case.intent for case in ALL} == {intent.value for intent in Intent}
