"""What titles of columns say: a part of a result, a date, or a test with its unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.dates import DateRole, label_role
from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of
from arbiter_fhir.extraction.laboratory.rules.header import ColumnKind, title_of
from arbiter_fhir.extraction.laboratory.units import is_unit_like, ucum_of
from arbiter_fhir.extraction.narrative.columns import Column, column_of
from arbiter_fhir.extraction.workbook.grid import GridCell
from arbiter_fhir.extraction.workbook.vital_signs import find_vital_sign, unit_of

__all__ = ["Measured", "Role", "measured_in", "role_of"]


class Role(StrEnum):
    """What a column holds."""

    NAME = "name"
    VALUE = "value"
    UNIT = "unit"
    RANGE = "range"
    LOW = "low"
    HIGH = "high"
    FLAG = "flag"
    DATE = "date"
    TIME = "time"
    STATUS = "status"
    COMMENT = "comment"
    SPECIMEN = "specimen"
    PANEL = "panel"
    PATIENT = "patient"
    OTHER = "other"


_WORDS: Final = {
    Role.DATE: "date|date/time|day|visit date|visit|when|test date|lab date|result date|date of test|date of service|"
    "service date|dos|encounter date|measured on|date measured|date taken|reading date|draw date|sample date",
    Role.TIME: "time|hour|time drawn|collection time|time collected",
    Role.SPECIMEN: "specimen|sample|specimen type|sample type|source|specimen source|material",
    Role.PANEL: "panel|category|group|section|profile|test group|order|panel name|battery|department",
    Role.PATIENT: "patient|patient name|name of patient|pt|pt name|pt. name|client|client name|subject|mrn|dob|"
    "date of birth|birth date|patient id|chart no|chart no.|chart number|last name|first name|surname|"
    "medical record number",
    Role.LOW: "low|lower|low limit|lower limit|min|minimum|ref low|range low|lln|reference low|normal low",
    Role.HIGH: "high|upper|high limit|upper limit|max|maximum|ref high|range high|uln|reference high|normal high",
    Role.OTHER: "goal|target|change|trend|average|mean|code|loinc|loinc code|ordering provider|provider|lab|method|"
    "previous|prior|delta|#|no|no.|id|page|site|performing lab",
}
_KNOWN: Final = {phrase: role for role, phrases in _WORDS.items() for phrase in phrases.split("|")}
_KINDS: Final = {
    ColumnKind.NAME: Role.NAME,
    ColumnKind.VALUE: Role.VALUE,
    ColumnKind.UNIT: Role.UNIT,
    ColumnKind.RANGE: Role.RANGE,
    ColumnKind.FLAG: Role.FLAG,
    ColumnKind.COLLECTED: Role.DATE,
    ColumnKind.STATUS: Role.STATUS,
    ColumnKind.COMMENT: Role.COMMENT,
    ColumnKind.PREVIOUS: Role.OTHER,
    ColumnKind.OTHER: Role.OTHER,
}
_AROUND: Final = "()[], :;-"


@dataclass(frozen=True, slots=True)
class Measured:
    """A title that names what is measured.

    Attributes:
        name: Fragments of the name.
        unit: Fragments of the unit in the title, possibly none.
        known: Whether the name is one that we know.
    """

    name: tuple[Fragment, ...]
    unit: tuple[Fragment, ...]
    known: bool


def role_of(cell: GridCell) -> Role | None:
    """What a title cell says of its column; ``None`` where it is no title that we know."""
    text = re.sub(r"\s+", " ", cell.text.casefold()).strip(" :*#")
    known = _KNOWN.get(text)
    if known is not None:
        return known
    kind = title_of(cell.fragments)
    if kind in _KINDS:
        return _KINDS[kind]
    named = column_of(text)
    if named in {Column.TEST, Column.VALUE}:
        return Role.NAME if named is Column.TEST else Role.VALUE
    role = label_role(text) if len(cell.fragments) <= 4 else None
    if role is DateRole.COLLECTED:
        return Role.DATE
    return Role.OTHER if role is not None else None


def measured_in(cell: GridCell) -> Measured | None:
    """The test that a title names, with the unit after its name: ``Glucose (mg/dL)``; ``None`` where it names none."""
    fragments = cell.fragments
    if not fragments or any(fragment.is_placeholder for fragment in fragments):
        return None
    for start in range(1, len(fragments)):
        unit = text_of(fragments[start:])
        bare = unit.strip(_AROUND)
        if not is_unit_like(bare) and unit_of(bare) is None:
            continue
        name = fragments[:start]
        if _is_known(name):
            return Measured(name, fragments[start:], known=True)
        bracketed = unit.startswith(("(", "[")) and unit.endswith((")", "]"))
        if bracketed and ucum_of(bare) is not None and any(letter.isalpha() for letter in text_of(name)):
            return Measured(name, fragments[start:], known=_is_known(fragments))
    return Measured(fragments, (), known=True) if _is_known(fragments) else None


def _is_known(fragments: Sequence[Fragment]) -> bool:
    text = text_of(fragments).strip(_AROUND)
    return find_analyte(text) is not None or find_vital_sign(text) is not None
