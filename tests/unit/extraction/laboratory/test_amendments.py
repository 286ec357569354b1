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
        ("ADDENDUM [DATE_3]: Sodium 129 mmol/L after repeat analysis.", {("sodium", Decimal(129))}),
        ("Repeat potassium: 5.9", {("potassium", Decimal("5.9"))}),
        (
            "On re-run the sodium was found to be 129 and the potassium 4.1",
            {("sodium", Decimal(129)), ("potassium", Decimal("4.1"))},
        ),
        ("Repeat Hemoglobin A1c in 3 months", set()),
        ("Sodium 129 mmol/L", set()),
        ("Calcium corrected for albumin", set()),
        ("Report corrected 10/05/2026", set()),
        ("Glucose range changed to 70-99", set()),
    ],
)
def test_what_a_remark_tells(line: str, told: set[tuple[str, Decimal]]) -> None:
    assert {(each.key, each.value) for each in amendments_in([line])} == told


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


def test_everything_below_the_heading_of_an_addendum_is_added() -> None:
    told = amendments_in(["Sodium 139", "ADDENDUM", "Sodium 129 mmol/L"])
    assert {(each.key, each.value, each.text) for each in told} == {("sodium", Decimal(129), "Sodium 129 mmol/L")}


def test_the_remark_stays_with_the_result_that_it_contradicts() -> None:
    fact, *others = extract(HEADER, "", TITLES, GLUCOSE, "", "", "ADDENDUM: Glucose 94 on re-run.").facts
    assert all(each.certainty is not Certainty.VERIFIED for each in (fact, *others))
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert fact.lab is not None
    assert fact.lab.comment == "ADDENDUM: Glucose 94 on re-run."
