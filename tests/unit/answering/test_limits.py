"""What is shown first, and which words find a passage's sentence."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.limits import abnormal, asked_words, critical_first, unjudged
from arbiter_fhir.domain.fact import AbnormalFlag


def test_normal_is_not_abnormal_and_unknown_is_neither(build: Any) -> None:
    flags = [AbnormalFlag.NORMAL, None, AbnormalFlag.ABNORMAL, AbnormalFlag.CRITICAL_LOW]
    items = [build.item(flag=flag, number=index) for index, flag in enumerate(flags)]
    assert abnormal(items) == items[2:]
    assert unjudged(items) == [items[1]]


def test_critical_results_come_first_and_the_rest_keeps_its_order(build: Any) -> None:
    flags = [AbnormalFlag.HIGH, AbnormalFlag.LOW, AbnormalFlag.CRITICAL_HIGH]
    items = [build.item(flag=flag, number=index) for index, flag in enumerate(flags)]
    assert critical_first(items) == [items[2], items[0], items[1]]


def test_only_longer_words_of_the_question_count(build: Any) -> None:
    assert asked_words(build.question(text="What does the Knee say?")) == ("what", "does", "knee")
