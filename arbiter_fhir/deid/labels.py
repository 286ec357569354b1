"""The labels of forms and report headers: which field each names, and whose it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.deid.word_lists import read_sections
from arbiter_fhir.domain.deid import IdentifierRole

__all__ = ["FORM_WORDS", "LABEL", "FieldKind", "Label", "label_of"]


class FieldKind(StrEnum):
    """What stands after a label."""

    NAME = "name"
    BIRTH_DATE = "birth_date"
    DATE = "date"
    MRN = "mrn"
    ACCOUNT = "account"
    ACCESSION = "accession"
    NUMBER = "number"
    LICENSE = "license"
    SEX = "sex"
    AGE = "age"
    SSN = "ssn"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"
    ORGANIZATION = "organization"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Label:
    """What a label says about the value after it.

    Attributes:
        kind: What stands there.
        role: Whose it is.
        only_names: Whether nothing but a person can stand there, so that any capitalised word is one: "Technologist:".
        done_by: Whether it says who did something, so that initials or a user's name may stand there: "Collected by:".
    """

    kind: FieldKind
    role: IdentifierRole
    only_names: bool = False
    done_by: bool = False


#: Callings as labels: what stands after them is who it is, and no finding or plan.
_CALLINGS: Final = frozenset(read_sections("name_grammar.txt")["callings"].split())


def _table() -> dict[str, Label]:
    table: dict[str, Label] = {}
    for heading, phrases in read_sections("labels.txt").items():
        kind, role = heading.split()
        for phrase in phrases.split(";"):
            words = phrase.split()
            only_names = kind == FieldKind.NAME and (words[-1] in _CALLINGS or (len(words) > 1 and "name" in words))
            done_by = kind == FieldKind.NAME and (words[-1] == "by" or words[-1] in _CALLINGS)
            table.setdefault(" ".join(words), Label(FieldKind(kind), IdentifierRole(role), only_names, done_by))
    return table


_LABELS: Final = _table()

#: Words that begin the next field of a form and so end a name.
FORM_WORDS: Final = frozenset(read_sections("name_grammar.txt")["form_words"].split())

_SPACES: Final = re.compile(r"[^a-z0-9]+")
_WORD_SEPARATOR: Final = r"[ \t./'()\[\]_-]{0,3}"
#: A known label with what closes it. Longest phrases first, so that "patient name" wins over "patient".
LABEL: Final = re.compile(
    r"(?<![\w'-])(?P<label>"
    + "|".join(
        _WORD_SEPARATOR.join(re.escape(word) for word in phrase.split())
        for phrase in sorted(_LABELS, key=lambda phrase: (-len(phrase.split()), -len(phrase)))
    )
    + r")(?:\(s\)|'s)?(?!['\w]|-\w)[ \t]{0,3}(?:\((?:[^()\n]{1,24})\)[ \t]?)?"
    # Dots or strokes may lead from the label to its value.
    r"(?P<close>(?:(?:\.[ ]?){3,80}|_{3,80}|-{3,80})[ \t]?[:#=|]?|[:#=|]{0,2})",
    re.IGNORECASE,
)


def label_of(phrase: str) -> Label | None:
    """What a label's text means; ``None`` where it is no known label."""
    return _LABELS.get(_SPACES.sub(" ", phrase.lower().replace("'", "")).strip())
