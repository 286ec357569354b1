"""What a word may be where somebody's name could stand: a calling, a department, a name, a word of forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    AFTER_PERSON,
    CALENDAR,
    CLINICAL_TITLES,
    CONTACT_VERBS,
    DEPARTMENTS,
    KIN,
    PERSON_VERBS,
    PRONOUNS,
    ROLE_ENDINGS,
    ROLES,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Token

__all__ = ["NO_NAME", "could_name", "goes_on", "is_department", "is_evident", "is_role"]

#: Words of forms, sentences, kin and callings.
NO_NAME: Final = (
    PRONOUNS | FORM_WORDS | KIN | TITLES | CLINICAL_TITLES | DEPARTMENTS | ROLES | CREDENTIALS | CONTACT_VERBS
)
_DEPARTMENT_ENDINGS: Final = ("ology", "ics", "iatry", "surgery", "medicine", "therapy")


def is_role(token: Token) -> bool:
    """Whether the word is a calling: *therapist*, *cardiologist*."""
    return token.key in ROLES or token.key.endswith(ROLE_ENDINGS)


def is_department(token: Token) -> bool:
    """Whether the word names a department or service: *Cardiology*, *Orthopedics*."""
    return token.key in DEPARTMENTS or token.key.endswith(_DEPARTMENT_ENDINGS)


def could_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Capitalised, and neither a clinical word nor one that forms, sentences or departments begin with."""
    token = tokens[at]
    if not token.is_capitalised or token.key in lexicon.clinical or token.key in NO_NAME or is_role(token):
        return False
    if (is_department(token) and not lexicon.is_name(token.key)) or _is_lettered(token, lexicon):
        return False
    if token.key in CALENDAR and at + 1 < len(tokens) and tokens[at + 1].text[:1].isdigit():
        return False
    return not is_clinical_term(tokens, at)


def _is_lettered(token: Token, lexicon: Lexicon) -> bool:
    """``C-section``, ``T-spine``, ``K-wire``: a letter and a word."""
    return token.text[1:2] == "-" and lexicon.is_only_word(token.key)


def is_evident(token: Token, lexicon: Lexicon) -> bool:
    """A listed name or a word that no list knows."""
    return lexicon.is_name(token.key) or not lexicon.is_known(token.key)


def goes_on(tokens: Sequence[Token], end: int) -> bool:
    """Whether the text goes on after a name as a sentence does: with a small word, or not at all."""
    if end >= len(tokens) or tokens[end].gap.strip(" ")[:1] in {*".,;:()?!-/", "\n"}:
        return True
    following = tokens[end]
    acts = following.text.islower() and following.key.endswith("ed")
    # "Last saw Brooks 04/02/2025".
    dated = following.key in CALENDAR or (following.text[0].isdigit() and following.text[-1].isdigit())
    return dated or following.key in AFTER_PERSON or following.key in PERSON_VERBS or acts
