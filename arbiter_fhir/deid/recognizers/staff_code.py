"""Who drew, typed or released something, by initials, a user's name or a number: ``Drawn by JKLEM``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.anchors import DEPARTMENTS, DONE_BY, ROLES
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.word_lists import read_sections, read_words
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["StaffCodeRecognizer"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
_DONE: Final = "|".join(sorted(DONE_BY | frozenset(_GRAMMAR["done_at_desks"].split())))
_CODE: Final = r"(?P<value>[A-Za-z][A-Za-z0-9._]{1,14}|\d{3,8})(?![\w-]|[.,/:]\d|/\w|\.\w)"
#: "Drawn by JKLEM", "printed by nsato", "Verified by: 88213".
_BY: Final = re.compile(
    rf"\b(?:{_DONE})[ ]by[ ]?(?:id|user|tech|emp(?:loyee)?|staff)?[ ]?[:#]?[ ]{{0,2}}{_CODE}", re.IGNORECASE
)
#: "Tech: RTM", "Collector ID KLM44", "User: rmoss3".
_CALLED: Final = re.compile(
    r"\b(?:tech(?:nologist|nician)?|phleb(?:otomist)?|collector|operator|user(?:[ ]?name)?|login|drawer|typist|scribe|"
    r"transcriptionist|initials|nurse|sonographer|coder|clerk|"
    r"(?:employee|staff|tech(?:nologist)?|collector|phlebotomist|operator|user|badge)[ ](?:id|code|initials|no\.?|#))"
    rf"[ ]?[:#=][ ]{{0,2}}{_CODE}",
    re.IGNORECASE,
)
_KNOWN: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
#: Methods and analysers that results are obtained by.
_METHODS: Final = frozenset(_GRAMMAR["methods"].split())
#: Initials and user codes are longer than one letter and shorter than words.
MAX_INITIALS = 6


class StaffCodeRecognizer:
    """Initials, user names and numbers of people who handled a specimen or a document."""

    name = "staff_code"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All codes after *by* and after the names of callings; methods, departments and degrees are none."""
        for pattern in (_BY, _CALLED):
            for match in pattern.finditer(reading.text):
                value = match["value"].rstrip(".")
                if not _is_code(value, reading.lexicon):
                    continue
                kind = IdentifierKind.PERSON if value.replace(".", "").isalpha() else IdentifierKind.ID
                start = match.start("value")
                yield Finding(
                    start,
                    start + len(value),
                    kind,
                    Strength.PATTERN,
                    self.name,
                    0.7,
                    IdentifierRole.CLINICIAN if kind is IdentifierKind.PERSON else IdentifierRole.UNKNOWN,
                )


def _is_code(value: str, lexicon: Lexicon) -> bool:
    """Digits, letters with digits, a short word of capitals, or small letters that make no word."""
    key = value.casefold()
    if key in _METHODS or key in CREDENTIALS or key in DEPARTMENTS or key in ROLES or key in lexicon.clinical:
        return False
    if any(sign.isdigit() for sign in value):
        return True
    letters = value.replace(".", "").replace("_", "")
    if letters.isupper():
        return 2 <= len(letters) <= MAX_INITIALS and key not in _KNOWN
    return letters.islower() and len(letters) > 3 and not lexicon.is_known(key) and key not in _KNOWN
