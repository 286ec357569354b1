"""From a message's lines to its segments: wrapped text is joined, a broken segment loses only itself.

*Source*: HL7 v2.5.1 sections 2.5.2 (segments), 2.10.2 and 2.15.4 (continuation: ADD and DSC).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from arbiter_fhir.documents.hl7v2.dictionary import FREE_TEXT, field_type, is_known
from arbiter_fhir.documents.hl7v2.framing import FramedMessage
from arbiter_fhir.documents.hl7v2.limits import MAX_SEGMENTS
from arbiter_fhir.documents.hl7v2.message import Message, Segment
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["assemble_messages"]

_NAME: Final = re.compile(r"[A-Z][A-Z0-9]{2}")

#: What stands before the first delimiter of a line that was meant as a segment and has no segment's name.
_MEANT_AS_NAME: Final = re.compile(r"[A-Za-z0-9]{0,3}")

#: Number of the field that holds free text where the dictionary leaves its type to the message.
_OBSERVATION: Final = ("OBX", 5)

Warn = Callable[[str], None]


def assemble_messages(framed: Iterable[FramedMessage], warn: Warn) -> list[Message]:
    """All messages with their segments.

    Raises:
        DocumentError: E_TOO_LARGE beyond `MAX_SEGMENTS` segments together.
    """
    found: list[tuple[FramedMessage, list[str]]] = []
    pointers: dict[str, int] = {}
    total = 0
    for each in framed:
        lines = _segment_lines(each, warn)
        total += len(lines)
        if total > MAX_SEGMENTS:
            raise DocumentError(ErrorCode.TOO_LARGE, f"The HL7 file has more than {MAX_SEGMENTS} segments; split it.")
        index = _resumed(lines[0], each, pointers)
        if index is None:
            index = len(found)
            found.append((each, []))
        _append(found[index][1], lines if not found[index][1] else lines[1:])
        pointer = _pointer(lines[-1], each)
        if pointer:
            pointers[pointer] = index
    if pointers:
        warn(f"{len(pointers)} message(s) go on in another one that is not in this file.")
    return [Message(each.number, _segments(lines, each)) for each, lines in found]


def _append(lines: list[str], more: Sequence[str]) -> None:
    """Add the lines of a message that goes on; its first may be the rest of the segment before the pointer."""
    if lines and lines[-1].startswith("DSC"):
        lines.pop()
    if lines and more and more[0].startswith("ADD"):
        lines[-1] += more[0][4:]
        more = more[1:]
    lines.extend(more)


def _segment_lines(message: FramedMessage, warn: Warn) -> list[str]:
    """Lines that are one segment each."""
    field = message.delimiters.field
    lines = [message.lines[0].strip(" \t")]
    for number, line in enumerate(message.lines[1:], start=2):
        bare = line.lstrip(" \t")
        name = bare[:3]
        if _NAME.fullmatch(name) and bare[3:4] in {field, ""}:
            if name == "ADD" and len(lines) > 1:
                # The rest of the segment before: its last field goes on.
                lines[-1] += bare[4:]
            else:
                lines.append(bare)
        elif _is_continuation(lines[-1], line, message):
            lines[-1] += "\n" + line
        else:
            where = f"line {number} of message {message.number}, after {lines[-1][:3]}"
            warn(f"A line is no HL7 segment and was left out ({where}).")
    return lines


def _is_continuation(before: str, line: str, message: FramedMessage) -> bool:
    """Whether a line is the rest of the text that the segment before it ends with."""
    field = message.delimiters.field
    head = line.partition(field)[0].strip()
    if before.startswith("MSH") or (field in line and _MEANT_AS_NAME.fullmatch(head)):
        return False
    name = before[:3]
    # An escaped delimiter is no delimiter by its letters: \F\ holds none.
    last = before.count(field)
    return (name, last) == _OBSERVATION or field_type(name, last) in FREE_TEXT or not is_known(name)


def _resumed(header: str, message: FramedMessage, pointers: dict[str, int]) -> int | None:
    """Index of the message that this one continues (MSH-14), if that is in the file."""
    fields = header.split(message.delimiters.field)
    pointer = fields[13].strip() if len(fields) > 13 else ""
    return pointers.pop(pointer, None) if pointer else None


def _pointer(last: str, message: FramedMessage) -> str:
    """Continuation pointer of a message that goes on in another (DSC-1)."""
    name, _, rest = last.partition(message.delimiters.field)
    return rest.partition(message.delimiters.field)[0].strip() if name == "DSC" else ""


def _segments(lines: Sequence[str], framed: FramedMessage) -> tuple[Segment, ...]:
    counts: Counter[str] = Counter()
    found: list[Segment] = []
    for position, line in enumerate(lines, start=1):
        name, _, rest = line.partition(framed.delimiters.field)
        counts[name] += 1
        raw = rest.split(framed.delimiters.field)
        if name == "MSH":
            raw = [framed.delimiters.field, *raw]
        found.append(Segment(name, counts[name], position, tuple(raw), framed.delimiters, framed.codec))
    return tuple(found)
