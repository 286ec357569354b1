from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.laboratory.amendments import amendments_in
from tests.unit.extraction.laboratory.test_report import HEADER, extract

TITLES = "Test              Result   Flag   Units    Range"
GLUCOSE = "Glucose           104      H      mg/dL    70-99"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ADDENDUM: Glucose corrected to 94.", {("glucose", Decimal(94))}),
        ("Glucose amended from 104 mg/dL to 94", {("glucose", Decimal(94))}),
        ("Glucose result revised to 94 mg/dL", {("glucose", Decimal(94))}),
        ("Calcium corrected for albumin", set()),
        ("Report corrected 10/05/2026", set()),
        ("Glucose range changed to 70-99", set()),
    ],
)
def test_what_a_remark_tells(line: str, told: set[tuple[str, Decimal]]) -> None:
    assert amendments_in([line]) == told


@pytest.mark.parametrize(
    ("remark", "certainty"),
    [
        ("ADDENDUM: Glucose corrected to 94.", Certainty.NEEDS_REVIEW),
        ("ADDENDUM: Glucose corrected from 98 to 104", Certainty.VERIFIED),
        ("ADDENDUM: Sodium was corrected to 140.", Certainty.VERIFIED),
    ],
)
def test_a_row_that_a_remark_contradicts_goes_to_a_person(remark: str, certainty: Certainty) -> None:
    (fact,) = extract(HEADER, "", TITLES, GLUCOSE, "", "", remark).facts
    assert fact.certainty is certainty, fact.reasons
