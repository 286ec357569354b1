"""What initials, user names and numbers of staff look like: who drew, typed or released something."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.deid.anchors import DEPARTMENTS, ROLES
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["is_staff_code"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
_KNOWN: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
#: Methods and analysers that results are obtained by, and others who are nobody.
_METHODS: Final = frozenset(_GRAMMAR["methods"].split())
#: Initials are longer than one letter and shorter than words; user names and numbers are longer.
MAX_INITIALS = 6
MIN_USER_LETTERS = 3
MIN_SIGNS_WITH_DIGITS = 3


def is_staff_code(value: str, lexicon: Lexicon, *, by_people: bool) -> bool:
    """Whether a word can be the code of somebody: digits, a short word of capitals, small letters that make no word.

    Args:
        value: The word.
        lexicon: Word lists.
        by_people: Nothing but people does what stands before it, so that a clinical abbreviation is none here.
    """
    key = value.casefold()
    if key in _METHODS or key in CREDENTIALS or key in DEPARTMENTS or key in ROLES:
        return False
    if any(sign.isdigit() for sign in value):
        return len(value) >= MIN_SIGNS_WITH_DIGITS
    letters = value.replace(".", "").replace("_", "")
    if letters.isupper():
        known = key in _KNOWN or key in lexicon.clinical
        return 1 < len(letters) <= MAX_INITIALS and (by_people or not known)
    return letters.islower() and len(letters) >= MIN_USER_LETTERS and not lexicon.is_known(key) and key not in _KNOWN
