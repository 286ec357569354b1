"""Vital signs of sheets as cited facts."""

from __future__ import annotations

from decimal import Decimal

from arbiter_fhir.domain.fact import Certainty, FactType, LabResult
from tests.unit.extraction.workbook.sheets import read, results, told


def test_vital_signs_over_columns() -> None:
    rows = [["Date", "BP (mmHg)", "Heart rate (bpm)", "Weight (kg)"], ["[DATE_3]", "138/84", 76, 81.6]]
    pressure, rate, weight = results(read(rows), FactType.VITAL_SIGN)
    assert told(pressure) == ("BP", "138/84", "mmHg", 3, "S1!B2")
    assert told(rate)[:4] == ("Heart rate", "76", "bpm", 3)
    assert isinstance(weight.value, LabResult)
    assert (weight.value.numeric, weight.value.ucum, weight.value.loinc) == (Decimal("81.6"), "kg", "29463-7")
    assert {fact.certainty for fact in (pressure, rate, weight)} == {Certainty.VERIFIED}
    assert pressure.fact_text.value == "BP 138/84 mmHg"


def test_vital_signs_in_rows() -> None:
    rows = [["Date", "Vital sign", "Value", "Unit"], ["[DATE_3]", "Temperature", 98.6, "F"]]
    found = read(rows)
    (temperature,) = results(found, FactType.VITAL_SIGN)
    assert told(temperature) == ("Temperature", "98.6", "F", 3, "S1!B2:D2")
    assert results(found) == []


def test_mistyped_readings_wait_for_a_person() -> None:
    rows = [["Date", "BP (mmHg)", "Weight (kg)"], ["[DATE_3]", "84/138", 816], [None, "high", 80]]
    reasons = [fact.reasons for fact in results(read(rows), FactType.VITAL_SIGN)]
    assert reasons[0] == reasons[1] == ("implausible_value",)
    assert all(fact.certainty is Certainty.NEEDS_REVIEW for fact in results(read(rows), FactType.VITAL_SIGN)[:2])


def test_a_row_of_a_relative_among_dates_waits_for_a_person() -> None:
    rows = [["Date", "BP (mmHg)", "Weight (kg)"], ["[DATE_3]", "138/84", 81], ["Husband 9/2", "150/95", 99]]
    found = results(read(rows), FactType.VITAL_SIGN)
    assert [fact.certainty for fact in found] == [Certainty.VERIFIED] * 2 + [Certainty.NEEDS_REVIEW] * 2
    assert all("speaks_of_another" in fact.reasons for fact in found[2:])
