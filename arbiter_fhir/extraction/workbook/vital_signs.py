"""Vital signs as columns or rows of a workbook: names, units, and limits beyond which a number was mistyped.

*Source*: LOINC panel 85353-1 (vital signs) for what counts as one and its code; limits are wide ones of our own choice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

__all__ = ["VitalSign", "find_vital_sign", "is_plausible", "parse_reading", "unit_of"]


@dataclass(frozen=True, slots=True)
class VitalSign:
    """What is measured.

    Attributes:
        key: Stable.
        loinc: Its LOINC code.
        limits: Lowest and highest believable number by UCUM unit; the empty unit where a unit goes without saying.
        pair: Whether a reading is two numbers (systolic and diastolic).
    """

    key: str
    loinc: str
    limits: tuple[tuple[str, Decimal, Decimal], ...]
    pair: bool = False


def _sign(key: str, loinc: str, *limits: tuple[str, str, str], pair: bool = False) -> VitalSign:
    return VitalSign(key, loinc, tuple((unit, Decimal(low), Decimal(high)) for unit, low, high in limits), pair)


_SIGNS: Final = (
    _sign("blood_pressure", "85354-9", ("mm[Hg]", "20", "300"), ("", "20", "300"), pair=True),
    _sign("systolic", "8480-6", ("mm[Hg]", "40", "300"), ("", "40", "300")),
    _sign("diastolic", "8462-4", ("mm[Hg]", "20", "200"), ("", "20", "200")),
    _sign("heart_rate", "8867-4", ("/min", "20", "300"), ("", "20", "300")),
    _sign("respiratory_rate", "9279-1", ("/min", "4", "80"), ("", "4", "80")),
    _sign("temperature", "8310-5", ("Cel", "25", "45"), ("[degF]", "77", "113"), ("", "25", "113")),
    _sign("oxygen_saturation", "59408-5", ("%", "40", "100"), ("", "40", "100")),
    _sign(
        "weight", "29463-7", ("kg", "0.3", "400"), ("[lb_av]", "0.5", "880"), ("g", "300", "400000"), ("", "0.3", "880")
    ),
    _sign("height", "8302-2", ("cm", "20", "260"), ("[in_i]", "8", "102"), ("m", "0.2", "2.6"), ("", "0.2", "260")),
    _sign("bmi", "39156-5", ("kg/m2", "8", "100"), ("", "8", "100")),
    _sign("head_circumference", "9843-4", ("cm", "20", "70"), ("[in_i]", "8", "28"), ("", "8", "70")),
    _sign("waist_circumference", "8280-0", ("cm", "20", "250"), ("[in_i]", "8", "98"), ("", "8", "250")),
)

_NAMES: Final = {
    "blood_pressure": """blood pressure|bp|b/p|blood press|sitting bp|standing bp|bp sitting|bp standing|bp left arm|
        bp right arm""",
    "systolic": "systolic|systolic bp|sbp|systolic blood pressure|sys|bp systolic",
    "diastolic": "diastolic|diastolic bp|dbp|diastolic blood pressure|dia|bp diastolic",
    "heart_rate": "heart rate|pulse|hr|pulse rate|resting heart rate",
    "respiratory_rate": "respiratory rate|resp rate|respirations|rr|resp|respiration",
    "temperature": "temperature|temp|body temperature|oral temp|oral temperature",
    "oxygen_saturation": "oxygen saturation|spo2|o2 sat|o2 saturation|sao2|pulse ox|pulse oximetry|sp02|o2sat",
    "weight": "weight|wt|body weight",
    "height": "height|ht|body height|length|stature",
    "bmi": "bmi|body mass index",
    "head_circumference": "head circumference|ofc|hc",
    "waist_circumference": "waist circumference|waist",
}

_UNITS: Final = {
    "mmhg": "mm[Hg]", "mm hg": "mm[Hg]", "bpm": "/min", "/min": "/min", "beats/min": "/min", "breaths/min": "/min",
    "per minute": "/min", "beats per minute": "/min", "min": "/min", "c": "Cel", "\u00b0c": "Cel", "f": "[degF]",
    "\u00b0f": "[degF]", "deg c": "Cel", "deg f": "[degF]", "degrees f": "[degF]", "celsius": "Cel",
    "fahrenheit": "[degF]", "%": "%", "kg": "kg", "kgs": "kg", "lb": "[lb_av]", "lbs": "[lb_av]", "pounds": "[lb_av]",
    "g": "g", "cm": "cm", "in": "[in_i]", "inches": "[in_i]", "m": "m", "kg/m2": "kg/m2", "kg/m\u00b2": "kg/m2",
    "kg/m^2": "kg/m2",
}  # fmt: skip

_PAIR: Final = re.compile(r"(\d{2,3})\s*/\s*(\d{2,3})")
_NUMBER: Final = re.compile(r"\d{1,3}(?:\.\d{1,2})?")


@cache
def _by_name() -> dict[str, VitalSign]:
    return {name.strip(): sign for sign in _SIGNS for name in _NAMES[sign.key].split("|")}


def find_vital_sign(printed: str) -> VitalSign | None:
    """The vital sign of a name; ``None`` where it is none."""
    return _by_name().get(re.sub(r"\s+", " ", printed.casefold()).strip(" :."))


def unit_of(printed: str) -> str | None:
    """UCUM code of a printed unit; ``None`` where it is no unit of a vital sign."""
    return _UNITS.get(re.sub(r"\s+", " ", printed.casefold()).strip(" ()[].,:"))


def parse_reading(sign: VitalSign, printed: str) -> tuple[Decimal, ...] | None:
    """The numbers of a reading: two for a pressure, else one; ``None`` where it is none."""
    if sign.pair:
        both = _PAIR.fullmatch(printed.strip())
        return (Decimal(both[1]), Decimal(both[2])) if both else None
    return (Decimal(printed.strip()),) if _NUMBER.fullmatch(printed.strip()) else None


def is_plausible(sign: VitalSign, numbers: tuple[Decimal, ...], unit: str) -> bool:
    """Whether all numbers are believable in ``unit`` (UCUM), a pressure's in falling order; other units are not."""
    known = [(low, high) for code, low, high in sign.limits if code == unit]
    falling = len(numbers) < 2 or numbers[0] > numbers[1]
    return falling and any(all(low <= number <= high for number in numbers) for low, high in known)
