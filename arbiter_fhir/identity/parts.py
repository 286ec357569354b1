"""The decision on each part of a document: the gate's rules, and what parts can say for one another.

A part is judged by the identifiers on its own pages. Two kinds of parts lean on others:

- A document carried inside another (an attachment) that prints no identifiers follows its carrier's decision. With
  identifiers of its own it is judged by them; carried by another patient's document it is never better than ambiguous.
- A document of a fax packet that prints too few identifiers, and none that differs, is taken for the patient's where
  another document of the packet (not the cover sheet) is verified by itself and no page of the packet speaks against
  the patient, with a label or without one. In a packet of two patients every document needs its own identifiers.

A part that prints a second record number beside the chart's own is never better than ambiguous, whatever its labels
say: whose the results are that stand around it is for a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter_fhir.domain.deid import DeidentifiedDocument, IdentifierCandidates
from arbiter_fhir.domain.document import DocType, DocumentPart, PartKind
from arbiter_fhir.domain.identity import (
    ChartPatient,
    DocumentIdentity,
    IdentityDecision,
    IdentityStatus,
    MatchOutcome,
    PartIdentity,
)
from arbiter_fhir.domain.paper import PaperKind, read_signs
from arbiter_fhir.domain.seal import IDENTITY_SEAL
from arbiter_fhir.identity.authorities import without_other_authorities
from arbiter_fhir.identity.decide import NO_IDENTIFIERS, ONE_STRONG_IDENTIFIER, STRONG, decide_identity
from arbiter_fhir.identity.dividing import divide
from arbiter_fhir.identity.name_columns import with_name_columns
from arbiter_fhir.identity.persons import identifying
from arbiter_fhir.identity.strangers import is_stranger, prints_other_record, record_numbers

__all__ = ["decide_document"]

#: Reasons of a part that is taken for the patient's because of the parts beside it.
VOUCHED = "packet_of_one_patient"
CARRIED_BY_ANOTHERS = "carried_by_another_patients_document"
OTHER_RECORD = "other_record_number"
_TOO_FEW = frozenset({NO_IDENTIFIERS, ONE_STRONG_IDENTIFIER})


def decide_document(clean: DeidentifiedDocument, doc_type: DocType, patient: ChartPatient) -> DocumentIdentity:
    """Decide for each part of a document whether it is this patient's.

    Args:
        clean: The document after de-identification; where it has no parts yet, it is divided.
        doc_type: What its category says it is.
        patient: The chart patient under whom it was filed.
    """
    parts = divide(clean, doc_type)
    own = {
        part.number: decide_identity(
            with_name_columns(
                clean, without_other_authorities(clean, _candidates(clean, part, parts), patient), patient
            ),
            patient,
        )
        for part in parts
    }
    by_number = {part.number: part for part in parts}
    if doc_type is not DocType.HL7V2_MESSAGE:
        # The numbers of a message say by their fields whose they are.
        own = {part.number: _with_records(clean, part, own[part.number], patient) for part in parts}
    decided = {part.number: _with_carrier(part, own, by_number) for part in parts}
    if all(part.kind is PartKind.PACKET for part in parts):
        decided = _with_packet(clean, parts, decided)
    return DocumentIdentity(tuple(PartIdentity(part, decided[part.number]) for part in parts))


def _with_records(
    clean: DeidentifiedDocument, part: DocumentPart, decision: IdentityDecision, patient: ChartPatient
) -> IdentityDecision:
    """A part's decision, a second record number on its pages considered."""
    doubted = decision.status is IdentityStatus.VERIFIED and prints_other_record(clean, _pages(part), patient)
    return _changed(decision, IdentityStatus.AMBIGUOUS, OTHER_RECORD) if doubted else decision


def _candidates(clean: DeidentifiedDocument, part: DocumentPart, parts: Sequence[DocumentPart]) -> IdentifierCandidates:
    if len(parts) == 1:
        return clean.candidates
    return IdentifierCandidates(
        tuple(item for item in clean.candidates.items if part.first_page <= item.page <= part.last_page)
    )


def _with_carrier(
    part: DocumentPart, own: Mapping[int, IdentityDecision], by_number: Mapping[int, DocumentPart]
) -> IdentityDecision:
    """An attachment's decision, its carrier considered; carriers come before what they carry."""
    mine = own[part.number]
    if part.parent is None or part.parent not in by_number or part.parent >= part.number:
        return mine
    carrier = _with_carrier(by_number[part.parent], own, by_number)
    if mine.reason == NO_IDENTIFIERS:
        return IdentityDecision(
            mine.patient_id, carrier.status, carrier.comparisons, f"carrier_{carrier.reason}", IDENTITY_SEAL
        )
    if carrier.status is IdentityStatus.MISMATCH and mine.status is not IdentityStatus.MISMATCH:
        return _changed(mine, IdentityStatus.AMBIGUOUS, CARRIED_BY_ANOTHERS)
    return mine


def _with_packet(
    clean: DeidentifiedDocument, parts: Sequence[DocumentPart], decided: Mapping[int, IdentityDecision]
) -> dict[int, IdentityDecision]:
    """The decisions of a packet's parts, those with too few identifiers considered with the others."""
    covers = {signs.page for signs in read_signs(clean.pages) if signs.kind is PaperKind.COVER_SHEET}
    vouching = [
        part
        for part in parts
        if part.first_page not in covers and decided[part.number].status is IdentityStatus.VERIFIED
    ]
    if not vouching or any(_speaks_against(decision) for decision in decided.values()):
        return dict(decided)
    if any(_is_strange(clean, part, vouching) for part in parts if part not in vouching):
        return dict(decided)
    return {
        number: _changed(decision, IdentityStatus.VERIFIED, VOUCHED) if decision.reason in _TOO_FEW else decision
        for number, decision in decided.items()
    }


def _is_strange(clean: DeidentifiedDocument, part: DocumentPart, vouching: Sequence[DocumentPart]) -> bool:
    """Whether a part that names nobody by a label prints identifiers of another than the packet's patient."""
    vouched = {page for each in vouching for page in _pages(each)}
    named = identifying(item for item in clean.candidates.items if item.page in vouched)
    return is_stranger(clean, _pages(part), named=named, records=record_numbers(clean, vouched))


def _pages(part: DocumentPart) -> range:
    return range(part.first_page, part.last_page + 1)


def _speaks_against(decision: IdentityDecision) -> bool:
    """Whether a part prints something that is not the patient's, or that leaves doubt beyond printing too little."""
    if decision.status is IdentityStatus.VERIFIED:
        return False
    differs = any(
        comparison.field in STRONG and comparison.outcome is MatchOutcome.MISMATCH
        for comparison in decision.comparisons
    )
    return differs or decision.reason not in _TOO_FEW | {"only_close_identifiers"}


def _changed(decision: IdentityDecision, status: IdentityStatus, reason: str) -> IdentityDecision:
    return IdentityDecision(decision.patient_id, status, decision.comparisons, reason, IDENTITY_SEAL)
