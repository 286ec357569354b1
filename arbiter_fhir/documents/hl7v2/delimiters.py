"""The characters that part a message: declared by each message in its own first two fields.

*Source*: HL7 v2.5.1 section 2.5.4 (message delimiters); v2.7 section 2.5.5.2 (the truncation character).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["Delimiters", "header_error", "parse_delimiters"]

#: Component, repetition, escape, sub-component, truncation.
_MOST_ENCODING_CHARACTERS: Final = 5


@dataclass(frozen=True, slots=True)
class Delimiters:
    """One character each; empty where the message declares none."""

    field: str
    component: str
    repetition: str = ""
    escape: str = ""
    subcomponent: str = ""
    truncation: str = ""


def parse_delimiters(header: str) -> Delimiters:
    """The delimiters that a header segment (MSH, FHS, BHS) declares.

    Args:
        header: The segment, from its name on.

    Raises:
        DocumentError: E_HL7_HEADER where they are missing, doubled, or letters, digits or blanks.
    """
    field = header[3:4]
    declared = header[4:].partition(field)[0] if field else ""
    characters = field + declared
    sound = all(character.isprintable() and not character.isalnum() and character != " " for character in characters)
    if not declared or not sound or len(declared) > _MOST_ENCODING_CHARACTERS:
        raise header_error("declares no usable delimiters in MSH-1 and MSH-2")
    if len(set(characters)) != len(characters):
        raise header_error("declares one delimiter for two purposes in MSH-1 and MSH-2")
    each = [*declared, "", "", "", ""]
    return Delimiters(field, each[0], each[1], each[2], each[3], each[4])


def header_error(problem: str) -> DocumentError:
    """E_HL7_HEADER: the message header ``problem``."""
    return DocumentError(ErrorCode.HL7_HEADER, f"The HL7 message header {problem}; have the sender correct it.")
