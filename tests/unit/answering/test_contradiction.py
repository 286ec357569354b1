"""When sources contradict each other."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from arbiter_fhir.answering.contradiction import at_one_time, contradict


@pytest.mark.parametrize(
    "change, contradicts",
    [
        ({"value": "7.9"}, True),
        ({"unit": "mmol/mol"}, True),
        ({"value": "8.10"}, False),
        ({"unit": ""}, False),
        ({"value": "7.9", "day": "2026-04-11"}, False),
        ({"value": "7.9", "day": None}, False),
        ({"value": "7.9", "name": "Glucose"}, False),
    ],
)
def test_the_same_test_at_the_same_time_says_another_thing(
    build: Any, change: dict[str, Any], contradicts: bool
) -> None:
    one, other = build.item(), build.item(**change, number=1)
    assert contradict(one, other) is contradicts
    assert contradict(other, one) is contradicts


def test_a_result_never_contradicts_itself(build: Any) -> None:
    item = build.item(day=None)
    assert at_one_time(item, item)
    assert not contradict(item, item)


def test_two_times_of_a_day_are_two_times(build: Any) -> None:
    morning = build.item(observed=build.when(at=time(8, 0)))
    evening = build.item(value="7.9", observed=build.when(at=time(18, 0)), number=1)
    assert not at_one_time(morning, evening)
    assert at_one_time(morning, build.item(number=2))
