"""Names in lists of people and beside callings: ``Strong (Nephrology)``, ``Visitors allowed: Zen``, ``RN Cool``.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CALENDAR, KIN
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, capture_forward
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_slots import begins, blocked
from arbiter_fhir.deid.recognizers.name_words import could_name, is_department, is_role
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["behind_degree", "in_list", "serving", "specialist"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: Labels of lists that hold people and nothing else.
_LABELS: Final = frozenset(_GRAMMAR["people_labels"].split())
#: Degrees and callings in capitals that stand before a name: "RN Cool", "CRNA Waters".
_DEGREES: Final = frozenset(_GRAMMAR["degrees_before"].split())
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt")
_BETWEEN: Final = frozenset((", ", "; ", " ", " (", "), ", ") "))
#: A list of people that a label heads has rarely more words.
MAX_LIST_WORDS: Final = 16


def _called(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    token = tokens[at]
    if not could_name(tokens, at, lexicon) or token.key in lexicon.eponyms or token.key in CALENDAR:
        return False
    return lexicon.may_name(token.key) and (lexicon.is_name(token.key) or token.key not in _MEDICAL)


def specialist(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Strong (Nephrology)``, ``Heath (ID)``, ``Ty (PT)``, ``Wells (intern)``: a name that a calling explains."""
    token = tokens[at]
    if not (begins(tokens, at) or token.gap in {", ", "; ", "), ", "); "}) or not token.is_capitalised:
        return at
    # Behind another specialist an eponym is one, too: "Yoon (Nephrology), Colles (ID)".
    eponym = token.key in lexicon.eponyms and token.gap in {"), ", "); "}
    if blocked(tokens, at, lexicon) or token.key in CALENDAR or not (eponym or lexicon.may_name(token.key)):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    if end >= len(tokens) or tokens[end].gap != " (":
        end = at + 1
    if end >= len(tokens) or tokens[end].gap != " (":
        return at
    calling = tokens[end]
    closed = end + 1 >= len(tokens) or ")" in tokens[end + 1].gap or tokens[end + 1].gap == " "
    degree = calling.is_capitals and (calling.key in CREDENTIALS or calling.key in _DEGREES)
    return end if closed and (degree or is_role(calling) or _is_service(calling)) else at


def _is_service(token: Token) -> bool:
    """A department as it is written beside a name: with a capital, or short in capitals."""
    return is_department(token) and token.is_name_shaped


def serving(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``cardiologist Merry; endocrinologist Low.``, ``PCP Pigg;``: whoever a calling in small letters introduces."""
    if at == 0 or tokens[at].gap not in {" ", ": "} or not could_name(tokens, at, lexicon):
        return at
    if tokens[at].key in CALENDAR or not (lexicon.is_name(tokens[at].key) or _called(tokens, at, lexicon)):
        return at
    before = tokens[at - 1]
    calling = is_role(before) and before.text.islower() and before.key not in KIN
    if not (calling or before.text in {"PCP", "PMD"}):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    closed = end >= len(tokens) or tokens[end].gap.strip(" ")[:1] in {".", ",", ";", ")", "\n"}
    return end if closed else at


def behind_degree(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``notified RN Cool at 0812``, ``Dr. Sleep/CRNA Waters``: a degree before whose it is."""
    if at == 0 or tokens[at].gap != " " or not tokens[at - 1].is_capitals or tokens[at - 1].key not in _DEGREES:
        return at
    if not _called(tokens, at, lexicon):
        return at
    given = tokens[at].key in lexicon.given or not lexicon.is_known(tokens[at].key)
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    following = tokens[end] if end < len(tokens) else None
    # "PT Goals Met": headings go on with a capital.
    headed = following is not None and following.gap == " " and following.is_name_shaped
    return at if headed and not given else end


def in_list(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Visitors allowed: Zen, Journey, Ty.``, ``attendees Gray, Low``: an item of a list of people."""
    headed = at + 1 < len(tokens) and tokens[at + 1].gap.startswith(":")
    if headed or not _near_label(tokens, at):
        return at
    if not _listable(tokens, at, lexicon) or not _is_headed(tokens, at, lexicon):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    return next((index for index in range(at + 1, end) if tokens[index].gap.startswith(",")), end)


def _listable(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word can stand in a list of people: any capital that neither medicine nor a form has."""
    token = tokens[at]
    return could_name(tokens, at, lexicon) and (lexicon.is_name(token.key) or token.key not in _MEDICAL)


def _near_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether a label's word stands a list's length before the token at most, which is soon told."""
    return any(each.key in _LABELS for each in tokens[max(0, at - MAX_LIST_WORDS) : at])


def _is_headed(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether only names and what parts them stand between the token and the colon behind such a label."""
    for index in range(at, max(0, at - MAX_LIST_WORDS), -1):
        token, before = tokens[index], tokens[index - 1]
        if token.gap.strip(" ") in {":", "?"}:
            return before.key in _LABELS
        if token.gap == " " and before.text in {"attendees", "presenter"}:
            return True
        joint = before.text in {"and", "or"} or before.key in PARTICLES or before.is_initial or before.text.isdigit()
        kin = before.key in KIN and token.gap.startswith(")")
        parted = token.gap in _BETWEEN or (token.gap == ". " and before.is_initial)
        if not parted or not (joint or kin or _listable(tokens, index - 1, lexicon)):
            return False
    return False
