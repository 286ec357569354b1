"""Names that open a sentence: whatever the word is besides, what goes on behind it is done or felt by persons alone.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CALENDAR, MODALS, PERSON_VERBS, WEAK_VERBS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import capture_forward
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_slots import ACTS, begins, blocked
from arbiter_fhir.deid.recognizers.name_words import NO_NAME
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["at_place", "doer", "short_name", "to_act"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: What notes say of persons alone, by the word right behind the name: "Ridge phoned", "Storm premedicated".
_HUMAN: Final = frozenset(_GRAMMAR["human_verbs"].split())
#: What somebody does to a thing, behind which the thing stands.
_HANDLING: Final = frozenset(_GRAMMAR["handling"].split())
_DETERMINERS: Final = frozenset(("the", "a", "an", "his", "her"))
#: What persons miss, leave and request: "Pepper missed dialysis", but "Dose missed twice".
_ATTENDED: Final = frozenset(_GRAMMAR["attended"].split())
#: Behind a determiner these make it a time: "Foley removed the next day".
_TIMES: Final = frozenset(_GRAMMAR["times_behind_determiners"].split())
_VERBS: Final = (PERSON_VERBS | WEAK_VERBS) - MODALS
#: Of these, what is done to things as well.
_DONE_TO: Final = frozenset(_GRAMMAR["also_done_to_things"].split())
#: Where somebody stands or sits: "Diamond at bedside".
_PLACES: Final = frozenset(_GRAMMAR["at_places"].split())
#: Words of medicine: rods, crystals and stones do and undergo much of what persons do.
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt")
_BLANKS: Final = frozenset((" ", "\n"))
#: Letters of the shortest names; without a vowel two or three letters are an abbreviation.
_SHORT: Final = (2, 3)
_VOWELS: Final = frozenset("aeiouy")
#: What stands before the subject at the beginning of a sentence.
_OPENING: Final = frozenset(_GRAMMAR["opening_words"].split())
#: Adverbs that stand between a name and its verb.
_ADVERBS: Final = frozenset(("also", "then", "still", "now", "just", "never", "always", "often", "again", "later"))


def _called(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether somebody could be called so, and neither medicine nor a form has the word."""
    token = tokens[at]
    if (
        not token.is_capitalised
        or blocked(tokens, at, lexicon)
        or token.key in CALENDAR
        or token.key in lexicon.countries
    ):
        return False
    named = lexicon.is_name(token.key) or token.key in lexicon.word_names or not lexicon.is_known(token.key)
    return named and token.key not in lexicon.eponyms and "-" not in token.text


def _after(tokens: Sequence[Token], at: int) -> Token | None:
    """The word behind a name, over an adverb."""
    if at < len(tokens) and tokens[at].text in _ADVERBS and at + 1 < len(tokens) and tokens[at].gap == " ":
        return tokens[at + 1] if tokens[at + 1].gap in _BLANKS else tokens[at]
    return tokens[at] if at < len(tokens) else None


def _with_surname(tokens: Sequence[Token], end: int, lexicon: Lexicon) -> int:
    """The end after one more word that is a surname, also one of a disease: ``Pepper Graves grew``."""
    if end >= len(tokens) or tokens[end].gap != " " or not tokens[end].is_capitalised:
        return end
    surname = lexicon.is_name(tokens[end].key) or tokens[end].key in lexicon.word_names
    return end + 1 if surname and not blocked(tokens, end, lexicon) else end


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Whether a sentence begins at the token, or with one word before it: ``Yesterday Heaven saw``."""
    if begins(tokens, at):
        return True
    gap = tokens[at].gap
    adverb = gap in {" ", ", "} and begins(tokens, at - 1) and tokens[at - 1].key in _OPENING
    # "Hi Bela, Gale here".
    return adverb or (gap == ", " and at > 1 and tokens[at - 2].key in {"hi", "hello", "dear", "hey"})


def _may_be_surname(token: Token, lexicon: Lexicon) -> bool:
    """Whether medicine has the word as somebody's surname, and people are still called so: *Bright*, *Graves*."""
    return token.key in lexicon.eponyms and (lexicon.is_name(token.key) or token.key in lexicon.word_names)


def _handles(tokens: Sequence[Token], at: int, verb: int, lexicon: Lexicon) -> bool:
    """``White removed the drain``; not ``Foley drained a liter``, ``Packing removed the next day``."""
    if lexicon.eponyms.get(tokens[at].key, False) or verb + 2 >= len(tokens):
        return False
    return tokens[verb + 1].text in _DETERMINERS and tokens[verb + 2].key not in _TIMES


def doer(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Ridge phoned for update``, ``Speed did well``, ``Heaven saw``: who does what only persons do."""
    surname = _may_be_surname(tokens[at], lexicon)
    surname = surname and tokens[at].is_capitalised and not blocked(tokens, at, lexicon)
    if not _opens(tokens, at) or not (surname or _called(tokens, at, lexicon)):
        return at
    end = _with_surname(tokens, max(at + 1, capture_forward(tokens, at, lexicon, trusting=False)), lexicon)
    verb = _after(tokens, end)
    if verb is None or verb.gap not in _BLANKS or not verb.text.islower():
        return at
    if verb.key in _HUMAN:
        # "Service requested", "Line checked": what is done to things is said with the same word.
        evident = tokens[at].key in lexicon.given or not lexicon.is_known(tokens[at].key) or end > at + 1
        attended = verb is tokens[end] and end + 1 < len(tokens) and tokens[end + 1].text in _ATTENDED
        return end if evident or attended or verb.key not in _DONE_TO else at
    if verb.key in _HANDLING and verb is tokens[end]:
        return end if _handles(tokens, at, end, lexicon) else at
    # A given name that no medical list has: what a note says of things, it seldom says of one of these.
    given = not surname and tokens[at].key in lexicon.given and tokens[at].key not in _MEDICAL
    return end if given and verb.key in _VERBS else at


def at_place(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Diamond at bedside``, ``Bride en route``, ``Rob c/o 8/10 pain``: who is somewhere, or complains."""
    if not _opens(tokens, at) or not _called(tokens, at, lexicon) or at + 2 >= len(tokens):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    if end + 1 >= len(tokens) or tokens[end].gap not in _BLANKS:
        return at
    first, second = tokens[end], tokens[end + 1]
    somewhere = first.text == "at" and second.key in _PLACES
    coming = first.text == "en" and second.text == "route"
    somewhere = somewhere or first.text == "here"
    complains = first.text == "c" and second.text == "o" and second.gap == "/"
    return end if somewhere or coming or complains else at


def to_act(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Mills to scope in AM``, ``transport, Vy to arrange``, ``Wells will manage``: who is to do something."""
    token = tokens[at]
    clause = token.gap == ", " and (token.key in lexicon.given or not lexicon.is_known(token.key))
    opens = _opens(tokens, at) or clause
    if not opens or not token.is_capitalised or at + 2 >= len(tokens):
        return at
    eponym = _may_be_surname(token, lexicon)
    if blocked(tokens, at, lexicon) or not (eponym or _called(tokens, at, lexicon)):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
    if end + 1 >= len(tokens) or tokens[end].gap not in _BLANKS or tokens[end + 1].gap not in _BLANKS:
        return at
    modal = tokens[end].text == "to" or tokens[end].text in MODALS
    return end if modal and tokens[end + 1].text in ACTS else at


def short_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``for AFib and Ek for CKD``, ``Vy interprets``: two or three letters of no list with one capital and a vowel."""
    token = tokens[at]
    if len(token.text) not in _SHORT or not token.is_capitalised or lexicon.is_known(token.key):
        return at
    if not (set(token.key) & _VOWELS) or token.key in NO_NAME or not token.text.isalpha():
        return at
    if at == 0 or token.gap != " " or not tokens[at - 1].text.islower() or len(tokens[at - 1].text) < _SHORT[0]:
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    measured = following is not None and (following.text[0].isdigit() or following.gap.startswith(("-", "/", "+")))
    return at if measured else at + 1
