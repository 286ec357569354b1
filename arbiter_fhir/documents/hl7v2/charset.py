"""From bytes to text by the character set that a message declares, never to letters that were not sent.

*Source*: HL7 v2.5.1 section 2.15.9.18 (MSH-18) and table 0211.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Decoded", "Doubt", "decode_message", "unify_wide_text"]

#: Table 0211, and spellings that senders use for the same sets.
_CODECS: Final = {
    "ASCII": "ascii",
    "USASCII": "ascii",
    "ISOIR6": "ascii",
    **{f"8859/{part}": f"iso8859-{part}" for part in (*range(1, 12), 13, 14, 15, 16)},
    **{f"ISO8859{part}": f"iso8859-{part}" for part in (*range(1, 12), 13, 14, 15, 16)},
    "WINDOWS1252": "cp1252",
    "CP1252": "cp1252",
    "ISOIR87": "iso2022_jp",
    "ISOIR159": "iso2022_jp_1",
    "GB180302000": "gb18030",
    "KSX1001": "euc_kr",
    "BIG5": "big5",
    "UNICODE": "utf-8",
    "UNICODEUTF8": "utf-8",
    "UTF8": "utf-8",
    # A file in wide characters was made UTF-8 as a whole before its messages are looked at.
    "UNICODEUTF16": "utf-8",
    "UNICODEUTF32": "utf-8",
    "UTF16": "utf-8",
}

_C1: Final = re.compile("[\x80-\x9f]")


class Doubt(StrEnum):
    """What was assumed where declaration and bytes did not agree; texts of warnings."""

    UNDECLARED = "declares no character set and was read as UTF-8"
    REALLY_UTF8 = "declares another character set than the UTF-8 it is written in"
    REALLY_WINDOWS = "declares ISO 8859-1 and is written in Windows-1252"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A message as text.

    Attributes:
        codec: Python's name of its character set.
        doubt: What was assumed; ``None`` where nothing.
    """

    text: str
    codec: str
    doubt: Doubt | None = None


def unify_wide_text(content: bytes) -> bytes:
    """UTF-16 and UTF-32 text as UTF-8; every other text as it is, without a byte order mark.

    Raises:
        DocumentError: E_ENCODING where wide text is broken.
    """
    marks = (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
        ("MSH".encode("utf-16-le"), "utf-16-le"),
        ("MSH".encode("utf-16-be"), "utf-16-be"),
    )
    for mark, codec in marks:
        if content.startswith(mark):
            return _decode(content, codec).encode("utf-8", "strict")
    return content


def decode_message(content: bytes, declared: str) -> Decoded:
    """Decode one message.

    Args:
        content: Its bytes, in a set whose letters and digits are ASCII.
        declared: MSH-18 as written; only its first repetition counts, which is the default set of the message.

    Raises:
        DocumentError: E_ENCODING where the set is unknown, or the bytes are not of it and of no other for sure; or
            where NUL characters stand in the text.
    """
    decoded = _decoded(content.rstrip(b"\x00"), declared)
    if "\x00" in decoded.text:
        raise DocumentError(ErrorCode.ENCODING, "The HL7 message holds NUL characters; have the sender correct it.")
    return decoded


def _decoded(content: bytes, declared: str) -> Decoded:
    name = re.sub(r"[\s_-]", "", declared.upper())
    if content.isascii() and name not in {"ISOIR87", "ISOIR159"}:
        return Decoded(content.decode("ascii"), _CODECS.get(name, "ascii"))
    if not name:
        return Decoded(_decode(content, "utf-8"), "utf-8", Doubt.UNDECLARED)
    codec = _CODECS.get(name)
    if codec is None:
        raise DocumentError(
            ErrorCode.ENCODING, "The HL7 message declares a character set that is not known here (MSH-18)."
        )
    if codec == "ascii" or codec.startswith(("iso8859", "cp1252")):
        try:
            # Text in an eight-bit set is valid UTF-8 by mere chance next to never: it is what such bytes are.
            return Decoded(content.decode("utf-8"), "utf-8", Doubt.REALLY_UTF8)
        except UnicodeDecodeError:
            pass
    text = _decode(content, codec)
    if codec == "iso8859-1" and _C1.search(text):
        return Decoded(_decode(content, "cp1252"), "cp1252", Doubt.REALLY_WINDOWS)
    return Decoded(text, codec)


def _decode(content: bytes, codec: str) -> str:
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        raise DocumentError(
            ErrorCode.ENCODING,
            "The bytes of the HL7 message are not of the character set that it declares (MSH-18); "
            "have the sender declare the right one.",
        ) from None
