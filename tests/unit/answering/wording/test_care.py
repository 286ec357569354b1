"""Visits, orders, susceptibilities."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.wording.care import (
    encounter_sentence,
    is_pending,
    order_sentence,
    susceptibility_sentence,
)
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.statement import SusceptibilityInterpretation


def test_a_visit(records: Any) -> None:
    assert encounter_sentence(records.visit(), DateLabels()).value == (
        "Visit on [DATE_1]: Office Visit, reason “annual physical”, seen by [PERSON_1] (chart)."
    )
    assert encounter_sentence(records.visit("", ""), DateLabels()).value == "Visit on [DATE_1]: Office Visit (chart)."


@pytest.mark.parametrize(
    "status, results, waits, said",
    [
        ("pending", 0, True, "pending; no result on file"),
        ("", 0, True, "no result on file"),
        ("Something else", 0, True, "no result on file"),
        ("canceled", 0, False, "canceled; no result on file"),
        ("complete", 1, False, "complete; 1 result"),
        ("pending", 4, False, "pending; 4 results"),
    ],
)
def test_an_order_waits_until_a_result_is_there(
    records: Any, status: str, results: int, waits: bool, said: str
) -> None:
    item = records.order(status=status, results=results)
    assert is_pending(item) is waits
    assert order_sentence(item, DateLabels()).value == (
        f"Hemoglobin A1c ordered on [DATE_1] by [PERSON_1] ({said}; chart)."
    )


def test_a_drug_stands_beside_its_own_category(records: Any) -> None:
    assert susceptibility_sentence(records.susceptibility(), DateLabels()).value == (
        "Escherichia coli (urine): ciprofloxacin resistant, value >=4 ug/mL (lab report, dated [DATE_1])."
    )
    for category in SusceptibilityInterpretation:
        assert susceptibility_sentence(records.susceptibility(category=category), DateLabels()).value
