"""Picks in words, converted values among them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from arbiter_fhir.answering.series import series_of
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.picks import bound_sentence, pick_sentence
from arbiter_fhir.domain.question import Pick, ValueBound


def test_a_converted_value_is_picked_with_its_original(build: Any) -> None:
    items = [
        build.item("Glucose", "11.0", "mmol/L", "", "2025-01-01", None),
        build.item("Glucose", "126", "mg/dL", "", "2025-02-01", None, number=1),
    ]
    series = series_of(items)
    assert pick_sentence(series, Pick.HIGHEST, DateLabels()).value == (
        "The highest of the 2 results for Glucose was 11.0 mmol/L (converted: 198 mg/dL) on [DATE_1]."
    )
    assert pick_sentence(series, Pick.MEAN, DateLabels()).value.endswith("is 162 mg/dL (worked out here).")
    assert bound_sentence(series, ValueBound(">", Decimal(150))).value == (
        "1 of the 2 results for Glucose is above 150 mg/dL."
    )


def test_a_test_without_a_unit_has_none_in_its_mean(build: Any) -> None:
    items = [build.item("INR", value, "", "", f"2025-0{at}-01", None) for at, value in enumerate(("2.0", "3.1"), 1)]
    assert pick_sentence(series_of(items), Pick.MEAN, DateLabels()).value.endswith("is 2.6 (worked out here).")
