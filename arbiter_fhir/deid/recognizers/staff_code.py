"""Who drew, typed or released something, by initials, a user's name or a number: ``Drawn by JKLEM``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.anchors import DEPARTMENTS, DONE_BY, GROUPS, KIN, PRONOUNS, ROLES
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.staff_codes import is_staff_code
from arbiter_fhir.deid.word_lists import read_sections
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["StaffCodeRecognizer"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
_DONE: Final = "|".join(sorted(DONE_BY | frozenset(_GRAMMAR["done_at_desks"].split())))
_CODE: Final = r"(?P<value>[^\W\d_][^\W_]{0,3}[\w.]{0,11}|\d{3,8})(?![\w-]|[.,/:]\d|/\w|\.\w)"
#: "Drawn by JKLEM", "printed by nsato", "Verified by: 88213".
_BY: Final = re.compile(
    rf"\b(?:{_DONE})[ \n]by[ ]?(?:id|user|tech|emp(?:loyee)?|staff)?(?:[ ]?\.{{2,80}})?[ ]?[:#]?[ ]{{0,2}}\n?{_CODE}",
    re.IGNORECASE,
)
#: "Tech: RTM", "Collector ID KLM44", "User: rmoss3".
_CALLED: Final = re.compile(
    r"\b(?:tech(?:nologist|nician)?|phleb(?:otomist)?|collector|operator|user(?:[ ]?name)?|login|drawer|typist|scribe|"
    r"transcriptionist|initials|nurse|sonographer|coder|clerk|"
    r"(?:employee|staff|tech(?:nologist)?|collector|phlebotomist|operator|user|badge)[ ](?:id|code|initials|no\.?|#))"
    rf"(?:[ ]?\.{{2,80}})?[ ]?[:#=][ ]{{0,2}}{_CODE}",
    re.IGNORECASE,
)
_NOBODY: Final = frozenset(_GRAMMAR["methods"].split()) | DEPARTMENTS | ROLES | KIN | GROUPS | PRONOUNS
#: What machines and methods do as well as people.
_BY_MACHINES: Final = frozenset(_GRAMMAR["done_by_machines"].split())


#: A user's name that is a word too, where a date, a time or nothing follows: "Printed by along on 3/4/2026".
_BY_USER: Final = re.compile(
    r"\b(?:printed|entered|released|sent|typed|scanned|keyed|faxed|filed|created|updated|modified|transcribed)"
    r"[ \n]by[ ](?P<value>[a-z]{3,14})(?=[ ]on[ ]\S{0,12}[ ]?\d|[ ](?:at[ ])?\d|[ ]*$)",
    re.IGNORECASE | re.MULTILINE,
)
#: Initials in small letters that close a message: "ext 4. -jm".
_SMALL_INITIALS: Final = re.compile(r"[.!?)\d][ ]?-{1,2}[ ]?(?P<value>[a-z]{2,3}(?:/[a-z]{2,3})?)[ ]*$", re.MULTILINE)
#: Further initials beside the first: "checked by JK and DM".
_FURTHER: Final = re.compile(r"(?:[ ]and[ ]|,[ ]|/|[ ]?&[ ])(?P<value>[A-Z]{2,4})(?![\w-])")
#: Who dictated and who typed, at the end of a letter: "MK/jd", "T: 03/05/26 /jkl".
_TYPISTS: Final = re.compile(
    r"^[ \t]*(?P<value>[A-Z]{2,4}[/:][a-z]{2,4})[ \t]*$|\b[Tt]t?:[ ]?\d\S{4,9}[ ]?/(?P<typist>[a-z]{2,4})[ \t]*$",
    re.MULTILINE,
)


class StaffCodeRecognizer:
    """Initials, user names and numbers of people who handled a specimen or a document."""

    name = "staff_code"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All codes after *by* and after the names of callings; methods, departments and degrees are none."""
        for match in _TYPISTS.finditer(reading.text):
            group = "value" if match["value"] else "typist"
            yield self._finding(*match.span(group), IdentifierKind.PERSON)
        for match in _SMALL_INITIALS.finditer(reading.text):
            if not any(part in reading.lexicon.words for part in match["value"].split("/")):
                yield self._finding(*match.span("value"), IdentifierKind.PERSON)
        for match in _BY_USER.finditer(reading.text):
            key = match["value"]
            if key.islower() and key not in _NOBODY and key not in reading.lexicon.clinical:
                yield self._finding(*match.span("value"), IdentifierKind.PERSON)
        for pattern in (_BY, _CALLED):
            for match in pattern.finditer(reading.text):
                value = match["value"].rstrip(".")
                by_people = pattern is _CALLED or match[0].split()[0].casefold() not in _BY_MACHINES
                if not is_staff_code(value, reading.lexicon, by_people=by_people):
                    continue
                kind = IdentifierKind.PERSON if value.replace(".", "").isalpha() else IdentifierKind.ID
                start = match.start("value")
                yield self._finding(start, start + len(value), kind)
                further = _FURTHER.match(reading.text, start + len(value)) if value.isupper() else None
                if further is not None and is_staff_code(further["value"], reading.lexicon, by_people=by_people):
                    yield self._finding(*further.span("value"), IdentifierKind.PERSON)

    def _finding(self, start: int, end: int, kind: IdentifierKind) -> Finding:
        role = IdentifierRole.CLINICIAN if kind is IdentifierKind.PERSON else IdentifierRole.UNKNOWN
        return Finding(start, end, kind, Strength.PATTERN, self.name, 0.7, role)
