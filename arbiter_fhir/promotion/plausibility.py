"""Whether a result is like the patient's own earlier ones: a lost decimal point shows here when nothing else shows it.

A result is *unlike* where its ratio to each of the nearest earlier results of the same test and unit is larger than can
be. Limits are wide on purpose: they tell a misread number from an illness, not an illness from health, and a value that
is held back still stands before a person, with the result that it is unlike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from arbiter_fhir.domain.analyte import same_analyte
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import (
    canonical_unit,
    chart_identity,
    fact_identity,
    moment_of_chart,
    read_value,
)
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.promotion.chart_match import is_withdrawn

__all__ = ["unlike_earlier"]

#: How many of the nearest results are asked: one of them may be the wrong one.
NEAREST: Final = 3
#: Ratio beyond which a typed value of an ordinary test is unlike: a shifted decimal point is 10, with room for change.
TYPED_LIMIT: Final = Decimal(8)
#: The same for a value that was read optically, where a lost point is an everyday error.
OPTICAL_LIMIT: Final = Decimal(5)
#: Of a test with wide swings only what is just a point's shift away from the earlier value is unlike, and only where it
#: was read optically: 9 to 11 times, or a tenth.
SHIFT: Final = (Decimal(9), Decimal(11))
#: An optical reading may use this share of what a test's own limit allows beyond no change at all.
OPTICAL_SHARE: Final = Decimal("0.7")

#: Tests whose values move by more than ten times within days in illness (infection, injury, pregnancy, treatment).
WIDE: Final = frozenset(
    {
        *("alt", "ast", "ggt", "ldh", "amylase", "lipase", "creatine_kinase", "ammonia", "lactate"),
        *("crp", "crp_high_sensitivity", "esr", "procalcitonin", "ferritin", "d_dimer"),
        *("bnp", "nt_pro_bnp", "troponin_i", "troponin_t"),
        *("troponin_i_high_sensitivity", "troponin_t_high_sensitivity"),
        *(
            "tsh",
            "hcg",
            "psa",
            "bilirubin_total",
            "bilirubin_direct",
            "urine_albumin",
            "urine_albumin_creatinine_ratio",
        ),
        *("afp", "cea", "ca_125", "ca_19_9", "fsh", "lh", "estradiol", "progesterone", "testosterone", "prolactin"),
        *("insulin", "cortisol", "parathyroid_hormone", "urine_protein_creatinine_ratio", "urine_protein"),
        *("urine_glucose", "urine_white_cells", "urine_red_cells", "urine_creatinine"),
        *("white_cells", "neutrophils_absolute", "eosinophils_absolute", "eosinophils_percent"),
    }
)

#: Largest ratio of two results of one living patient, for tests that the body holds tightly. *Source*: limits between
#: the usual critical values (Kost, JAMA 1990, 263:704-707) and what is compatible with life, rounded outwards.
LIMITS: Final = MappingProxyType(
    {
        "sodium": Decimal("1.5"),
        "chloride": Decimal("1.6"),
        "potassium": Decimal("3.5"),
        "calcium": Decimal("2.2"),
        "calcium_ionized": Decimal("2.2"),
        "bicarbonate": Decimal(5),
        "carbon_dioxide": Decimal(5),
        "magnesium": Decimal(5),
        "albumin": Decimal(4),
        "protein_total": Decimal(3),
        "hba1c": Decimal(4),
        "hemoglobin": Decimal(4),
        "hematocrit": Decimal(4),
        "red_cells": Decimal(4),
        "mcv": Decimal("1.7"),
        "mch": Decimal(2),
        "mchc": Decimal("1.6"),
        "rdw": Decimal(3),
        "urine_ph": Decimal("2.2"),
        "urine_specific_gravity": Decimal("1.05"),
    }
)


def unlike_earlier(lab: LabResult, chart: Sequence[ChartLab], *, optical: bool) -> ChartLab | None:
    """The nearest earlier result, where the new one is unlike it and its neighbours; ``None`` where it is plausible.

    Args:
        lab: A complete result.
        chart: The patient's results.
        optical: Whether the page was read optically: stricter limits.
    """
    if lab.numeric is None or lab.comparator is not None or lab.collection_date is None or lab.numeric <= 0:
        return None
    known = list(_nearest(lab, chart))
    if not known or not all(_unlike(lab, value, optical=optical) for _, value in known):
        return None
    return known[0][0]


def _nearest(lab: LabResult, chart: Iterable[ChartLab]) -> Sequence[tuple[ChartLab, Decimal]]:
    """Results of the same test and unit with plain positive numbers, the nearest in time first."""
    identity, unit, day = fact_identity(lab), canonical_unit(lab.unit), lab.collection_date
    found: list[tuple[int, ChartLab, Decimal]] = []
    for row in chart:
        when, value = moment_of_chart(row), read_value(row.value)
        if when is None or day is None or is_withdrawn(row):
            continue
        if value.number is None or value.comparator is not None or value.number <= 0:
            continue
        if canonical_unit(row.unit) == unit and same_analyte(identity, chart_identity(row)):
            found.append((abs((when.day - day.day).days), row, value.number))
    found.sort(key=lambda each: each[0])
    return [(row, number) for _, row, number in found[:NEAREST]]


def _unlike(lab: LabResult, earlier: Decimal, *, optical: bool) -> bool:
    if lab.numeric is None:
        return False
    ratio = max(lab.numeric / earlier, earlier / lab.numeric)
    key = fact_identity(lab).key or ""
    if key in WIDE:
        return optical and SHIFT[0] <= ratio <= SHIFT[1]
    limit = LIMITS.get(key)
    if limit is None:
        return ratio >= (OPTICAL_LIMIT if optical else TYPED_LIMIT)
    return ratio >= (1 + (limit - 1) * OPTICAL_SHARE if optical else limit)
