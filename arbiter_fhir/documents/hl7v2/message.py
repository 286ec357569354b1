"""Messages, segments and fields as values: split by the message's own delimiters, decoded leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from arbiter_fhir.documents.hl7v2.delimiters import Delimiters
from arbiter_fhir.documents.hl7v2.escapes import unescape
from arbiter_fhir.documents.hl7v2.limits import MAX_PARTS_OF_FIELD
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Message", "Repetition", "Segment"]

#: A repetition: components, each of sub-components, decoded. A plain value has one of each.
Repetition = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment as written.

    Attributes:
        name: Three characters, such as ``OBX``.
        occurrence: 1-based among the segments of this name in the message.
        position: 1-based among all segments of the message, for warnings.
        raw: Its fields as written, from field 1 on.
        delimiters: Of its message.
        codec: Python's name of its message's character set.
    """

    name: str
    occurrence: int
    position: int
    raw: tuple[str, ...] = field(repr=False)
    delimiters: Delimiters
    codec: str

    def numbers(self) -> Iterator[int]:
        """Numbers of the fields that are not empty, ascending."""
        return (number for number, raw in enumerate(self.raw, start=1) if raw.strip())

    def repetitions(self, number: int) -> list[Repetition]:
        """The repetitions of field ``number`` (1-based); none where it is empty or absent.

        Raises:
            DocumentError: E_TOO_LARGE beyond `MAX_PARTS_OF_FIELD` repetitions, components or sub-components.
        """
        raw = self.raw[number - 1] if number <= len(self.raw) else ""
        if not raw:
            return []
        if self.name == "MSH" and number <= 2:
            return [((raw,),)]
        parted = _split(raw, self.delimiters.repetition)
        return [
            tuple(
                tuple(
                    unescape(sub, self.delimiters, self.codec)
                    for sub in _split(component, self.delimiters.subcomponent)
                )
                for component in _split(repetition, self.delimiters.component)
            )
            for repetition in parted
        ]

    def text(self, number: int, component: int = 1) -> str:
        """One component of a field's first repetition, its first sub-component; empty where there is none."""
        repetitions = self.repetitions(number)
        if not repetitions or component > len(repetitions[0]):
            return ""
        return repetitions[0][component - 1][0].strip()


@dataclass(frozen=True, slots=True)
class Message:
    """A message.

    Attributes:
        number: 1-based in the file.
        segments: In order, MSH first.
    """

    number: int
    segments: tuple[Segment, ...]

    @property
    def kind(self) -> tuple[str, str]:
        """Message code and trigger event (MSH-9.1, MSH-9.2), such as ``("ORU", "R01")``; empty where not sent."""
        return self.segments[0].text(9, 1), self.segments[0].text(9, 2)


def _split(raw: str, delimiter: str) -> list[str]:
    parts = raw.split(delimiter) if delimiter else [raw]
    if len(parts) > MAX_PARTS_OF_FIELD:
        raise DocumentError(
            ErrorCode.TOO_LARGE, f"A field of the HL7 message has more than {MAX_PARTS_OF_FIELD} parts; split it."
        )
    return parts
