"""Vital signs: what "BP" or "sats" means, and which LOINC codes mean the same.

*Source*: ``data/vital_signs.tsv``, which names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = ["VitalSign", "vital_by_loinc", "vital_by_name", "vital_display", "vital_signs"]


@dataclass(frozen=True, slots=True)
class VitalSign:
    """One sign; a blood pressure has two values, systolic and diastolic.

    Attributes:
        key: Such as ``vital:blood_pressure``.
        display: Our own wording.
        loincs: Codes that mean it or a part of it.
        names: Names, lower case.
        capitals: Names that count only when written in capitals.
    """

    key: str
    display: str
    loincs: frozenset[str]
    names: tuple[str, ...]
    capitals: tuple[str, ...]


@cache
def vital_signs() -> Mapping[str, VitalSign]:
    """All signs by key."""
    return MappingProxyType(
        {
            row["sign"]: VitalSign(
                row["sign"],
                row["display"],
                frozenset(row["loincs"].split()),
                tuple(row["names"].split("|")),
                tuple(name for name in row["capitals"].split("|") if name),
            )
            for row in read_domain_table("vital_signs.tsv")
        }
    )


def vital_by_loinc(code: str) -> str:
    """The key of the sign that a LOINC code means; empty where none."""
    return next((sign.key for sign in vital_signs().values() if code in sign.loincs), "")


def vital_by_name(name: str) -> str:
    """The key of the sign that a whole printed name means; empty where none."""
    folded = " ".join(name.casefold().split())
    return next((sign.key for sign in vital_signs().values() if folded in sign.names), "")


def vital_display(key: str) -> str:
    """Our own wording for a sign's key; the key itself for any other."""
    known = vital_signs().get(key)
    return known.display if known is not None else key
