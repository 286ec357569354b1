"""When two laboratory results say the same thing: value, unit and time, as promotion and retrieval both judge it.

Nothing is converted: 5.5 mmol/L and 99 mg/dL are different values here, however well they would convert, because a
wrong conversion would hide a difference that a person should see. Different spellings of one unit are one unit.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum

from arbiter_fhir.domain.analyte import AnalyteIdentity, identify_analyte
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Comparator, LabResult
from arbiter_fhir.domain.promotion import ChartLab

__all__ = [
    "Agreement",
    "LabMoment",
    "MeasuredValue",
    "canonical_unit",
    "chart_clinical_date",
    "chart_identity",
    "compare_measurements",
    "fact_identity",
    "fact_value",
    "moment_of_chart",
    "moment_of_date",
    "read_value",
    "same_moment",
]

_NUMBER = re.compile(
    r"(?P<comparator><=|>=|<|>|≤|≥)?\s*(?P<number>[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+)"
)
_TITRE = re.compile(r"(\d+)\s*:\s*(\d+)")
_COMPARATORS = {"≤": Comparator.LESS_OR_EQUAL, "≥": Comparator.GREATER_OR_EQUAL}

#: Spellings of qualitative results that laboratories use for one thing.
_QUALITATIVE = {
    "pos": "positive",
    "neg": "negative",
    "non reactive": "nonreactive",
    "nr": "nonreactive",
    "none detected": "not detected",
    "nd": "not detected",
}

_POWER = re.compile(r"^(?:x|\*)?10(?:\^|\*|e|\*\*)?(\d{1,2})(?=/|$)")
_UNIT_WORDS = {
    "percent": "%",
    "pct": "%",
    "k/ul": "10*3/ul",
    "k/mm3": "10*3/ul",
    "thou/ul": "10*3/ul",
    "thousand/ul": "10*3/ul",
    "th/ul": "10*3/ul",
    "10*3/mm3": "10*3/ul",
    "m/ul": "10*6/ul",
    "mil/ul": "10*6/ul",
    "mill/ul": "10*6/ul",
    "million/ul": "10*6/ul",
    "10*6/mm3": "10*6/ul",
    "cells/ul": "/ul",
    "cells/mm3": "/ul",
    "/mm3": "/ul",
    "mm/hr": "mm/h",
    "mm/hour": "mm/h",
    "ml/min/1.73": "ml/min/1.73m2",
    "ml/min/1.73sqm": "ml/min/1.73m2",
    "ml/min/1.73m*2": "ml/min/1.73m2",
    "sec": "s",
    "seconds": "s",
    "secs": "s",
    "gm/dl": "g/dl",
    "gms/dl": "g/dl",
}


@dataclass(frozen=True, slots=True)
class MeasuredValue:
    """A result value in the form in which it is compared.

    Attributes:
        number: Exact decimals, for numbers and for numbers with a comparator.
        comparator: ``<`` and so on.
        words: The folded text of a value that is no number: ``positive``, ``1:80``; empty for numbers.
    """

    number: Decimal | None
    comparator: Comparator | None
    words: str

    @property
    def canonical(self) -> str:
        """One spelling per value: ``7.2`` for 7.20, ``<5``, ``1:80``, ``positive``."""
        if self.number is None:
            return self.words
        digits = format(self.number.normalize() if self.number else Decimal(0), "f")
        return f"{self.comparator.value if self.comparator else ''}{digits}"


def read_value(text: str) -> MeasuredValue:
    """A value as printed or stored, in the form in which values are compared."""
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    match = _NUMBER.fullmatch(folded)
    if match is not None:
        sign = match["comparator"]
        comparator = (_COMPARATORS.get(sign) or Comparator(sign)) if sign else None
        return MeasuredValue(Decimal(match["number"].replace(",", "")), comparator, "")
    titre = _TITRE.fullmatch(folded)
    if titre is not None:
        return MeasuredValue(None, None, f"{int(titre[1])}:{int(titre[2])}")
    plain = " ".join(re.sub(r"[\s\-_]+", " ", folded).strip(" .").split())
    return MeasuredValue(None, None, _QUALITATIVE.get(plain, plain))


def fact_value(lab: LabResult) -> MeasuredValue:
    """A fact's value: the exact number where extraction read one, else the printed words."""
    if lab.numeric is not None:
        return MeasuredValue(lab.numeric, lab.comparator, "")
    return read_value(lab.value)


def canonical_unit(unit: str) -> str:
    """One spelling per unit: ``10*3/ul`` for ``K/uL``, ``x10E3/µL`` and ``10^3/uL``; empty for none."""
    folded = unicodedata.normalize("NFKC", unit).casefold()
    folded = re.sub(r"[\s{}\[\]()_]", "", folded).replace("μ", "u").replace("µ", "u")
    folded = folded.replace("mcg", "ug").replace("mcl", "ul").replace("²", "2").replace("³", "3")
    folded = _POWER.sub(lambda match: f"10*{match[1]}", folded)
    return _UNIT_WORDS.get(folded, folded)


class Agreement(Enum):
    """How two results of one test and time compare."""

    SAME = "same"
    UNIT_NOT_STATED = "unit_not_stated"
    UNIT_DIFFERS = "unit_differs"
    VALUE_DIFFERS = "value_differs"

    @property
    def says_the_same(self) -> bool:
        """Whether nothing differs: a missing unit beside the same number is no difference."""
        return self in {Agreement.SAME, Agreement.UNIT_NOT_STATED}


def compare_measurements(value: MeasuredValue, unit: str, other_value: MeasuredValue, other_unit: str) -> Agreement:
    """Compare two values with their units as printed; nothing is converted."""
    unit, other_unit = canonical_unit(unit), canonical_unit(other_unit)
    both_stated = bool(unit and other_unit)
    if value.canonical != other_value.canonical:
        return Agreement.UNIT_DIFFERS if both_stated and unit != other_unit else Agreement.VALUE_DIFFERS
    if unit == other_unit:
        return Agreement.SAME
    return Agreement.UNIT_DIFFERS if both_stated else Agreement.UNIT_NOT_STATED


@dataclass(frozen=True, slots=True)
class LabMoment:
    """When a specimen was taken, to the minute where a time is known. Midnight counts as "no time known".

    Midnight is how both OpenEMR and many laboratories store a date without a time.
    """

    day: date
    clock: time | None

    @property
    def canonical(self) -> str:
        """``2026-04-10`` or ``2026-04-10T08:30``."""
        return f"{self.day.isoformat()}T{self.clock:%H:%M}" if self.clock else self.day.isoformat()


def moment_of_date(when: ClinicalDate) -> LabMoment:
    """A printed date as a moment; the caller has made sure that it is a full day."""
    clock = when.clock if when.precision is DatePrecision.MINUTE else None
    return LabMoment(when.day, _minute(clock))


def moment_of_chart(lab: ChartLab) -> LabMoment | None:
    """The collection time of a chart row, else the time that OpenEMR shows for it; ``None`` where it has neither."""
    moment = lab.collected_at or lab.observed_at
    return LabMoment(moment.date(), _minute(moment.time())) if moment is not None else None


def same_moment(one: LabMoment, other: LabMoment) -> bool:
    """Same minute where both have a time, else the same day."""
    if one.day != other.day:
        return False
    return one.clock is None or other.clock is None or one.clock == other.clock


def chart_clinical_date(lab: ChartLab) -> ClinicalDate | None:
    """A chart row's moment as a clinical date, for display and ordering."""
    moment = moment_of_chart(lab)
    if moment is None:
        return None
    precision = DatePrecision.MINUTE if moment.clock else DatePrecision.DAY
    return ClinicalDate(moment.day, moment.clock, precision)


def fact_identity(lab: LabResult) -> AnalyteIdentity:
    """Which test a fact is of."""
    return identify_analyte(
        lab.test_name, loinc=lab.loinc, unit=lab.unit or lab.ucum or "", context=f"{lab.panel} {lab.specimen}"
    )


def chart_identity(lab: ChartLab) -> AnalyteIdentity:
    """Which test a chart row is of."""
    return identify_analyte(lab.name, loinc=lab.code, unit=lab.unit)


def _minute(clock: time | None) -> time | None:
    if clock is None or clock.replace(second=0, microsecond=0) == time():
        return None
    return clock.replace(second=0, microsecond=0)
