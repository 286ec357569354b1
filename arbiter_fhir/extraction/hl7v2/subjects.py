"""Requests whose results are not this patient's: material of controls and surveys, of donors, and messages of tests.

Role and words of the specimen, the name of the request, and the mode in which the sender runs say so; each of its
results then waits for a person. Remarks on the request or the whole message that take results back hold for all of
them, and so does a specimen that the laboratory rejected.

*Source*: HL7 v2.5.1 sections 2.15.9.11 (MSH-11, table 0103: D debugging, P production, T training), 7.4.3.11 (SPM-11,
table 0369), 7.4.3.21 (SPM-21 reject reason, table 0490), 7.4.3.24 (SPM-24 condition, table 0493), 7.4.3.4 and 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from arbiter_fhir.extraction.disowned import disowns_report, disowns_result
from arbiter_fhir.extraction.hl7v2.grouping import MessageGroup, Request
from arbiter_fhir.extraction.hl7v2.tree import SegmentView
from arbiter_fhir.extraction.laboratory.qualifiers import is_qualified
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient, names_relative
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import is_unfit, weakens_report, weakens_result

__all__ = ["doubts_of_message", "doubts_of_request"]

#: Table 0369: blind sample, calibrator, electronic control, proficiency of the organisation, group, pool, proficiency
#: of the operator, control, replicate as a control, verifying collaborator. Only ``P`` is the patient's own.
_OF_NO_PATIENT: Final = frozenset({"B", "C", "E", "F", "G", "L", "O", "Q", "R", "V"})
_ROLE: Final = 11
#: Fields of SPM whose words say what the specimen is: type, modifier, source site, description.
_SPECIMEN_WORDS: Final = (4, 5, 8, 9, 14)
_REJECTED: Final = 21
_CONDITION: Final = 24
_SPOILT: Final = re.compile(r"^(?:CON|contaminat\w+)\b", re.IGNORECASE)
#: Table 0493: clotted, hemolyzed.
_UNFIT_CODE: Final = re.compile("CLOT|HEM")
#: Fields of OBR: the name of the request, the source of its specimen.
_REQUEST_WORDS: Final = (4, 15)
#: Fields of OBR with remarks: clinical information, the collector's comment.
_REQUEST_REMARKS: Final = (13, 39)
_NEWBORN_SCREEN: Final = re.compile(r"\b(?:newborn|neonat\w+|infant|baby|child)\b(?=.{0,20}\bscreen)", re.IGNORECASE)
_PROCESSING: Final = 11
_PRODUCTION: Final = frozenset({"", "P"})


def doubts_of_request(request: Request) -> list[Reason]:
    """Why no result of a request may be taken for the patient's without a person.

    Args:
        request: With its specimens and notes.
    """
    reasons: list[Reason] = []
    segment = request.segment
    roles = {spm.text(_ROLE).strip().upper() for spm in request.specimens}
    texts = [text for spm in request.specimens for text in _texts(spm, _SPECIMEN_WORDS)]
    texts += _texts(segment, _REQUEST_WORDS) if segment is not None else []
    if roles & _OF_NO_PATIENT or any(_is_of_other(text) for text in texts):
        reasons.append(Reason.SPEAKS_OF_ANOTHER)
    remarks = [text for note in request.notes for text in _texts(note, (3,))]
    remarks += _texts(segment, _REQUEST_REMARKS) if segment is not None else []
    remarks += [text for spm in request.specimens for text in _texts(spm, (14,))]
    told = [text for each in request.observations if _is_text(each.segment) for text in _texts(each.segment, (5,))]
    spoilt = any(_is_spoilt(spm) for spm in request.specimens)
    if spoilt or any(map(disowns_result, remarks)) or any(map(disowns_report, told)):
        reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
    found = [text for spm in request.specimens for text in _texts(spm, (_CONDITION, *_SPECIMEN_WORDS))]
    unfit = any(map(is_unfit, found)) or any(_UNFIT_CODE.fullmatch(text) for text in found)
    if unfit or any(map(weakens_result, remarks)) or any(map(weakens_report, told)):
        reasons.append(Reason.WEAKENED_BY_REMARK)
    return reasons


def doubts_of_message(group: MessageGroup) -> list[Reason]:
    """Why no result of a message may be taken: it is none of the sender's real work, or a note on it says so."""
    reasons: list[Reason] = []
    if group.header is not None and group.header.text(_PROCESSING).strip().upper() not in _PRODUCTION:
        reasons.append(Reason.SPEAKS_OF_ANOTHER)
    notes = list(_notes_on_patient(group.segments))
    if any(disowns_result(text) for text in notes):
        reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
    if any(weakens_result(text) for text in notes):
        reasons.append(Reason.WEAKENED_BY_REMARK)
    return reasons


def _is_text(observation: SegmentView) -> bool:
    """Whether an observation is a remark of the laboratory among the results (OBX-2 of TX, FT or ST)."""
    return observation.text(2).strip().upper() in {"TX", "FT", "ST"}


def _is_spoilt(specimen: SegmentView) -> bool:
    """Whether the laboratory has rejected a specimen or found it contaminated."""
    rejected = bool(specimen.field(_REJECTED)) and not specimen.is_null(_REJECTED)
    return rejected or any(_SPOILT.match(text) for text in _texts(specimen, (_CONDITION,)))


def _is_of_other(text: str) -> bool:
    told = _NEWBORN_SCREEN.sub(" ", text)
    return names_relative(told) or is_of_no_patient(told) or is_qualified([told], [])


def _texts(segment: SegmentView, fields: Iterable[int]) -> list[str]:
    """The words of some fields; codes of two letters say nothing by themselves."""
    return [leaf.text for number in fields for leaf in segment.field(number) if len(leaf.text) > 1]


def _notes_on_patient(segments: Iterable[SegmentView]) -> Iterator[str]:
    """Notes behind the message's or the patient's own segment."""
    own = False
    for segment in segments:
        if segment.name == "NTE":
            if own:
                yield from _texts(segment, (3,))
        else:
            own = segment.name in {"MSH", "SFT", "PID", "PD1", "PV1", "PV2", "NK1"}
