"""Results of one test over time: order, units, what is left out."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter_fhir.answering.series import by_test, results_of, series_of


def glucose(build: Any, value: str, unit: str, day: str | None, number: int) -> Any:
    return build.item("Glucose", value, unit, "", day, None, number=number)


def test_rows_are_in_the_order_of_time(build: Any) -> None:
    items = [build.item(value=value, day=day) for value, day in (("8", "2026-04-10"), ("6", "2024-01-01"))]
    series = series_of(items)
    assert [point.item.words.value.value for point in series.rows] == ["6", "8"]
    assert (series.direction, series.difference, series.tells) == (1, Decimal(2), True)


def test_units_are_converted_by_the_table_or_left_out(build: Any) -> None:
    items = [
        glucose(build, "126", "mg/dL", "2026-04-10", 1),
        glucose(build, "5.5", "mmol/L", "2025-04-10", 2),
        glucose(build, "900", "mg/L", "2024-04-10", 3),
    ]
    series = series_of(items)
    assert (series.unit.value, series.other_unit) == ("mg/dL", 1)
    assert [point.converted.text if point.converted else "" for point in series.rows] == ["99 mg/dL", ""]
    assert series_of(items, "mmol/L").difference == Decimal("1.5")


def test_a_unit_that_nothing_converts_into_is_not_used(build: Any) -> None:
    item = glucose(build, "126", "mg/dL", "2026-04-10", 1)
    assert series_of([item], "g/dL").unit.value == "mg/dL"


def test_limits_words_and_missing_dates_are_no_points(build: Any) -> None:
    items = [
        build.item(value="<5", day="2026-01-01", number=1),
        build.item(value="see note", number=2),
        build.item(value="7.1", day=None, number=3),
        build.item(value="7.2", observed=build.when("2026-03-04", ambiguous=True), number=4),
    ]
    series = series_of(items)
    assert (len(series.rows), len(series.points), series.wordy, series.undated) == (1, 0, 1, 2)
    assert not series.tells


def test_two_values_of_one_day_tell_no_trend(build: Any) -> None:
    assert not series_of([build.item(value=value, number=int(value)) for value in ("7", "8")]).tells


def test_ups_and_downs_are_seen(build: Any) -> None:
    def of(*values: str) -> Any:
        return series_of([build.item(value=value, day=f"2025-0{at}-01") for at, value in enumerate(values, start=1)])

    assert of("7", "7", "8").steady
    assert not of("7", "9", "8").steady
    assert of("7", "7").steady
    assert not of("7", "8", "7").steady
    assert of("9", "7", "8", "9").lowest.item.words.value.value == "7"
    assert of("9", "7", "9").highest.day.month == 3


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.decimals("0.1", "500", places=1), min_size=2, max_size=8))
def test_direction_and_extremes_follow_from_the_numbers(build: Any, numbers: list[Decimal]) -> None:
    items = [build.item(value=str(number), day=f"2025-01-{at:02}") for at, number in enumerate(numbers, start=1)]
    series = series_of(items)
    assert series.direction == (numbers[-1] > numbers[0]) - (numbers[-1] < numbers[0])
    assert series.highest.number == max(numbers)
    assert series.lowest.number == min(numbers)
    assert series.difference == abs(numbers[-1] - numbers[0])


def test_results_are_sorted_by_test(build: Any, records: Any) -> None:
    items = [build.item(), build.item("TSH", "2", "mIU/L"), build.item(day="2025-01-01"), records.medication()]
    assert [len(results) for results in by_test(results_of(items))] == [2, 1]
