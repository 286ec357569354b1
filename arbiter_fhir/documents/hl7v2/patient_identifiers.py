"""Of the several numbers and names of a patient, those that speak for him; the others are hidden like them.

*Source*: HL7 v2.5.1 section 3.4.2 (PID-2 and PID-4 are kept for older senders, PID-3 holds every number, PID-5 the
legal name first, PID-9 other names) and table 0203 (``MR`` is a medical record number).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.documents.hl7v2.leaves import Leaf
from arbiter_fhir.documents.hl7v2.message import Repetition, Segment
from arbiter_fhir.domain.region import DeclaredContent

__all__ = ["settle_identifiers"]

_NUMBERS: Final = 3
_OLDER_NUMBERS: Final = frozenset({2, 4})
_NAME: Final = 5
_OTHER_NAMES: Final = 9
_RECORD_NUMBER: Final = "MR"
_TYPE: Final = 5


def settle_identifiers(segment: Segment, number: int, count: int, leaves: Sequence[Leaf]) -> list[Leaf]:
    """The leaves of one repetition of a patient's field, with what speaks for the patient declared as such.

    A second number from another authority would contradict the first wherever the chart knows one of them.

    Args:
        segment: PID; leaves of other segments stay as they are.
        number: Of the field.
        count: 1-based number of the repetition.
        leaves: Of the repetition.
    """
    if segment.name != "PID":
        return list(leaves)
    found = list(leaves)
    if (number == _NAME and count > 1) or number == _OTHER_NAMES:
        found = _other(found, DeclaredContent.PATIENT_NAME, DeclaredContent.PERSON_NAME)
    if (number == _NUMBERS and not _speaks(segment, count)) or (
        number in _OLDER_NUMBERS and segment.repetitions(_NUMBERS)
    ):
        found = _other(found, DeclaredContent.PATIENT_MRN, DeclaredContent.IDENTIFIER)
    return found


def _speaks(segment: Segment, count: int) -> bool:
    """Whether a number of PID-3 is a record number, or none of them says that it is one."""
    types = [_type(repetition) for repetition in segment.repetitions(_NUMBERS)]
    return _RECORD_NUMBER not in types or types[count - 1] == _RECORD_NUMBER


def _type(repetition: Repetition) -> str:
    return repetition[_TYPE - 1][0].strip().upper() if len(repetition) >= _TYPE else ""


def _other(leaves: Sequence[Leaf], own: DeclaredContent, other: DeclaredContent) -> list[Leaf]:
    return [replace(leaf, declares=other) if leaf.declares is own else leaf for leaf in leaves]
