"""The values of facts as published, read back strictly."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from arbiter_fhir.domain.fact import AbnormalFlag, Comparator, FactType, LabResult, ResultStatus
from arbiter_fhir.domain.fact_value import VALUE_CLASSES, value_from_json

__all__ = ["ObservedLab", "check_value", "read_lab"]

_DATE = r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2})?)?)?$"


class ObservedLab(BaseModel):
    """What the rubrics look at in a laboratory value; `check_value` sees that it has no field too many or too few."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    test_name: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]
    unit: str
    reference_range: str
    flag_printed: str
    abnormal_flag: AbnormalFlag | None
    flag_derived: bool
    collection_date: Annotated[str, Field(pattern=_DATE)] | None
    report_date: Annotated[str, Field(pattern=_DATE)] | None
    panel: str
    specimen: str
    comment: str
    status: str
    numeric: Annotated[str, Field(pattern=r"^[+-]?\d+(\.\d+)?$")] | None
    comparator: Comparator | None
    ucum: str | None
    loinc: Annotated[str, Field(pattern=r"^\d{1,7}-\d$")] | None
    result_status: ResultStatus | None


def read_lab(value: Mapping[str, JsonValue]) -> ObservedLab:
    """A laboratory value.

    Raises:
        ValidationError: It has another shape.
    """
    return ObservedLab.model_validate_json(json.dumps(value))


def check_value(fact_type: FactType, value: Mapping[str, JsonValue]) -> None:
    """Whether a value has exactly the published shape of its kind.

    Raises:
        ValueError: It has not; the message names fields, never texts.
    """
    kind = VALUE_CLASSES[fact_type]
    wanted = {field.name for field in dataclasses.fields(kind)} | {"ambiguous_dates"}
    if set(value) != wanted:
        raise ValueError(f"a {fact_type.value} has other fields: {', '.join(sorted(set(value) ^ wanted))}")
    try:
        value_from_json(fact_type, value)
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"a field of the {fact_type.value} does not parse") from None
    if kind is LabResult:
        read_lab(value)
