"""Escape sequences: decoded once, after everything was split, so that no decoded character parts anything again.

*Source*: HL7 v2.5.1 section 2.7 (use of escape sequences in text fields).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from arbiter_fhir.documents.hl7v2.delimiters import Delimiters

__all__ = ["unescape"]

#: Formatting commands that begin a new line (section 2.7.6).
_NEW_LINE: Final = re.compile(r"\.(?:br|ce|sp(?:\+?\d{1,3})?)")

#: Formatting commands and highlighting that change no text: fill modes, indents, skips; begin and end of emphasis.
_WITHOUT_TEXT: Final = re.compile(r"\.(?:fi|nf|in[+-]?\d{0,3}|ti[+-]?\d{0,3})|H|N")
_SKIP: Final = re.compile(r"\.sk\+?\d{0,3}")
_HEX: Final = re.compile(r"X((?:[0-9A-Fa-f]{2})+)")


@lru_cache(maxsize=64)
def _sequence(escape: str) -> re.Pattern[str]:
    mark = re.escape(escape)
    # A line end or a long stretch without the closing mark means that the mark was never meant as one.
    return re.compile(rf"{mark}([^{mark}\r\n]{{1,4000}}){mark}")


def unescape(raw: str, delimiters: Delimiters, codec: str = "utf-8") -> str:
    r"""The text that a value stands for.

    What is no known sequence stays as written, visibly: local ones (``\Zxx\``), changes of character set, broken ones.

    Args:
        raw: One sub-component as written.
        delimiters: Of the message.
        codec: Python's name of the message's character set, for hexadecimal data.
    """
    escape = delimiters.escape
    if not escape or escape not in raw:
        return raw

    def decoded(match: re.Match[str]) -> str:
        text = _decoded(match[1], delimiters, codec)
        return match[0] if text is None else text

    return _sequence(escape).sub(decoded, raw)


def _decoded(body: str, delimiters: Delimiters, codec: str) -> str | None:
    """What a sequence stands for; ``None`` for one that is not known."""
    characters = {
        "F": delimiters.field,
        "S": delimiters.component,
        "T": delimiters.subcomponent,
        "R": delimiters.repetition,
        "E": delimiters.escape,
        "P": delimiters.truncation or "#",
    }
    if body in characters:
        return characters[body]
    shown = ((_NEW_LINE, "\n"), (_WITHOUT_TEXT, ""), (_SKIP, " "))
    for pattern, text in shown:
        if pattern.fullmatch(body):
            return text
    data = _HEX.fullmatch(body)
    return _hexadecimal(data[1], codec) if data else None


def _hexadecimal(digits: str, codec: str) -> str | None:
    try:
        text = bytes.fromhex(digits).decode(codec)
    except UnicodeDecodeError:
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # Control characters other than line ends and tabs show nothing; they stay as they were written.
    return text if all(letter.isprintable() or letter in "\n\t" for letter in text) else None
