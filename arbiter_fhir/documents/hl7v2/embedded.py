"""Documents carried in observations (OBX-2 = ED), and pointers to documents elsewhere (RP), which are never followed.

*Source*: HL7 v2.5.1 section 2.A.24 (ED) and 2.A.66 (RP).
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.documents.hl7v2.message import Segment
from arbiter_fhir.documents.sniff import IMAGE_TYPES, sniff_media_type
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.errors import DocumentError

__all__ = ["EMBEDDING_FIELD", "Embedded", "embedded_in", "embeds", "is_pointer"]

#: Kinds that are read when they are carried in a message.
READABLE: Final = IMAGE_TYPES | {MediaType.PDF, MediaType.TEXT}

#: The field that holds the document.
EMBEDDING_FIELD: Final = 5

_DATA: Final = 5
_ENCODING: Final = 4
_VALUE_TYPE: Final = 2


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document in an observation.

    Attributes:
        content: Its bytes; empty where they cannot be had.
        media_type: What they are; ``None`` where they are nothing that is read.
        problem: Why it is not read, for a warning; empty where it is.
    """

    content: bytes = field(repr=False)
    media_type: MediaType | None
    problem: str = ""


def is_pointer(segment: Segment) -> bool:
    """Whether an observation only points to a document."""
    return segment.name == "OBX" and segment.text(_VALUE_TYPE).upper() == "RP"


def embeds(segment: Segment) -> bool:
    """Whether a segment is an observation that carries a document."""
    return segment.name == "OBX" and segment.text(_VALUE_TYPE).upper() == "ED"


def embedded_in(segment: Segment) -> Embedded | None:
    """The document that an observation carries; ``None`` where it carries none."""
    if not embeds(segment):
        return None
    repetitions = segment.repetitions(EMBEDDING_FIELD)
    if not repetitions or len(repetitions[0]) < _DATA or not repetitions[0][_DATA - 1][0].strip():
        return Embedded(b"", None, "holds no data")
    encoding, data = repetitions[0][_ENCODING - 1][0].strip().upper(), repetitions[0][_DATA - 1][0]
    try:
        content = _decoded(encoding, data, segment.codec)
    except (ValueError, binascii.Error):
        return Embedded(b"", None, "is not in the encoding that it declares")
    try:
        media_type = sniff_media_type(content)
    except DocumentError as error:
        return Embedded(content, None, f"is no document that is read ({error.code.value})")
    if media_type not in READABLE:
        return Embedded(content, None, f"is {media_type.value}, which is not read inside a message")
    return Embedded(content, media_type)


def _decoded(encoding: str, data: str, codec: str) -> bytes:
    """Table 0299: ``Base64``, ``Hex``, ``A`` (as it stands)."""
    bare = "".join(data.split())
    match encoding:
        case "BASE64":
            return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        case "HEX":
            return bytes.fromhex(bare)
        case "A" | "":
            return data.encode(codec)
        case _:
            raise ValueError("an encoding that the table does not hold")
