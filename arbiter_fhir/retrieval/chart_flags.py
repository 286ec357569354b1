"""The flag of a chart row: as stored, in OpenEMR's words or HL7's, or worked out from value and range."""

from __future__ import annotations

import re
from decimal import Decimal

from arbiter_fhir.domain.fact import AbnormalFlag, Comparator
from arbiter_fhir.domain.lab_comparison import MeasuredValue

__all__ = ["derive_flag", "stored_flag"]

#: OpenEMR's `proc_res_abnormal` options and HL7 table 0078, which its lab interfaces store unchanged.
_STORED = {
    **{flag.value: flag for flag in AbnormalFlag},
    "n": AbnormalFlag.NORMAL,
    "normal": AbnormalFlag.NORMAL,
    "a": AbnormalFlag.ABNORMAL,
    "abnormal": AbnormalFlag.ABNORMAL,
    "h": AbnormalFlag.HIGH,
    "l": AbnormalFlag.LOW,
    "hh": AbnormalFlag.CRITICAL_HIGH,
    "ll": AbnormalFlag.CRITICAL_LOW,
}
_NUMBER = r"-?\d+(?:\.\d+)?"
_BETWEEN = re.compile(rf"\s*({_NUMBER})\s*(?:-|\u2013|to)\s*({_NUMBER})\s*")
_BOUND = re.compile(rf"\s*(<=|>=|<|>)\s*({_NUMBER})\s*")


def stored_flag(abnormal: str) -> AbnormalFlag | None:
    """The flag that a row carries; ``None`` for an empty or unknown word."""
    return _STORED.get(abnormal.strip().casefold())


def derive_flag(value: MeasuredValue, reference_range: str) -> AbnormalFlag | None:
    """High, low or normal by a plain number and a plain range; ``None`` where either is anything else.

    A value with a comparator is judged only where the comparator cannot change the outcome.
    """
    number = value.number
    if number is None:
        return None
    between = _BETWEEN.fullmatch(reference_range)
    if between is not None:
        low, high = Decimal(between[1]), Decimal(between[2])
        return _judge(value, number, low, high) if low <= high else None
    bound = _BOUND.fullmatch(reference_range)
    if bound is None:
        return None
    return _judge_bound(value, number, bound[1], Decimal(bound[2]))


def _judge_bound(value: MeasuredValue, number: Decimal, sign: str, limit: Decimal) -> AbnormalFlag | None:
    """Judge against a range with one bound: ``<100``, ``>=40``."""
    inside = {"<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit}[sign]
    outside = AbnormalFlag.HIGH if sign.startswith("<") else AbnormalFlag.LOW
    if value.comparator is None:
        return AbnormalFlag.NORMAL if inside else outside
    # "<6" lies under a limit of 20 as a whole, and over none; "<30" against 20 may be either.
    if value.comparator.value.startswith(sign[0]):
        return AbnormalFlag.NORMAL if inside else None
    beyond = number >= limit if sign.startswith("<") else number <= limit
    strict = value.comparator in {Comparator.LESS, Comparator.GREATER}
    return outside if beyond and strict else None


def _judge(value: MeasuredValue, number: Decimal, low: Decimal, high: Decimal) -> AbnormalFlag | None:
    below = value.comparator in {Comparator.LESS, Comparator.LESS_OR_EQUAL}
    above = value.comparator in {Comparator.GREATER, Comparator.GREATER_OR_EQUAL}
    if above:
        return AbnormalFlag.HIGH if number >= high and value.comparator is Comparator.GREATER else None
    if below:
        return AbnormalFlag.LOW if number <= low and value.comparator is Comparator.LESS else None
    if number < low:
        return AbnormalFlag.LOW
    return AbnormalFlag.HIGH if number > high else AbnormalFlag.NORMAL
