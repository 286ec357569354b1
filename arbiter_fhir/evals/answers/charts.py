"""Lines of a chart as data: what a person's record holds before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "ChartLine",
    "IssueLine",
    "LabLine",
    "LineKey",
    "NoneLine",
    "OrderLine",
    "PanelLine",
    "PrescriptionLine",
    "VaccineLine",
    "VisitLine",
]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
_Text = Annotated[str, Field(min_length=1)]
#: By what a question's expectations name a line.
LineKey = Annotated[str, Field(pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*$")]


class LabLine(BaseModel):
    """One result.

    Attributes:
        loinc: Empty where the laboratory gave no code.
        flag: Option of OpenEMR's list `proc_res_abnormal`: ``high``, ``low``, ``no`` or empty.
    """

    model_config = _STRICT

    key: LineKey
    name: _Text
    value: _Text
    unit: str = ""
    range: str = ""
    flag: str = ""
    loinc: str = ""


class PanelLine(BaseModel):
    """An order that was reported on; its key names the order, those of its results the results."""

    model_config = _STRICT

    line: Literal["panel"] = "panel"
    key: LineKey
    name: _Text
    at: datetime
    results: Annotated[tuple[LabLine, ...], Field(min_length=1)]


class VisitLine(BaseModel):
    """A visit; its vital signs have the key of the visit with ``.signs`` behind.

    Attributes:
        signs: Columns of `form_vitals` with their values, in OpenEMR's units.
    """

    model_config = _STRICT

    line: Literal["visit"] = "visit"
    key: LineKey
    at: datetime
    reason: _Text
    signs: Mapping[str, str] = {}


class IssueLine(BaseModel):
    """An entry of the lists of allergies, medications or problems.

    Attributes:
        code: ``ICD10:I10`` or ``RXNORM:7980``; empty where none.
        began: First day; `ended` the last, where it is over.
        recorded: When somebody entered it.
        reaction: Option of the list `reaction`; `severity` of `severity_ccda`.
    """

    model_config = _STRICT

    line: Literal["issue"] = "issue"
    key: LineKey
    kind: Literal["allergy", "medication", "medical_problem"]
    title: _Text
    recorded: date
    code: str = ""
    began: date | None = None
    ended: date | None = None
    reaction: str = ""
    severity: str = ""
    instructions: str = ""


class PrescriptionLine(BaseModel):
    """A prescription: ``size`` milligrams, one tablet by mouth; ``interval`` is OpenEMR's option."""

    model_config = _STRICT

    line: Literal["prescription"] = "prescription"
    key: LineKey
    drug: _Text
    rxnorm: str = ""
    size: _Text
    interval: int
    on: date
    indication: str = ""
    active: bool = True


class VaccineLine(BaseModel):
    """An immunization by CVX code.

    Attributes:
        name: Words that may stand for it.
    """

    model_config = _STRICT

    line: Literal["vaccine"] = "vaccine"
    key: LineKey
    cvx: _Text
    name: _Text
    at: datetime
    status: str = "Completed"


class OrderLine(BaseModel):
    """An order without results."""

    model_config = _STRICT

    line: Literal["order"] = "order"
    key: LineKey
    tests: Annotated[tuple[str, ...], Field(min_length=1)]
    at: datetime
    status: str = "pending"
    kind: str = "laboratory_test"


class NoneLine(BaseModel):
    """A list that was marked "None"."""

    model_config = _STRICT

    line: Literal["none"] = "none"
    kind: Literal["allergy", "medication", "medical_problem"]


ChartLine = Annotated[
    PanelLine | VisitLine | IssueLine | PrescriptionLine | VaccineLine | OrderLine | NoneLine,
    Field(discriminator="line"),
]
