"""Results of one test as a series over time: what can be compared, in which unit, and what had to be left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.lab_comparison import canonical_unit, fact_value
from arbiter_fhir.domain.unit_conversion import ConvertedValue, convert

__all__ = ["Point", "Series", "by_test", "results_of", "series_of"]


@dataclass(frozen=True, slots=True)
class Point:
    """One result of a series.

    Attributes:
        item: The result.
        day: Its day.
        number: In the unit of the series, before rounding.
        converted: How it reads in the unit of the series, where its source gives another.
        exact: Whether the number is the value itself and no limit ("<5").
    """

    item: EvidenceItem
    day: date
    number: Decimal
    converted: ConvertedValue | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Series:
    """The results of one test, oldest first.

    Attributes:
        unit: As it is shown; empty for tests without one.
        rows: Every number with a full date in the unit of the series, limits among them.
        points: Those that are exact: what directions and differences are worked out from.
        undated: Results without a full date.
        wordy: Results that are no numbers.
        other_unit: Numbers in a unit that cannot be converted into the unit of the series.
    """

    subject: str
    unit: DeidentifiedText
    rows: tuple[Point, ...]
    points: tuple[Point, ...]
    undated: int
    wordy: int
    other_unit: int

    @property
    def tells(self) -> bool:
        """Whether there are two exact values on two days."""
        return len(self.points) > 1 and self.points[0].day != self.points[-1].day

    @property
    def direction(self) -> int:
        """1 where the last value is above the first, -1 where it is below, 0 where they are equal."""
        first, last = self.points[0].number, self.points[-1].number
        return (last > first) - (last < first)

    @property
    def steady(self) -> bool:
        """Whether no step goes against the direction from the first value to the last."""
        numbers = [point.number for point in self.points]
        steps = [later - earlier for earlier, later in pairwise(numbers)]
        if self.direction == 0:
            return not any(steps)
        return all(step * self.direction >= 0 for step in steps)

    @property
    def difference(self) -> Decimal:
        """How far the last value is from the first, never negative; converted values as they are shown."""
        first, last = (point.converted.number if point.converted else point.number for point in self._ends)
        return abs(last - first)

    @property
    def mean(self) -> Decimal:
        """The mean of the exact values, rounded half up to the most decimals that one of them shows."""
        numbers = [point.converted.number if point.converted else point.number for point in self.points]
        places = max(max(-int(number.as_tuple().exponent), 0) for number in numbers)
        total = sum(numbers, Decimal(0))
        return (total / len(numbers)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)

    @property
    def _ends(self) -> tuple[Point, Point]:
        return self.points[0], self.points[-1]

    @property
    def highest(self) -> Point:
        """The highest value, the latest of equal ones."""
        return max(self.points, key=lambda point: (point.number, point.day))

    @property
    def lowest(self) -> Point:
        """The lowest value, the latest of equal ones."""
        return min(self.points, key=lambda point: (point.number, -point.day.toordinal()))


def results_of(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The measured results among items: laboratory values and vital signs."""
    return [item for item in items if item.lab is not None]


def by_test(items: Sequence[EvidenceItem]) -> list[list[EvidenceItem]]:
    """Results by test, tests in the order of their first result."""
    tests: dict[str, list[EvidenceItem]] = {}
    for item in items:
        tests.setdefault(item.subject, []).append(item)
    return list(tests.values())


def _in_unit(item: EvidenceItem, unit: str) -> bool:
    lab = item.result
    return canonical_unit(unit) in {canonical_unit(lab.unit), canonical_unit(lab.ucum or lab.unit)}


def _unit_of(dated: Sequence[EvidenceItem], wanted: str) -> DeidentifiedText:
    """The unit that the series is told in: the one asked for where a result can be had in it, else the newest's."""
    if wanted:
        for item in dated:
            if _in_unit(item, wanted):
                return item.words.unit
            if (converted := convert(item.subject, item.result, wanted)) is not None:
                return DeidentifiedText.compose(converted.unit)
    return dated[-1].words.unit


def _point(item: EvidenceItem, unit: DeidentifiedText) -> Point | None:
    value, when = fact_value(item.result), item.observed
    if value.number is None or when is None:
        return None
    exact = value.comparator is None
    if _in_unit(item, unit.value):
        return Point(item, when.day, value.number, None, exact)
    converted = convert(item.subject, item.result, unit.value)
    return Point(item, when.day, converted.exact, converted, exact) if converted is not None else None


def _moment(item: EvidenceItem) -> str:
    return item.observed.as_datetime().isoformat() if item.observed is not None else ""


def series_of(items: Sequence[EvidenceItem], wanted_unit: str = "") -> Series:
    """The series of one test.

    Args:
        items: Its results, in any order.
        wanted_unit: UCUM code of the unit asked for; empty for the unit of the newest result.
    """
    numbers = [item for item in items if fact_value(item.result).number is not None]
    dated = [item for item in numbers if item.observed is not None and item.observed.is_full_day]
    dated.sort(key=_moment)
    unit = _unit_of(dated, wanted_unit) if dated else DeidentifiedText.compose("")
    rows = [point for item in dated if (point := _point(item, unit)) is not None]
    return Series(
        subject=items[0].subject,
        unit=unit,
        rows=tuple(rows),
        points=tuple(point for point in rows if point.exact),
        undated=len(numbers) - len(dated),
        wordy=len(items) - len(numbers),
        other_unit=len(dated) - len(rows),
    )
