"""Names by their capital alone: listed surnames anywhere, and words that are names inside a sentence of small letters.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import BUSINESS, CALENDAR, CONDITIONS, GROUPS, KIN, NO_PERSON_ENDINGS
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import PARTICLES, capture_forward
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_words import could_name
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["in_brackets", "lone_capital", "particled", "plain_surname", "quoted", "reversed_pair", "roomed", "welcomed"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: Words of medicine, languages and peoples.
_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt", "proper_words.txt")
#: Things, meals, places and measures that notes write with a capital now and then.
_THINGS: Final = frozenset(_GRAMMAR["things"].split()) | BUSINESS | GROUPS | CONDITIONS
_NOBODY: Final = _MEDICAL | CALENDAR | _THINGS
#: Particles that no English sentence has.
_FOREIGN: Final = PARTICLES - frozenset(
    ("do", "e", "mc", "san", "st", "st.", "ten", "bat", "y", "mac", "ben", "la", "le", "das", "den", "des", "du", "av")
)
#: Shorter words with a capital are abbreviations.
MIN_LETTERS: Final = 4
#: Of the words of a sentence no more than a third may have a capital; in headings most have.
SMALL_FOR_CAPITAL: Final = 2
#: How many words on either side tell whether text is a sentence.
WINDOW: Final = 6
YEAR_DIGITS: Final = 4
_TEAMS: Final = frozenset(("team", "nurse", "tech", "aide", "sitter", "therapist", "interpreter"))
_WELCOMES: Final = frozenset(("back", "morning", "afternoon", "evening", "congratulations", "congrats", "sorry"))


def plain_surname(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Kirkpatrick``, ``Hargrove Podiatry``: a surname that is no word, with its capital, wherever it stands."""
    token = tokens[at]
    if not token.is_capitalised or len(token.key) < MIN_LETTERS or not lexicon.is_plain_name(token.key):
        return at
    if token.key in lexicon.countries or token.key in lexicon.states or not could_name(tokens, at, lexicon):
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    place = following is not None and following.gap == " " and following.key in NO_PERSON_ENDINGS
    return at if place else max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))


def lone_capital(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``handoff from Reed to Kitty``, ``complaint about Tea``: a word's capital that its sentence does not give."""
    token = tokens[at]
    if at == 0 or not tokens[at - 1].text.islower():
        return at
    company = token.gap == "/ " and tokens[at - 1].text == "w"
    if not (company or (token.gap == " " and len(token.key) >= MIN_LETTERS)):
        return at
    named = lexicon.is_name(token.key) or token.key in lexicon.word_names
    if not named or token.key in _NOBODY or token.key in lexicon.eponyms:
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    headed = following is not None and following.gap in {" ", "-", "/"} and not following.text.islower()
    if headed or not could_name(tokens, at, lexicon) or not _is_prose(tokens, at, lexicon):
        return at
    return at + 1


def _is_prose(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether most words around are in small letters, as in no heading and in no list of titles."""
    near = [each for each in tokens[max(0, at - WINDOW) : at + WINDOW + 1] if each.is_alphabetic]
    capitals = sum(each.is_capitalised and "." not in each.gap and each.key not in lexicon.clinical for each in near)
    return sum(each.text.islower() for each in near) >= SMALL_FOR_CAPITAL * capitals


def particled(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``van Dyke's INR``, ``for de la Cruz``: particles in small letters before a capital."""
    if tokens[at].text not in _FOREIGN or not tokens[at].text.islower():
        return at
    end = at + 1
    while end < len(tokens) and tokens[end].gap == " " and tokens[end].text in PARTICLES:
        end += 1
    if (
        end >= len(tokens)
        or tokens[end].gap != " "
        or not tokens[end].is_capitalised
        or len(tokens[end].text) < MIN_LETTERS
    ):
        return at
    last = tokens[end]
    clinical = last.key in lexicon.clinical or last.key in lexicon.eponyms or last.key in _MEDICAL
    if clinical or is_clinical_term(tokens, end):
        return at
    return end + 1


def in_brackets(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``IV team (Rob) placed``, ``niece (Poppy)``, ``appendectomy 1999 (Washington)``: a name alone in brackets.

    It stands behind a small word, where behind a team any word that is a name too will do, or behind a year.
    """
    token = tokens[at]
    if at == 0 or token.gap != " (":
        return at
    before = tokens[at - 1]
    team = before.text in _TEAMS and token.key in lexicon.word_names | lexicon.given
    if token.key in _NOBODY and not team:
        return at
    dated = len(before.text) == YEAR_DIGITS and before.text.isdigit()
    if not (before.text.islower() or (dated and lexicon.is_name(token.key))):
        return at
    closed = at + 1 < len(tokens) and tokens[at + 1].gap.startswith(")")
    given = dated or team or token.key in lexicon.given or lexicon.is_plain_name(token.key)
    return at + 1 if closed and given and could_name(tokens, at, lexicon) and token.key not in lexicon.eponyms else at


def welcomed(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Welcome back, Reed.``, ``Happy birthday Ace!``: to whom a greeting in a message goes."""
    token = tokens[at]
    if at == 0 or not could_name(tokens, at, lexicon) or not lexicon.may_name(token.key):
        return at
    greeted = token.gap == ", " and tokens[at - 1].key in _WELCOMES
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if at > 1 and tokens[at - 1].text == "is" and tokens[at - 2].key == "this" and following is not None:
        # "This is Dawn, his wife".
        greeted = greeted or (token.gap == " " and following.gap == ", ")
    greeted = greeted or (token.gap in {" ", ", "} and tokens[at - 1].key == "birthday")
    return at + 1 if greeted and (following is None or following.gap.strip(" \n")[:1] in {".", "!", ","}) else at


def reversed_pair(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Reviewed by High, Buck.``, ``From: Nasser, Candy``: family and given name behind *by* or a label."""
    if at == 0 or at + 1 >= len(tokens) or tokens[at + 1].gap != ", ":
        return at
    introduced = (tokens[at].gap == " " and tokens[at - 1].text in {"by", "attn"}) or (
        tokens[at].gap == ": "
        and tokens[at - 1].key in {"from", "to", "cc", "re", "attn", "dr", "md", "provider", "pt"}
    )
    given = tokens[at + 1]
    ends = at + 2 >= len(tokens) or tokens[at + 2].gap[:1] in {".", "\n", ";", " ", ")"}
    if not introduced or not ends or not (tokens[at].is_capitalised and given.is_capitalised):
        return at
    prose = at + 2 < len(tokens) and tokens[at + 2].gap == " "
    named = lexicon.may_name(given.key) and not (given.key in _MEDICAL or given.key in lexicon.clinical)
    return at + 2 if named and not prose and could_name(tokens, at, lexicon) else at


def quoted(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``goes by "JD"``, ``spouse "Peaches"``, ``"Buddy" prefers``: a nickname in quotation marks."""
    token = tokens[at]
    closed = at + 1 >= len(tokens) or tokens[at + 1].gap.lstrip(".,").startswith('"')
    if not token.gap.endswith('"') or not closed or token.key in _NOBODY or token.key in lexicon.clinical:
        return at
    before = tokens[at - 1].key if at else ""
    called = before in KIN or before in {"by", "called", "nickname", "nicknamed", "alias", "dog", "preferred"}
    given = (
        token.is_capitalised and token.key in lexicon.given | lexicon.word_names and token.key not in lexicon.eponyms
    )
    return at + 1 if called or given else at


def roomed(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Rm 413 Rush: NPO``, ``Bed 5W-22 Noble: afebrile``: whoever lies in a room, before the colon."""
    if at < 2 or not could_name(tokens, at, lexicon) or tokens[at].gap not in {" ", " - "}:
        return at
    numbered = any(sign.isdigit() for sign in tokens[at - 1].text) and tokens[at - 1].gap in {" ", "-"}
    room = any(each.key in {"rm", "room", "bed"} for each in tokens[max(0, at - 3) : at - 1])
    closed = at + 1 < len(tokens) and tokens[at + 1].gap[:1] in {":", ",", ";"}
    # A disease lies in no room: "Rm 413 Crohn: K 3.1".
    named = lexicon.may_name(tokens[at].key) or tokens[at].key in lexicon.eponyms
    return at + 1 if numbered and room and closed and named else at
