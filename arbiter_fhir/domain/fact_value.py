"""The values that facts can have, and their JSON form: one codec for all, driven by the fields' types.

Dates are ISO with the printed precision; which of them could have day and month swapped is listed beside them under
``ambiguous_dates``. Exact decimals are strings.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Any, Final, get_args, get_origin, get_type_hints

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import FactType, FactValue, LabResult
from arbiter_fhir.domain.statement import (
    Allergy,
    FamilyHistory,
    Medication,
    Problem,
    Statement,
    Susceptibility,
)

__all__ = ["VALUE_CLASSES", "value_from_json", "value_to_json"]

_AMBIGUOUS: Final = "ambiguous_dates"

#: The class of the value of each kind of fact.
VALUE_CLASSES: Final[Mapping[FactType, type[FactValue]]] = {
    FactType.LAB_RESULT: LabResult,
    FactType.VITAL_SIGN: LabResult,
    FactType.SUSCEPTIBILITY: Susceptibility,
    FactType.MEDICATION: Medication,
    FactType.ALLERGY: Allergy,
    FactType.PROBLEM: Problem,
    FactType.FAMILY_HISTORY: FamilyHistory,
    FactType.PROCEDURE: Problem,
    FactType.IMMUNIZATION: Statement,
    FactType.SOCIAL_HISTORY: Statement,
    FactType.CHIEF_CONCERN: Statement,
    FactType.DEMOGRAPHIC: Statement,
    FactType.REFERRAL: Statement,
    FactType.OTHER: Statement,
}


def value_to_json(value: FactValue) -> dict[str, object]:
    """A JSON-ready mapping of all fields."""
    names = [field.name for field in dataclasses.fields(value)]
    plain: dict[str, object] = {name: _plain(getattr(value, name)) for name in names}
    dates = {name: when for name in names if isinstance(when := getattr(value, name), ClinicalDate)}
    plain[_AMBIGUOUS] = [name for name, when in dates.items() if when.ambiguous]
    return plain


def value_from_json(fact_type: FactType, plain: Mapping[str, Any]) -> FactValue:
    """Read back what `value_to_json` wrote.

    Raises:
        KeyError: A field is missing.
        ValueError: A field does not parse.
    """
    value = _built(VALUE_CLASSES[fact_type], plain)
    swapped = {name: dataclasses.replace(getattr(value, name), ambiguous=True) for name in plain[_AMBIGUOUS]}
    read: FactValue = dataclasses.replace(value, **swapped)
    return read


def _plain(value: object) -> object:
    match value:
        case StrEnum():
            return value.value
        case ClinicalDate():
            return value.iso
        case Decimal():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case None | str() | bool() | int():
            return value
        case _ if dataclasses.is_dataclass(value):
            return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case _:
            raise TypeError(f"no JSON form for {type(value).__name__}")


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _built(kind: type, plain: Mapping[str, Any]) -> Any:
    return kind(**{name: _read(hint, plain[name]) for name, hint in _hints(kind).items()})


def _read(hint: Any, plain: Any) -> Any:
    """One field's value from its JSON form, by its annotated type."""
    if isinstance(hint, types.UnionType):
        (hint,) = [option for option in get_args(hint) if option is not type(None)]
        return None if plain is None else _read(hint, plain)
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], each) for each in plain)
    if dataclasses.is_dataclass(hint) and hint is not ClinicalDate and isinstance(hint, type):
        return _built(hint, plain)
    read = _READERS.get(hint, hint)
    if read in _PLAIN and not isinstance(plain, hint):
        raise ValueError("a field has another type than its value class says")
    return read(plain)


_READERS: Final[Mapping[Any, Any]] = {ClinicalDate: ClinicalDate.parse_iso}
_PLAIN: Final = (str, bool, int)
