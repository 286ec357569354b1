"""From the bytes of a file to its messages as lines of text: MLLP frames, batches, character sets, line ends.

*Source*: HL7 v2.5.1 section 2.10.3 (batch protocol); MLLP release 1 (frames begin with 0x0B and end with 0x1C).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.documents.hl7v2.charset import Doubt, decode_message, unify_wide_text
from arbiter_fhir.documents.hl7v2.delimiters import Delimiters, header_error, parse_delimiters
from arbiter_fhir.documents.hl7v2.limits import MAX_BYTES
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["FramedMessage", "begins_like_hl7", "frame_messages"]

#: A header or trailer at the beginning of a line or frame.
_ENVELOPE: Final = re.compile(rb"(?:\A|(?<=[\r\n\x0b\x1c]))[ \t]*(MSH|FHS|BHS|BTS|FTS)(?=[^A-Za-z0-9 \t]|\Z)")
_LEADING: Final = b"\x0b \t\r\n"
_LINE_END: Final = re.compile(r"\r\n|\r|\n")

#: MSH-18, counted from the segment's name.
_CHARACTER_SET: Final = 17

Warn = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FramedMessage:
    """A message before its segments are told apart.

    Attributes:
        number: 1-based in the file.
        lines: Its lines, the header first; none is blank.
        delimiters: As its header declares.
        codec: Python's name of its character set.
        doubt: What was assumed of its character set; ``None`` where nothing.
    """

    number: int
    lines: tuple[str, ...] = field(repr=False)
    delimiters: Delimiters
    codec: str
    doubt: Doubt | None = None


def begins_like_hl7(content: bytes) -> bool:
    """Whether the bytes begin with a header of a message or batch, framed or not, in narrow or wide letters."""
    try:
        begin = unify_wide_text(content[:4096] if len(content) % 2 == 0 else content[:4095])
    except DocumentError:
        return False
    match = _ENVELOPE.match(begin.lstrip(_LEADING))
    return match is not None and match.end() < len(begin.lstrip(_LEADING))


def frame_messages(content: bytes, warn: Warn) -> list[FramedMessage]:
    """The messages of a file, in order.

    Where one of several has a broken header or text, it alone is lost.

    Args:
        content: The file.
        warn: Takes what was left out or assumed, free of text from the file.

    Raises:
        DocumentError: E_TOO_LARGE; E_HL7_HEADER or E_ENCODING where no message can be read.
    """
    if len(content) > MAX_BYTES:
        raise DocumentError(
            ErrorCode.TOO_LARGE, f"The HL7 file is larger than {MAX_BYTES // 1024 // 1024} MiB; split it."
        )
    unified = unify_wide_text(content)
    starts = [(match.start(1), match[1].decode("ascii")) for match in _ENVELOPE.finditer(unified)]
    if not any(name == "MSH" for _, name in starts):
        raise header_error("(MSH) is missing")
    if unified[: starts[0][0]].strip(_LEADING + b"\x00"):
        warn("Text before the first HL7 header was left out.")
    ends = [start for start, _ in starts[1:]] + [len(unified)]
    found: list[FramedMessage] = []
    failures: list[DocumentError] = []
    count = 0
    for (start, name), end in zip(starts, ends, strict=True):
        if name != "MSH":
            _check_envelope(unified[start:end], name, count, warn)
            continue
        count += 1
        try:
            found.append(_frame(unified[start:end], count, warn))
        except DocumentError as error:
            failures.append(error)
            warn(f"Message {count} was left out: {error.message}")
    if not found:
        raise failures[0]
    return found


def _frame(chunk: bytes, number: int, warn: Warn) -> FramedMessage:
    framed, end_mark, trailing = chunk.partition(b"\x1c")
    if end_mark and trailing.strip(_LEADING + b"\x1c\x00"):
        warn(f"Text after the frame of message {number} was left out.")
    first = re.split(rb"[\r\n]", framed, maxsplit=1)[0]
    fields = first.split(first[3:4]) if len(first) > len("MSH") else []
    declared = fields[_CHARACTER_SET] if len(fields) > _CHARACTER_SET else b""
    # A field of code words; the repetition delimiter is not known yet, a blank is part of the word.
    word = re.match(rb"[A-Za-z0-9/ ._-]*", declared)
    decoded = decode_message(framed.replace(b"\x0b", b""), word[0].decode("ascii").strip() if word else "")
    lines = tuple(line for line in _LINE_END.split(decoded.text) if line.strip())
    return FramedMessage(number, lines, parse_delimiters(lines[0]), decoded.codec, decoded.doubt)


def _check_envelope(chunk: bytes, name: str, count: int, warn: Warn) -> None:
    """Tell where a batch says that it holds another number of messages than were found before its trailer."""
    if name != "BTS":
        return
    stated = re.match(rb"BTS[^\w\s](\d{1,6})(?!\d)", chunk)
    if stated and int(stated[1]) != count:
        warn(f"The batch says that it holds {int(stated[1])} messages; {count} were found up to its end.")
