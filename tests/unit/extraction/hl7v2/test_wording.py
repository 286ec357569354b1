"""Sentences of results and texts cut to length."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag, ResultStatus
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.extraction.hl7v2.wording import cut, said, state_result


def text(value: str) -> DeidentifiedText:
    return DeidentifiedText(value, DEID_SEAL)


def sentence(flag: AbnormalFlag | None = None, status: ResultStatus | None = None) -> str:
    named = (text("Glucose"), text("120"), text("mg/dL"))
    return state_result(named, reference=text("70-99"), flag=flag, status=status).value


def test_a_result_in_a_sentence() -> None:
    assert sentence(AbnormalFlag.HIGH) == "Glucose 120 mg/dL (reference 70-99), high"
    assert state_result((text("HIV"), text("Negative"), None), reference=None, flag=None).value == "HIV Negative"


def test_a_result_that_does_not_stand_says_so() -> None:
    assert sentence(AbnormalFlag.HIGH, ResultStatus.PRELIMINARY).endswith("high, preliminary")
    assert sentence(None, ResultStatus.CORRECTED).endswith("corrected")
    withdrawn = sentence(AbnormalFlag.HIGH, ResultStatus.ENTERED_IN_ERROR)
    assert withdrawn == "Withdrawn as wrong: Glucose 120 mg/dL (reference 70-99)"
    assert sentence(None, ResultStatus.FINAL) == "Glucose 120 mg/dL (reference 70-99)"


@pytest.mark.parametrize(("longest", "left"), [(50, "one two three"), (9, "one two"), (7, "one two"), (2, "on")])
def test_cutting_at_words(longest: int, left: str) -> None:
    assert cut(text("one two three"), longest).value == left


def test_only_what_is_there_is_said() -> None:
    assert said(text("a"), None, text(" "), text("b")).value == "a, b"
