"""Ranges from cells of their own."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from tests.unit.extraction.workbook.sheets import read, results


def result(low: object, high: object, flag: object = None) -> tuple[LabResult, tuple[str, ...]]:
    rows = [
        ["Date", "Test", "Result", "Unit", "Low", "High", "Flag"],
        ["[DATE_3]", "Glucose", 105, "mg/dL", low, high, flag],
    ]
    (fact,) = results(read(rows))
    assert isinstance(fact.value, LabResult)
    return fact.value, fact.reasons


@pytest.mark.parametrize(
    ("low", "high", "reference", "flag"),
    [
        (70, 99, "70 - 99", AbnormalFlag.HIGH),
        (70, 110, "70 - 110", AbnormalFlag.NORMAL),
        (None, 99, "<= 99", AbnormalFlag.HIGH),
        (110, None, ">= 110", AbnormalFlag.LOW),
        (None, None, "", None),
    ],
)
def test_limits_make_the_range_and_the_flag(
    low: object, high: object, reference: str, flag: AbnormalFlag | None
) -> None:
    value, _ = result(low, high)
    assert (value.reference_range, value.abnormal_flag) == (reference, flag)


def test_a_flag_against_its_limits_is_doubted() -> None:
    value, reasons = result(70, 99, "L")
    assert value.flag_printed == "L"
    assert "flag_contradicts_range" in reasons


def test_limits_that_are_none_are_named() -> None:
    value, reasons = result("low", "adult")
    assert value.reference_range == ""
    assert "range_unclear" in reasons


def test_limits_of_another_unit_are_doubted_and_give_no_flag() -> None:
    value, reasons = result(3.9, 5.5)
    assert "unit_contradicts_range" in reasons
    assert (value.abnormal_flag, value.flag_derived) == (None, False)
