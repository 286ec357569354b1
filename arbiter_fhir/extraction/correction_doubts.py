"""What a person puts in place of a misread field and what can hardly be: a slip of the finger, or truly so.

The limits are those that doubt what is read from a page (`Reason.IMPLAUSIBLE_VALUE`, `Reason.UNIT_UNEXPECTED`).
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Final

from arbiter_fhir.domain.fact import FactType, FactValue, LabResult
from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.extraction.laboratory.analytes import find_analyte, limits_of, specimen_class, units_of
from arbiter_fhir.extraction.terminology.medicines import is_plausible_amount, medicines
from arbiter_fhir.extraction.terminology.sig import MASS_UNITS

__all__ = ["doubtful_field"]

_AMOUNT: Final = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*([a-zA-Z]+)(?!\s*/)")


def doubtful_field(fact_type: FactType, value: FactValue) -> str:
    """The first field that can hardly be what it says; empty where none is, or where no table knows.

    Args:
        fact_type: Limits are known of laboratory results and medicines.
        value: The value as corrected.
    """
    if fact_type is FactType.LAB_RESULT and isinstance(value, LabResult):
        return _of_result(value)
    return _of_medicine(value) if isinstance(value, Medication) else ""


def _of_result(lab: LabResult) -> str:
    analyte = find_analyte(lab.test_name)
    if analyte is None or lab.numeric is None:
        return ""
    known = units_of(analyte)
    if lab.unit and known and lab.ucum not in known:
        return "unit"
    limits = limits_of(analyte, unit=lab.ucum or "", specimen=specimen_class(lab.specimen, lab.test_name, lab.panel))
    if limits is None or lab.comparator is not None:
        return ""
    return "" if limits.low <= lab.numeric <= limits.high else "value"


def _of_medicine(value: Medication) -> str:
    medicine = medicines().get(value.name)
    if medicine is None or medicine.is_combination:
        return ""
    for name, text in (("strength", value.strength), ("dose", value.dose)):
        for number, unit in _AMOUNT.findall(text):
            known = MASS_UNITS.get(unit.casefold())
            if known is not None and is_plausible_amount(medicine, _amount(number), known) is False:
                return name
    return ""


def _amount(number: str) -> Decimal:
    try:
        return Decimal(number.replace(",", ""))
    except InvalidOperation:
        return Decimal(0)
