"""Words that no list of words has, and given names that are words, where a sentence or a field begins.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CALENDAR
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_slots import ACTS, begins, blocked
from arbiter_fhir.deid.word_lists import read_sections

__all__ = ["of_no_list", "word_at_name_place"]

#: Shorter words of no list are abbreviations.
MIN_UNKNOWN: Final = 4
#: How words of medicine and trade names of drugs end that lists may miss.
_MEDICAL_ENDINGS: Final = (
    *(
        "itis",
        "osis",
        "emia",
        "aemia",
        "oma",
        "opathy",
        "ectomy",
        "oscopy",
        "ogram",
        "plasty",
        "otomy",
        "uria",
        "algia",
    ),
    *(
        "mab",
        "nib",
        "pril",
        "olol",
        "statin",
        "cillin",
        "mycin",
        "azole",
        "idine",
        "gliptin",
        "gliflozin",
        "tide",
        "ase",
    ),
    *("cept", "vir", "zumab", "parin", "xaban", "sartan", "dipine", "zepam", "amine", "oxetine", "ology", "ing"),
)


#: What is done to drugs, devices and samples, whose trade names lists may miss: "Cologuard ordered".
_DONE_TO_THINGS: Final = frozenset(read_sections("name_grammar.txt")["done_to_things"].split())


def of_no_list(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Sutkya to bring``, ``Handoff: Zizhyal to``, ``Nyamkoa (charge RN)``: a word that no list of words has.

    Medicine's words, drugs and ordinary words are listed; what is none of them, is followed by no amount, is no part
    of a heading in capitals and does not end as medicine's words do can only be a name.
    """
    token = tokens[at]
    if not token.is_capitalised or not token.text[1:].islower() or len(token.text) < MIN_UNKNOWN:
        return at
    if lexicon.is_known(token.key) or lexicon.is_known(token.key.removesuffix("s")) or "-" in token.text:
        return at
    if not begins(tokens, at) or token.key.endswith(_MEDICAL_ENDINGS):
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if blocked(tokens, at, lexicon) or following is None or "\n" in following.gap:
        return at if following is not None and not _behind_colon(tokens, at) else at + _behind_colon(tokens, at)
    headed = (following.gap == " " and following.is_name_shaped) or following.text in _DONE_TO_THINGS
    measured = following.gap in {" ", ": ", " - ", ":"} and following.text[0].isdigit()
    return at if headed or measured or following.gap.startswith((":", "-", "/")) else at + 1


def _behind_colon(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].gap.strip(" ") in {":", "-"}


def word_at_name_place(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Ride home: Grace``, ``Dawn to bring it``, ``Follow-up: Temple, 04/02/2025``: a name that is a word."""
    token = tokens[at]
    if not begins(tokens, at) or not token.is_capitalised or blocked(tokens, at, lexicon) or token.key in CALENDAR:
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    given = token.key in lexicon.given and token.key not in lexicon.eponyms
    behind_colon = _behind_colon(tokens, at)
    if following is None or "\n" in following.gap or following.gap.startswith("."):
        return at + 1 if behind_colon and given else at
    to_act = following.text == "to" and at + 2 < len(tokens) and tokens[at + 2].text in ACTS
    if to_act and following.gap == " " and (given or lexicon.is_plain_name(token.key)):
        return at + 1
    handed = behind_colon and given and following.text in {"to", "and"} and following.gap == " "
    dated = following.gap == ", " and following.text[0].isdigit() and behind_colon
    return at + 1 if handed or (dated and lexicon.may_name(token.key)) else at
