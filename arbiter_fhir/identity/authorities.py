"""Record numbers that several authorities have given to one patient.

An HL7 v2 message lists every number of a patient (PID-3), each with the authority that assigned it (component 4). The
chart knows one number and not whose it is. Where one number of the list is the chart's:

- a number of another authority says nothing against it: every authority counts its patients for itself;
- another number of the same authority does: an authority gives one number to one patient, so that two of them are two
  patients, or two records that nobody has joined yet. So does one that names no authority.

*Source*: HL7 v2.5.1 section 2.A.14 (CX: the number is unique within its assigning authority) and 3.4.2.3 (PID-3).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import (
    CandidateField,
    DeidentifiedDocument,
    DeidentifiedPage,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierRole,
)
from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.identity.matchers import compare_mrn

__all__ = ["without_other_authorities"]

#: The number and the authority of one entry of the list: ``PID[1]-3[2].1``, ``MSG[2]/PID[1]-3.4.1``.
_NUMBER: Final = re.compile(r"(?P<entry>(?:.*/)?PID(?:\[\d+\])?-3(?:\[\d+\])?)\.1(?:\.1)?")
_AUTHORITY: Final = re.compile(r"(?P<entry>(?:.*/)?PID(?:\[\d+\])?-3(?:\[\d+\])?)\.4(?:\.\d+)?")
#: Kinds of identifiers of an authority (HL7 table 0301): they say how its identifier is built, not who it is.
_KINDS: Final = frozenset({"iso", "dns", "guid", "uuid", "uri", "urn", "clia", "cap", "hl7", "hcd", "l", "m", "n"})
_OBJECT_IDENTIFIER: Final = re.compile(r"\d+(?:\.\d+)+")


@dataclass(frozen=True, slots=True)
class _Authority:
    """Who assigned a number: names and object identifiers, in lower case; both empty where nothing is said."""

    names: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()

    def is_another_than(self, other: _Authority) -> bool:
        """Whether two authorities are surely not one: what both tell of themselves differs."""
        told = [
            (own, others)
            for own, others in ((self.names, other.names), (self.identifiers, other.identifiers))
            if own and others
        ]
        return bool(told) and all(own.isdisjoint(others) for own, others in told)


def without_other_authorities(
    clean: DeidentifiedDocument, candidates: IdentifierCandidates, patient: ChartPatient
) -> IdentifierCandidates:
    """The candidates without record numbers that another authority assigned than the one whose number the chart has.

    Args:
        clean: The document, whose regions say which authority assigned a number.
        candidates: Of the document, or of a part of it.
        patient: The chart patient.
    """
    numbers = [
        item
        for item in candidates.items
        if item.field is CandidateField.MRN and item.role is IdentifierRole.PATIENT and item.labelled
    ]
    if len(numbers) < 2:
        return candidates
    matching = [item for item in numbers if compare_mrn(item.value, patient.mrn).outcome is MatchOutcome.MATCH]
    authorities = [_authority(item, clean) for item in matching]
    others = {
        id(item)
        for item in numbers
        if authorities and all(_authority(item, clean).is_another_than(own) for own in authorities)
    }
    return IdentifierCandidates(tuple(item for item in candidates.items if id(item) not in others))


def _authority(item: IdentifierCandidate, clean: DeidentifiedDocument) -> _Authority:
    page = next((page for page in clean.pages if page.number == item.page), None)
    entry = _entry_of(item, page) if page is not None else ""
    if page is None or not entry:
        return _Authority()
    said = {
        page.text.value[start:end].strip()
        for region in page.regions
        if (match := _AUTHORITY.fullmatch(region.path)) is not None and match["entry"] == entry
        for start, end in region.spans
    }
    words = _raw_words(said, clean.phi.values) - _KINDS
    identifiers = frozenset(word for word in words if _OBJECT_IDENTIFIER.fullmatch(word))
    return _Authority(frozenset(words - identifiers), identifiers)


def _raw_words(said: set[str], phi: Mapping[str, tuple[str, ...]]) -> set[str]:
    """What stood where an authority is named, piece by piece; a placeholder may stand for several of them."""
    forms = {form for text in said for form in phi.get(text, (text,))}
    return {word for form in forms for part in form.split(",") if (word := part.strip().casefold())}


def _entry_of(item: IdentifierCandidate, page: DeidentifiedPage) -> str:
    """The entry of the list whose number a candidate is; empty where it is none of a list."""
    if item.box is None:
        return ""
    words = [word for word in page.words if item.box.holds_center_of(word.box)]
    for region in page.regions:
        match = _NUMBER.fullmatch(region.path)
        if match is not None and any(region.touches(word.start, word.end) for word in words):
            return match["entry"]
    return ""
