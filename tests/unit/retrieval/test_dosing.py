"""Whether two entries say one dose."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.retrieval.dosing import differ_in_dose, says_all_of, strengths, times_a_day


@pytest.mark.parametrize(
    "text, found",
    [
        ("Metformin 500 mg tablet", {"500 mg"}),
        ("0.5 g", {"500 mg"}),
        ("500 mcg", {"0.5 mg"}),
        ("10 Units", {"10 units"}),
        ("1,000 mg", {"1000 mg"}),
        ("B12", set()),
        ("5 mg/325 mg", {"5 mg", "325 mg"}),
        ("take 2 tablets", set()),
    ],
)
def test_strengths_in_one_spelling(text: str, found: set[str]) -> None:
    assert strengths(text) == found


@pytest.mark.parametrize(
    "text, times",
    [
        ("BID", 2),
        ("b.i.d.", 2),
        ("1 tablet twice daily with meals", 2),
        ("twice a day", 2),
        ("q.d.", 1),
        ("daily", 1),
        ("h.s.", 1),
        ("qhs", 1),
        ("TID", 3),
        ("every 8 hours", 3),
        ("q12h", 2),
        ("four times a day", 4),
        ("BID as needed", None),
        ("1 tablet", None),
        ("daily or BID or TID", None),
        ("", None),
        ("Friday", None),
    ],
)
def test_how_often_a_day(text: str, times: int | None) -> None:
    assert times_a_day(text) == times


@pytest.mark.parametrize(
    "one, other, differ",
    [
        (Medication("A 500 mg"), Medication("A", strength="500 mg"), False),
        (Medication("A 500 mg"), Medication("A", strength="1 g"), True),
        (Medication("A 500 mg"), Medication("A"), False),
        (Medication("A", frequency="BID"), Medication("A", dose="1 tablet twice daily"), False),
        (Medication("A", frequency="BID"), Medication("A", frequency="daily"), True),
        (Medication("A", frequency="BID"), Medication("A", frequency="as directed"), False),
        (Medication("A", dose="1 tablet"), Medication("A", dose="2 tablets"), False),
        (Medication("A 25 mg", dose="50 mg"), Medication("A", strength="50 mg"), False),
    ],
)
def test_two_entries_of_one_drug(one: Medication, other: Medication, differ: bool) -> None:
    assert differ_in_dose(one, other) is differ
    assert differ_in_dose(other, one) is differ


@pytest.mark.parametrize(
    "one, other, says",
    [
        (
            Medication("A 500 mg", dose="1 tablet twice daily with meals"),
            Medication("A", "", "0.5 g", frequency="BID"),
            True,
        ),
        (Medication("A", "", "0.5 g", frequency="BID"), Medication("A 500 mg", dose="1 tablet twice daily"), False),
        (Medication("A", dose="one tablet"), Medication("A", dose="1 tab by mouth"), True),
        (Medication("A", dose="as needed for pain"), Medication("A", frequency="PRN"), True),
        (Medication("A", frequency="daily"), Medication("A", frequency="as needed"), False),
        (Medication("A", frequency="daily"), Medication("A", as_needed=True), False),
        (Medication("A", frequency="daily"), Medication("A", indication="gout"), False),
        (Medication("A", frequency="daily", indication="gout"), Medication("A", frequency="q.d.", route="PO"), True),
        (Medication("A"), Medication("A"), True),
    ],
)
def test_whether_one_entry_says_all_of_another(one: Medication, other: Medication, says: bool) -> None:
    assert says_all_of(one, other) is says
