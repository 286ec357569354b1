"""What a question that leans does with the one before it; `conversations.tsv` has them all in a row."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.follow_up_rules import of_results
from arbiter_fhir.domain.question import AskedDetail, AskedFlag, Intent, Pick
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, flag, pick, latest, detail",
    [
        ("when was it last normal?", AskedFlag.NORMAL, None, True, None),
        ("when did it first go high", AskedFlag.HIGH, Pick.OLDEST, False, None),
        ("how often was it high", AskedFlag.HIGH, None, False, AskedDetail.COUNT),
        ("has it been low", AskedFlag.LOW, None, False, None),
        ("last abnormal one", AskedFlag.ABNORMAL, None, True, None),
        ("the high ones", AskedFlag.HIGH, None, False, None),
        ("any abnormal", AskedFlag.ABNORMAL, None, False, None),
    ],
)
def test_flags_of_what_was_asked_before(
    question: str, flag: AskedFlag, pick: Pick | None, latest: bool, detail: AskedDetail | None
) -> None:
    routed = ask(question, previous=ask("potassium"))
    assert (routed.intent, routed.analytes) == (Intent.FACTUAL_LOOKUP, ("potassium",))
    assert (routed.flagged, routed.pick, routed.latest_only, routed.detail) == (flag, pick, latest, detail)


def test_whether_the_value_before_was_high_asks_for_that_value() -> None:
    routed = ask("was that high?", previous=ask("potassium"))
    assert (routed.flagged, routed.detail, routed.latest_only) == (None, AskedDetail.FLAG, True)


def test_what_else_there_is_leaves_out_what_was_asked_before() -> None:
    routed = ask("any others?", previous=ask("is she allergic to penicillin"))
    assert (routed.subjects, routed.excluded) == ((), ("penicillins",))


def test_others_of_a_test_are_its_other_results() -> None:
    assert ask("any others?", previous=ask("potassium")).analytes == ("potassium",)


def test_results_are_told_from_lists() -> None:
    assert of_results(ask("potassium"))
    assert of_results(ask("weight"))
    assert not of_results(ask("meds"))
