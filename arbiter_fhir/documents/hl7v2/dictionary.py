"""Names and data types of fields.

*Source*: HL7 v2.5.1, with the later fields of 2.8.2 and the withdrawn ones of earlier versions: ``data/fields.tsv``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

__all__ = ["FREE_TEXT", "FieldEntry", "field_entry", "field_type", "is_known", "segment_title"]

#: Data types whose text a sender may wrap.
FREE_TEXT: Final = frozenset({"ST", "TX", "FT"})

#: Segments that are set with a plain title.
_TITLES: Final[Mapping[str, str]] = {
    "MSH": "Message Header",
    "EVN": "Event Type",
    "PID": "Patient Identification",
    "PD1": "Patient Additional Demographic",
    "NK1": "Next of Kin",
    "PV1": "Patient Visit",
    "PV2": "Patient Visit Additional",
    "OBR": "Observation Request",
    "OBX": "Observation Result",
    "ORC": "Common Order",
    "NTE": "Notes and Comments",
    "SPM": "Specimen",
    "AL1": "Patient Allergy",
    "IAM": "Patient Adverse Reaction",
    "DG1": "Diagnosis",
    "PR1": "Procedure",
    "GT1": "Guarantor",
    "IN1": "Insurance",
    "IN2": "Insurance Additional",
    "IN3": "Insurance Certification",
    "MRG": "Merge Patient",
    "RXA": "Pharmacy Administration",
    "RXE": "Pharmacy Encoded Order",
    "RXO": "Pharmacy Order",
    "RXR": "Pharmacy Route",
    "TXA": "Transcription Document Header",
    "TQ1": "Timing",
    "SCH": "Scheduling Activity",
}


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """A field of the standard: its data type and name."""

    data_type: str
    label: str


@cache
def _fields() -> Mapping[tuple[str, int], FieldEntry]:
    text = resources.files("arbiter_fhir.documents.hl7v2").joinpath("data", "fields.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {(segment, int(number)): FieldEntry(kind, label) for segment, number, kind, label in rows[1:]}


@cache
def _known() -> frozenset[str]:
    return frozenset(name for name, _ in _fields())


def is_known(segment: str) -> bool:
    """Whether the standard's dictionary holds the segment."""
    return segment in _known()


def field_entry(segment: str, number: int) -> FieldEntry | None:
    """The field, or ``None`` where the standard knows none of this number."""
    return _fields().get((segment, number))


def field_type(segment: str, number: int) -> str:
    """Data type of a field; empty where the standard knows none of this number."""
    entry = field_entry(segment, number)
    return entry.data_type if entry else ""


def segment_title(segment: str) -> str:
    """Its name in words; empty where it has none here."""
    return _TITLES.get(segment, "")
