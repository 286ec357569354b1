"""Results as laboratories report them, with units, ranges and flags worked out from the range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from devstack.ehr.store import LabValue

__all__ = ["ANALYTES", "results"]


@dataclass(frozen=True, slots=True)
class Analyte:
    """A test as a laboratory prints it.

    Attributes:
        low: Lower end of the range, empty for none; `high` likewise.
    """

    loinc: str
    name: str
    unit: str
    low: str
    high: str

    @property
    def range(self) -> str:
        """As printed: ``0.6-1.3``, ``<100`` or ``>=60``."""
        if self.low and self.high:
            return f"{self.low}-{self.high}"
        return f"<{self.high}" if self.high else f">={self.low}"

    def flag(self, value: str) -> str:
        """Option of list `proc_res_abnormal`."""
        number = Decimal(value)
        if self.low and number < Decimal(self.low):
            return "low"
        # A range with an upper end alone ends below it.
        high = bool(self.high) and (number > Decimal(self.high) or (not self.low and number == Decimal(self.high)))
        return "high" if high else "no"


ANALYTES: Mapping[str, Analyte] = MappingProxyType(
    {
        "a1c": Analyte("4548-4", "Hemoglobin A1c", "%", "4.0", "5.6"),
        "glucose": Analyte("2345-7", "Glucose", "mg/dL", "70", "99"),
        "creatinine": Analyte("2160-0", "Creatinine", "mg/dL", "0.6", "1.3"),
        "egfr": Analyte("98979-8", "eGFR (CKD-EPI 2021)", "mL/min/1.73m2", "60", ""),
        "potassium": Analyte("2823-3", "Potassium", "mmol/L", "3.5", "5.1"),
        "sodium": Analyte("2951-2", "Sodium", "mmol/L", "136", "145"),
        "bun": Analyte("3094-0", "Urea nitrogen", "mg/dL", "7", "25"),
        "ldl": Analyte("13457-7", "LDL Cholesterol, calculated", "mg/dL", "", "100"),
        "hdl": Analyte("2085-9", "HDL Cholesterol", "mg/dL", "40", ""),
        "cholesterol": Analyte("2093-3", "Cholesterol, total", "mg/dL", "", "200"),
        "triglycerides": Analyte("2571-8", "Triglycerides", "mg/dL", "", "150"),
        "tsh": Analyte("3016-3", "TSH", "mIU/L", "0.4", "4.5"),
        "hemoglobin": Analyte("718-7", "Hemoglobin", "g/dL", "12.0", "16.0"),
        "ferritin": Analyte("2276-4", "Ferritin", "ng/mL", "15", "150"),
        "platelets": Analyte("777-3", "Platelets", "10*3/uL", "150", "400"),
        "wbc": Analyte("6690-2", "WBC", "10*3/uL", "4.0", "11.0"),
        "inr": Analyte("6301-6", "INR", "", "2.0", "3.0"),
        "acr": Analyte("9318-7", "Albumin/creatinine ratio, urine", "mg/g", "", "30"),
        "alt": Analyte("1742-6", "ALT", "U/L", "7", "56"),
    }
)


def results(**values: str) -> tuple[LabValue, ...]:
    """Results by analyte, in the order given.

    Raises:
        KeyError: An analyte that is not in `ANALYTES`.
    """
    found = []
    for key, value in values.items():
        analyte = ANALYTES[key]
        found.append(
            LabValue(analyte.loinc, analyte.name, value, analyte.unit, analyte.range, abnormal=analyte.flag(value))
        )
    return tuple(found)
