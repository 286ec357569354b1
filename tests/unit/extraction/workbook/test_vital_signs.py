"""Names, units and believable numbers of vital signs."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbiter_fhir.extraction.workbook.vital_signs import find_vital_sign, is_plausible, parse_reading, unit_of


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("BP", "blood_pressure"),
        (" Heart  Rate: ", "heart_rate"),
        ("SpO2", "oxygen_saturation"),
        ("Temp.", "temperature"),
        ("Glucose", None),
        ("", None),
    ],
)
def test_names(name: str, key: str | None) -> None:
    sign = find_vital_sign(name)
    assert (sign.key if sign else None) == key


@pytest.mark.parametrize(
    ("unit", "ucum"), [("(mmHg)", "mm[Hg]"), ("lbs", "[lb_av]"), ("\u00b0F", "[degF]"), ("mg", None)]
)
def test_units(unit: str, ucum: str | None) -> None:
    assert unit_of(unit) == ucum


@pytest.mark.parametrize(
    ("name", "printed", "unit", "plausible"),
    [
        ("BP", "138/84", "mm[Hg]", True),
        ("BP", "84/138", "mm[Hg]", False),
        ("BP", "138", "mm[Hg]", None),
        ("Weight", "81.6", "kg", True),
        ("Weight", "816", "kg", False),
        ("Temperature", "98.6", "[degF]", True),
        ("Temperature", "98.6", "Cel", False),
        ("Heart rate", "76", "kg", False),
        ("Heart rate", "7b", "/min", None),
    ],
)
def test_readings(name: str, printed: str, unit: str, plausible: bool | None) -> None:
    sign = find_vital_sign(name)
    assert sign is not None
    numbers = parse_reading(sign, printed)
    assert (None if numbers is None else is_plausible(sign, numbers, unit)) is plausible


def test_numbers_are_exact() -> None:
    sign = find_vital_sign("weight")
    assert sign is not None
    assert parse_reading(sign, "80.90") == (Decimal("80.90"),)
