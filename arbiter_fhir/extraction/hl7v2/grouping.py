"""What belongs together in a message: requests with their observations, specimens and notes.

*Source*: HL7 v2.5.1 sections 7.3.1 (ORU), 7.3.6 to 7.3.9 (OUL) and 4.4 (orders): groups follow from the order of
segments. In OUL messages that begin with a specimen, it holds for the requests behind it; elsewhere for the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.extraction.hl7v2.tree import SegmentView

__all__ = ["MessageGroup", "Observation", "Request", "group_messages"]


@dataclass(slots=True)
class Observation:
    """An OBX with the notes behind it."""

    segment: SegmentView
    notes: list[SegmentView] = field(default_factory=list)


@dataclass(slots=True)
class Request:
    """An OBR (or nothing, for observations that stand for themselves) and what belongs to it."""

    segment: SegmentView | None
    observations: list[Observation] = field(default_factory=list)
    specimens: list[SegmentView] = field(default_factory=list)
    notes: list[SegmentView] = field(default_factory=list)


@dataclass(slots=True)
class MessageGroup:
    """One patient's segments of a message.

    Attributes:
        code: Message code, MSH-9.1: ``ORU``.
        trigger: Trigger event, MSH-9.2: ``R01``.
        segments: All of the part, in order.
        requests: In order.
        header: MSH of the message, which may stand in an earlier part.
    """

    code: str
    trigger: str
    segments: list[SegmentView]
    requests: list[Request]
    header: SegmentView | None = None


def group_messages(segments: Sequence[SegmentView]) -> list[MessageGroup]:
    """The groups of a file: one for each message and patient, in order."""
    headers = {segment.message: segment for segment in segments if segment.name == "MSH"}
    parts: dict[tuple[int, int], list[SegmentView]] = {}
    for segment in segments:
        parts.setdefault((segment.message, segment.part), []).append(segment)
    groups: list[MessageGroup] = []
    for (message, _), own in parts.items():
        header = headers.get(message)
        code, trigger = (header.text(9, 1), header.text(9, 2)) if header else ("", "")
        groups.append(MessageGroup(code.upper(), trigger.upper(), own, _requests(own), header))
    return groups


def _requests(segments: Iterable[SegmentView]) -> list[Request]:
    requests: list[Request] = []
    current = Request(None)
    leading: list[SegmentView] = []
    specimen_first = False
    #: Where a note belongs: to the segment before it.
    noted: list[SegmentView] | None = None
    for segment in segments:
        match segment.name:
            case "OBR":
                current = Request(segment, specimens=list(leading))
                requests.append(current)
                noted = current.notes
            case "OBX":
                observation = Observation(segment)
                if current.segment is None and not requests:
                    requests.append(current)
                current.observations.append(observation)
                noted = observation.notes
            case "SPM":
                specimen_first = specimen_first or current.segment is None
                if specimen_first:
                    leading, current = [segment], Request(None)
                    requests.append(current)
                else:
                    current.specimens.append(segment)
                noted = None
            case "NTE":
                if noted is not None:
                    noted.append(segment)
            case "ORC" | "TQ1" | "SAC" | "PRT" | "CTD":
                noted = noted if segment.name != "ORC" else None
            case _:
                noted = None
    return [request for request in requests if request.segment is not None or request.observations]
