"""Which open order a result answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from arbiter_fhir.domain.promotion import OpenOrder, OrderLine, OrderSlot
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion.orders import answered_order


def order(*names: str, number: int = 1, day: str = "2026-04-10", code: str = "", status: str = "pending") -> OpenOrder:
    lines = tuple(OrderLine(at, code, name) for at, name in enumerate(names, start=1))
    return OpenOrder(number, PatientId(7), datetime.fromisoformat(day), status, lines)


@pytest.mark.parametrize(
    "names",
    [("HbA1c",), ("Hemoglobin A1c",), ("Sodium", "A1C"), ("Diabetes labs",)],
)
def test_by_name_or_by_the_panel_that_holds_it(build: Any, names: tuple[str, ...]) -> None:
    assert answered_order(build.lab(), [order(*names)]) == OrderSlot(1, len(names), "pending")


def test_by_code(build: Any) -> None:
    assert answered_order(build.lab(), [order("Test 12", code="4548-4")]) == OrderSlot(1, 1, "pending")


def test_by_the_panel_as_printed(build: Any) -> None:
    assert answered_order(build.lab(panel="Executive Profile"), [order("EXECUTIVE PROFILE")]) is not None
    assert answered_order(build.lab(panel="Executive Profile"), [order("Other profile")]) is None


@pytest.mark.parametrize("day", ["2026-04-11", "2025-04-09"])
def test_an_order_after_the_specimen_or_of_long_ago_is_not_meant(build: Any, day: str) -> None:
    assert answered_order(build.lab(), [order("HbA1c", day=day)]) is None


def test_several_orders_or_lines_decide_nothing(build: Any) -> None:
    assert answered_order(build.lab(), [order("HbA1c"), order("HbA1c", number=2)]) is None
    assert answered_order(build.lab(), [order("HbA1c", "Hemoglobin A1c")]) is None
    assert answered_order(build.lab(), [order("HbA1c"), order("Sodium", number=2)]) is not None


def test_without_dates_nothing_is_answered(build: Any) -> None:
    undated = OpenOrder(1, PatientId(7), None, "pending", (OrderLine(1, "", "HbA1c"),))
    assert answered_order(build.lab(), [undated]) is None
    assert answered_order(build.lab(collection_date=None), [order("HbA1c")]) is None
