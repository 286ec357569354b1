"""What of the things found is asked for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.answering.question.details import (
    asked_bound,
    asked_count,
    asked_detail,
    asked_pick,
    asked_steps,
    asked_unit,
)
from arbiter_fhir.domain.question import AskedDetail, Pick, ValueBound


@pytest.mark.parametrize(
    "text, bound, asked",
    [
        ("A1c over 9", ">9", "9.5"),
        ("K below 3.5", "<3.5", "3.4"),
        ("glucose >= 126", ">=126", "126"),
        ("sodium \u2264 130", "<=130", "130"),
        ("systolic 140 or higher", ">=140", "140"),
        ("at least 7", ">=7", "7"),
    ],
)
def test_bounds(text: str, bound: str, asked: str) -> None:
    found = asked_bound(text)
    assert found is not None
    assert f"{found.comparator}{found.value}" == bound
    assert found.holds(Decimal(asked))
    assert not found.holds(found.value + (Decimal(-1) if ">" in bound else Decimal(1)))


def test_strict_bounds_leave_the_value_out() -> None:
    assert not ValueBound(">", Decimal(9)).holds(Decimal(9))
    assert not ValueBound("<", Decimal(9)).holds(Decimal(9))
    assert asked_bound("last 3 A1cs") is None


@pytest.mark.parametrize(
    "text, count",
    [("last 3 A1cs", 3), ("last three", 3), ("last couple of BPs", 2), ("last 3 months", 0), ("last A1c", 0)],
)
def test_counts(text: str, count: int) -> None:
    assert asked_count(text) == count


@pytest.mark.parametrize(
    "text, steps",
    [
        ("the one before that", 1),
        ("second to last A1c", 1),
        ("two results before", 2),
        ("third to last", 3),
        ("last", 0),
    ],
)
def test_steps(text: str, steps: int) -> None:
    assert asked_steps(text) == steps


@pytest.mark.parametrize(
    "text, pick",
    [
        ("highest BP", Pick.HIGHEST),
        ("worst creatinine", Pick.HIGHEST),
        ("nadir of platelets", Pick.LOWEST),
        ("first A1c on file", Pick.OLDEST),
        ("average BP", Pick.MEAN),
        ("mean corpuscular volume", None),
        ("first-line", None),
    ],
)
def test_picks(text: str, pick: Pick | None) -> None:
    assert asked_pick(text) is pick


@pytest.mark.parametrize(
    "text, unit",
    [
        ("glucose in mmol/L", "mmol/L"),
        ("A1c in mmol/mol?", "mmol/mol"),
        ("weight in kg", "kg"),
        ("as %", "%"),
        ("in 2024", ""),
    ],
)
def test_units(text: str, unit: str) -> None:
    assert asked_unit(text) == unit


@pytest.mark.parametrize(
    "text, detail",
    [
        ("when was the last A1c", AskedDetail.DATE),
        ("how many A1cs", AskedDetail.COUNT),
        ("where does that come from", AskedDetail.SOURCE),
        ("what was the reaction", AskedDetail.REACTION),
        ("why is she on it", AskedDetail.INDICATION),
        ("normal range", AskedDetail.REFERENCE_RANGE),
        ("was it high", AskedDetail.FLAG),
        ("is she on a statin", AskedDetail.PRESENCE),
        ("A1c", None),
    ],
)
def test_details(text: str, detail: AskedDetail | None) -> None:
    assert asked_detail(text) is detail
