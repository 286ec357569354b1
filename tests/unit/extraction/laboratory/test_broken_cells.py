"""Values that go on in another line."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.laboratory.test_report import HEADER, extract

TITLES = "Test                          Result     Flag   Units             Range"


def row(name: str, value: str, unit: str, reference: str) -> str:
    return f"{name:<30}{value:<18}{unit:<18}{reference}"


@pytest.mark.parametrize(
    ("value", "rest"),
    [("7", ".4"), ("5", "4"), ("1,200", ",000"), ("6", "x 10^3"), ("4.2", "E+05"), ("250", "x10^3")],
)
def test_a_value_that_goes_on_beneath_waits_for_a_person(value: str, rest: str) -> None:
    found = extract(HEADER, "", TITLES, row("Ferritin", value, "ng/mL", "2-400"), f"{'':30}{rest}")
    (fact,) = found.facts
    assert Reason.VALUE_CELL_UNCLEAR.value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert "name_missing" in [reject.reason for reject in found.rejected]


def test_the_row_below_the_rest_is_left_alone() -> None:
    found = extract(
        HEADER, "", TITLES, row("HbA1c", "7", "%", "4.0-5.6"), f"{'':30}.4", row("Glucose", "105", "mg/dL", "70-99")
    )
    assert [fact.certainty for fact in found.facts] == [Certainty.NEEDS_REVIEW, Certainty.VERIFIED]


def test_a_value_that_began_above_waits_for_a_person() -> None:
    (fact,) = extract(HEADER, "", TITLES, f"{'':30}1", row("Ferritin", ".4", "ng/mL", "0.2-400")).facts
    assert Reason.VALUE_CELL_UNCLEAR.value in fact.reasons


def test_a_sentence_goes_on_at_the_beginning_of_the_next_line() -> None:
    first, second = extract(HEADER, "", "Potassium: 4", ".4 mmol/L", "", "Sodium 139 mmol/L (136-145)").facts
    assert first.certainty is Certainty.NEEDS_REVIEW
    assert Reason.VALUE_CELL_UNCLEAR.value in first.reasons
    assert second.certainty is Certainty.VERIFIED


@pytest.mark.parametrize("opened", ["Non-", "Not", "No", "<"])
def test_what_stands_below_a_value_that_is_not_whole_is_none(opened: str) -> None:
    lines = (row("Hepatitis C", opened, "", "Non-Reactive"), row("Antibody", "Reactive", "", ""))
    below = extract(HEADER, "", TITLES, *lines).facts[-1]
    assert below.certainty is Certainty.NEEDS_REVIEW
    assert Reason.VALUE_CELL_UNCLEAR.value in below.reasons


@pytest.mark.parametrize("whole", ["Non-Reactive", "None"])
def test_what_stands_below_a_whole_value_is_its_own(whole: str) -> None:
    lines = (row("Hepatitis C Antibody", whole, "", ""), row("Unknown Antibody", "Reactive", "", ""))
    assert [fact.certainty for fact in extract(HEADER, "", TITLES, *lines).facts] == [Certainty.VERIFIED] * 2
