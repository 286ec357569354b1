from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag, Comparator
from arbiter_fhir.extraction.laboratory.flags import (
    Direction,
    derive_flag,
    flag_contradicts,
    is_flag,
    longest_flag,
    read_flag,
    settle_flag,
)
from arbiter_fhir.extraction.laboratory.ranges import NumericRange


@pytest.mark.parametrize(
    ("printed", "direction"),
    [
        ("H", Direction.HIGH),
        ("(H)", Direction.HIGH),
        ("[L]", Direction.LOW),
        ("H*", Direction.HIGH),
        ("HH", Direction.CRITICAL_HIGH),
        ("LL", Direction.CRITICAL_LOW),
        ("High", Direction.HIGH),
        ("LOW", Direction.LOW),
        ("Critical High", Direction.CRITICAL_HIGH),
        ("Above High Normal", Direction.HIGH),
        ("A", Direction.ABNORMAL),
        ("*", Direction.MARK),
        ("\u2191", Direction.HIGH),
        ("C", Direction.CRITICAL),
        ("H!", Direction.CRITICAL_HIGH),
        ("N", Direction.NORMAL),
    ],
)
def test_flags_are_read(printed: str, direction: Direction) -> None:
    assert read_flag(printed) is direction


@pytest.mark.parametrize("printed", ["", "Glucose", "8.1", "mg/dL", "E", "Final", "1"])
def test_other_words_are_no_flags(printed: str) -> None:
    assert not is_flag(printed)


def test_the_longest_flag_is_taken() -> None:
    assert longest_flag(["Critical", "High", "mg/dL"]) == 2
    assert longest_flag(["mg/dL"]) == 0


def test_a_missing_flag_follows_from_value_and_range() -> None:
    limits = NumericRange(Decimal(70), Decimal(99))
    assert derive_flag(Decimal(105), None, limits) is AbnormalFlag.HIGH
    assert derive_flag(Decimal(60), None, limits) is AbnormalFlag.LOW
    assert derive_flag(Decimal(80), None, limits) is AbnormalFlag.NORMAL
    assert derive_flag(Decimal(80), Comparator.LESS, limits) is None


@pytest.mark.parametrize(
    ("direction", "derived", "flag"),
    [
        (Direction.HIGH, None, AbnormalFlag.HIGH),
        (Direction.CRITICAL, AbnormalFlag.LOW, AbnormalFlag.CRITICAL_LOW),
        (Direction.CRITICAL, None, AbnormalFlag.ABNORMAL),
        (Direction.MARK, AbnormalFlag.NORMAL, None),
        (Direction.MARK, AbnormalFlag.HIGH, AbnormalFlag.ABNORMAL),
    ],
)
def test_marks_without_direction_take_it_from_the_range(
    direction: Direction, derived: AbnormalFlag | None, flag: AbnormalFlag | None
) -> None:
    assert settle_flag(direction, derived) is flag


@pytest.mark.parametrize(
    ("direction", "derived", "contradicts"),
    [
        (Direction.HIGH, AbnormalFlag.NORMAL, True),
        (Direction.HIGH, AbnormalFlag.LOW, True),
        (Direction.HIGH, AbnormalFlag.HIGH, False),
        (Direction.NORMAL, AbnormalFlag.HIGH, True),
        (Direction.ABNORMAL, AbnormalFlag.LOW, False),
        (Direction.MARK, AbnormalFlag.NORMAL, False),
        (Direction.HIGH, None, False),
    ],
)
def test_a_flag_contradicts_its_range(direction: Direction, derived: AbnormalFlag | None, contradicts: bool) -> None:
    assert flag_contradicts(direction, derived) is contradicts
