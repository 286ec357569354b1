"""Values that are unlike the patient's own earlier ones."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.analyte import known_analytes
from arbiter_fhir.domain.fact import Comparator
from arbiter_fhir.promotion.plausibility import LIMITS, WIDE, unlike_earlier

TESTS = {
    "creatinine": ("Creatinine", "2160-0", "mg/dL"),
    "sodium": ("Sodium", "2951-2", "mmol/L"),
    "crp": ("CRP", "1988-5", "mg/L"),
    "platelets": ("Platelets", "777-3", "10^3/uL"),
}


def result(build: Any, test: str, value: str, **more: Any) -> Any:
    name, loinc, unit = TESTS[test]
    return build.lab(test_name=name, loinc=loinc, value=value, numeric=Decimal(value), **{"unit": unit, **more})


def row(build: Any, test: str, value: str, number: int = 900, month: int = 1, **more: Any) -> Any:
    name, loinc, unit = TESTS[test]
    when = datetime(2026, month, 5)  # noqa: DTZ001 - the chart keeps local time
    usual = {"name": name, "code": loinc, "unit": unit, "value": value, "observed_at": when, "result_id": number}
    return build.row(**{**usual, **more})


@pytest.mark.parametrize(
    ("test", "before", "now", "typed", "optical"),
    [
        ("creatinine", "0.9", "9.0", True, True),
        ("creatinine", "0.9", "5.0", False, True),
        ("creatinine", "0.9", "1.8", False, False),
        ("sodium", "140", "14", True, True),
        ("sodium", "140", "96", False, True),
        ("sodium", "140", "118", False, False),
        ("crp", "3.0", "180", False, False),
        ("crp", "3.0", "30", False, True),
        ("platelets", "250", "25", True, True),
    ],
)
def test_how_far_a_value_may_go(build: Any, test: str, before: str, now: str, typed: bool, optical: bool) -> None:
    chart = [row(build, test, before)]
    assert (unlike_earlier(result(build, test, now), chart, optical=False) is not None) is typed
    assert (unlike_earlier(result(build, test, now), chart, optical=True) is not None) is optical


def test_the_nearest_in_time_is_named_and_one_like_it_is_enough(build: Any) -> None:
    far, near = row(build, "creatinine", "0.9", 900, month=1), row(build, "creatinine", "0.8", 901, month=3)
    found = unlike_earlier(result(build, "creatinine", "9.1"), [far, near], optical=False)
    assert found is not None
    assert found.result_id == 901
    like = row(build, "creatinine", "8.8", 902, month=2)
    assert unlike_earlier(result(build, "creatinine", "9.1"), [far, near, like], optical=False) is None


@pytest.mark.parametrize(
    "more",
    [
        {"unit": "umol/L"},
        {"status": "error"},
        {"value": "<0.9"},
        {"value": "normal"},
        {"name": "Sodium", "code": "2951-2"},
    ],
)
def test_rows_that_do_not_compare_say_nothing(build: Any, more: dict[str, str]) -> None:
    chart = [row(build, "creatinine", more.pop("value", "0.9"), **more)]
    assert unlike_earlier(result(build, "creatinine", "9.0"), chart, optical=True) is None


def test_words_and_bounds_are_not_compared(build: Any) -> None:
    chart = [row(build, "creatinine", "0.9")]
    bound = result(build, "creatinine", "9.0", comparator=Comparator.GREATER)
    assert unlike_earlier(bound, chart, optical=True) is None
    assert unlike_earlier(result(build, "creatinine", "0"), chart, optical=True) is None


def test_every_test_with_limits_of_its_own_is_known() -> None:
    assert (WIDE | set(LIMITS)) <= set(known_analytes())
    assert not WIDE & set(LIMITS)
