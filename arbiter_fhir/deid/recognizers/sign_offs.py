"""Who closes, heads or is called on in a message by one word: ``- Rod``, ``~Wren``, ``@Clover``, ``Hương,``.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CALENDAR, CLOSINGS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_slots import blocked
from arbiter_fhir.deid.word_lists import read_words

__all__ = ["called_on", "degreed", "for_somebody", "lone_line", "signed_dash"]

_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
_THANKS: Final = CLOSINGS | frozenset(("thx", "ty", "tx", "xo", "xoxo", "br", "rgds", "bye"))
_DEGREES: Final = frozenset(
    ("MD", "DO", "RN", "NP", "LPN", "CNA", "CRNA", "FNP", "PA-C", "PharmD", "LCSW", "MSW", "RT")
)


def _called(tokens: Sequence[Token], at: int, lexicon: Lexicon, *, unknown: bool) -> bool:
    """Whether somebody could sign so: a given name, or with ``unknown`` also a surname or a word of no list."""
    token = tokens[at]
    if not token.is_capitalised or token.key in CALENDAR or token.key in lexicon.eponyms or token.key in _MEDICAL:
        return False
    if blocked(tokens, at, lexicon) or token.key in CREDENTIALS or token.key in lexicon.countries:
        return False
    return token.key in lexicon.given or (unknown and lexicon.may_name(token.key))


def _ends_line(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing but a stop stands on the line behind the token before ``at``."""
    return at >= len(tokens) or tokens[at].gap.strip(" .,!").startswith("\n")


def signed_dash(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Is that normal? - Poppy``, ``- Rod, MA``, ``~Wren``: a name behind the dash that closes a message."""
    gap = tokens[at].gap
    mark = gap.rstrip(" ")[-1:]
    if mark not in {"-", "~"} or (mark == "-" and at and not gap.strip(" -")):
        # "Assessment - Pain": words on either side are parted by the dash.
        return at
    opens = at == 0 or "\n" in gap or gap.strip(" -~")[-1:] in {".", "?", "!", ")"}
    if not opens or not _called(tokens, at, lexicon, unknown=mark == "~" or "\n" not in gap):
        return at
    degreed_ = at + 1 < len(tokens) and tokens[at + 1].gap == ", " and tokens[at + 1].is_capitals
    degreed_ = degreed_ and (tokens[at + 1].key in CREDENTIALS or tokens[at + 1].text in {"MA", "RT"})
    last = at + 1 >= len(tokens) or (_ends_line(tokens, at + 1) and (mark == "~" or "\n" not in gap))
    # "still sore? - Poppy Assessment: stable", "- Poppy @Rod": the next heading or message stands on the same line.
    headed = not last and "\n" not in gap and tokens[at + 1].gap in {" ", " @"} and tokens[at + 1].is_capitalised
    return at + 1 if degreed_ or last or (headed and at > 0) else at


def called_on(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``@Clover pls pend``, ``+Mo for visibility``: who is called on or added by a sign right before the name."""
    gap = tokens[at].gap
    if not gap.endswith(("@", "+")) or (len(gap) > 1 and gap[-2] not in " \n(") or (at and len(gap) == 1):
        return at
    return at + 1 if _called(tokens, at, lexicon, unknown=gap.endswith("@")) else at


def lone_line(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Brook`` below ``Thx`` at the end, ``Hương,`` at the beginning: a name that is a line by itself."""
    gap = tokens[at].gap
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if at == 0 and following is not None and following.gap.strip(" ") in {",\n", ",\n\n"} and following.is_name_shaped:
        return at + 1 if _called(tokens, at, lexicon, unknown=False) or _unlisted(tokens[at], lexicon) else at
    if at == 0 or following is not None or "\n" not in gap or not _called(tokens, at, lexicon, unknown=False):
        return at
    closed = gap.lstrip(" ")[:1] in {".", "!", "?", ","} or tokens[at - 1].key in _THANKS
    return at + 1 if closed else at


def _unlisted(token: Token, lexicon: Lexicon) -> bool:
    return token.is_capitalised and not lexicon.is_known(token.key)


def for_somebody(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Birdie for D'Aubigné`` and nothing else on the line: who signs for whom."""
    if not (at == 0 or "\n" in tokens[at].gap) or at + 2 >= len(tokens) or tokens[at + 1].text != "for":
        return at
    last = at + 2
    while last < len(tokens) and tokens[last].key in PARTICLES and tokens[last].gap == " ":
        last += 1
    if last >= len(tokens) or not _ends_line(tokens, last + 1) or not tokens[last].is_capitalised:
        return at
    fits = all(_called(tokens, each, lexicon, unknown=True) for each in (at, last))
    # Who signs and whom for are two: the second is found from its own place.
    return last + 1 if fits and tokens[at + 1].gap == tokens[at + 2].gap == " " else at


def degreed(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Large MD / Bridges RN``: a word that opens a line or stands behind a stroke, and a degree that ends it."""
    gap = tokens[at].gap
    opens = at == 0 or "\n" in gap or gap.strip(" ") == "/"
    if not opens or at + 1 >= len(tokens) or tokens[at + 1].text not in _DEGREES or tokens[at + 1].gap != " ":
        return at
    ends = _ends_line(tokens, at + 2) or tokens[at + 2].gap.strip(" ") == "/"
    token = tokens[at]
    named = token.is_capitalised and not blocked(tokens, at, lexicon) and token.key not in _MEDICAL
    return at + 1 if ends and named else at
