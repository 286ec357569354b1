"""Names written family name first, and names alone on their line, of words that no list knows or that are words too.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    ADDRESSING,
    CALENDAR,
    DEPARTMENTS,
    KIN,
    MEETING,
    MODALS,
    NO_PERSON_ENDINGS,
    OPENERS,
    PERSON_OBJECTS,
    PERSON_VERBS,
    PRONOUNS,
    ROLES,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import SPELT_NAMES, Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["alone_on_line", "before_verb", "family_first", "half_known", "pair_acting", "with_middle"]

_NO_PART: Final = FORM_WORDS | PRONOUNS | KIN | CREDENTIALS
_METHODS: Final = frozenset(read_sections("name_grammar.txt")["methods"].split())
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt")
#: Words that may stand before or behind a name with a capital and are no part of it.
_ELSE: Final = (
    PERSON_VERBS | MEETING | PERSON_OBJECTS | OPENERS | ADDRESSING | NO_PERSON_ENDINGS | DEPARTMENTS | ROLES | TITLES
) | (MODALS - {"will"})
_DAYS: Final = frozenset(word for word in CALENDAR if word.endswith(("day", "days", "ends")))
#: What two people do or are.
_TOGETHER: Final = frozenset(
    ("were", "are", "both", "will", "have", "agree", "agreed", "live", "came", "met", "understand")
)
#: How words of medicine end that lists may miss.
_MEDICAL_ENDINGS: Final = (
    "itis",
    "osis",
    "emia",
    "oma",
    "pathy",
    "ectomy",
    "scopy",
    "gram",
    "plasty",
    "ine",
    "ol",
    "ate",
)
#: Shorter words of no list are abbreviations.
MIN_UNKNOWN: Final = 4
#: What stands between a family name and the given name: recognition sees a stop, a double comma, no blank.
_COMMAS: Final = frozenset((", ", ",", " , ", ",  ", "; ,", ". ,", ", ,", ",, ", ". "))
#: A family name has rarely more words: *De la Rosa*, *Van den Berg*.
MAX_FAMILY_WORDS: Final = 4
#: Shorter words of capitals are abbreviations.
MIN_CAPITALS: Final = 3


def _fits(token: Token, lexicon: Lexicon) -> bool:
    """Written like part of a name, and no word of medicine, forms or degrees."""
    shaped = token.is_capitalised or (token.is_capitals and len(token.text) >= MIN_CAPITALS)
    shaped = shaped or (token.is_capitals and (lexicon.is_name(token.key) or token.key in SPELT_NAMES))
    if not shaped or token.key in _NO_PART or (token.key in lexicon.clinical and token.key not in SPELT_NAMES):
        return False
    return token.key not in _MEDICAL or lexicon.is_name(token.key) or token.key in lexicon.eponyms


def _family_end(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """The index after a family name with its particles; ``at`` where none begins."""
    end = at
    while end < len(tokens) and end - at < MAX_FAMILY_WORDS and (end == at or tokens[end].gap in {" ", ". "}):
        particle = tokens[end].key in PARTICLES and (tokens[end].is_name_shaped or end > at)
        if particle and end + 1 < len(tokens):
            end += 1
            continue
        return end + 1 if _fits(tokens[end], lexicon) else at
    return at


def family_first(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Church, Shouthgran T``, ``BROWN, KEIZHUTH N``: two words parted by a comma, and an initial behind them."""
    last = _family_end(tokens, at, lexicon)
    if last == at or last + 1 >= len(tokens) or tokens[last].gap not in _COMMAS - {". "}:
        return at
    given, initial = tokens[last], tokens[last + 1]
    alike = given.is_capitals == tokens[last - 1].is_capitals
    short = (
        given.is_capitals
        and lexicon.may_name(given.key)
        and given.key not in _NO_PART
        and given.key not in lexicon.clinical
    )
    if not alike or not (_fits(given, lexicon) or short) or not (initial.is_initial and initial.gap == " "):
        return at
    if is_clinical_term(tokens, at) or (tokens[at].key in CALENDAR and given.key in CALENDAR):
        return at
    # "Iron, Vitamin D", "Influenza, Type A": words that nobody is called.
    family = tokens[last - 1].key
    spelt = given.key in SPELT_NAMES or tokens[last - 1].key in SPELT_NAMES
    named = (spelt or lexicon.may_name(given.key)) and (spelt or lexicon.may_name(family) or family in lexicon.eponyms)
    following = tokens[last + 2] if last + 2 < len(tokens) else None
    if following is not None and following.gap == "-" and following.text.isdigit():
        # "T-4": no initial.
        return at
    return last + 2 if named else at


def _open(token: Token, lexicon: Lexicon) -> bool:
    """Whether no list of words has it, or a list of names."""
    return lexicon.is_name(token.key) or not lexicon.is_known(token.key)


def alone_on_line(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Brown, Fishsou``, ``Fish, Hazel`` and nothing else on the line: family name and given name."""
    if not (at == 0 or "\n" in tokens[at].gap):
        return at
    last = _family_end(tokens, at, lexicon)
    if last == at or last >= len(tokens) or tokens[last].gap not in _COMMAS or not _fits(tokens[last], lexicon):
        return at
    end = last + 1
    if end < len(tokens) and not tokens[end].gap.lstrip(" .").startswith("\n"):
        return at
    if tokens[last].is_capitals != tokens[last - 1].is_capitals:
        return at
    family, given = tokens[last - 1], tokens[last]
    open_pair = _open(given, lexicon) and (lexicon.may_name(family.key) or family.key in lexicon.eponyms)
    return end if open_pair and not is_clinical_term(tokens, at) else at


def before_verb(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``MIRSTARK Jade seen in triage``: a word of capitals that opens a line, a given name, and what was done."""
    if not (at == 0 or "\n" in tokens[at].gap or "." in tokens[at].gap) or at + 2 >= len(tokens):
        return at
    family, given, verb = tokens[at : at + 3]
    if not (family.is_capitals and _fits(family, lexicon) and given.gap == " " and given.is_capitalised):
        return at
    if not _fits(given, lexicon) or not _open(given, lexicon) or not lexicon.may_name(family.key):
        return at
    if family.key in _METHODS:
        # "ED Martha seen": a department.
        return at
    return at + 2 if verb.gap == " " and verb.text.islower() and verb.is_alphabetic else at


def with_middle(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``June C. Bird``, ``Violet M. Addison``: a given name, an initial with its full stop, and a family name."""
    if at + 2 >= len(tokens):
        return at
    given, initial, family = tokens[at : at + 3]
    if not (given.is_capitalised and initial.is_initial and family.is_capitalised):
        return at
    if initial.gap != " " or family.gap != ". " or given.key in _NO_PART or family.key in _NO_PART:
        return at
    if {given.key, family.key} & lexicon.clinical or given.key in _DAYS:
        return at
    called = lexicon.may_name(given.key) or given.key in CALENDAR
    surname = lexicon.may_name(family.key) or family.key in lexicon.eponyms or family.key in CALENDAR
    return at + 3 if called and surname else at


def half_known(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Pepper Bumyurei``, ``Thibault Hurt``, ``Olive Hurt``: two words of which each could be a name."""
    if at + 1 >= len(tokens) or not _could_be_pair(tokens, at, lexicon):
        return at
    given, family = tokens[at : at + 2]
    if not lexicon.is_known(family.key) and family.text[1:].islower():
        return at + 2 if given.key in lexicon.word_names else at
    unknown = not lexicon.is_known(given.key) and len(given.text) >= MIN_UNKNOWN
    called = given.key in lexicon.given or (unknown and not given.key.endswith(_MEDICAL_ENDINGS))
    called = called or (lexicon.may_name(given.key) and _heads_record(tokens, at))
    surname = lexicon.may_name(family.key) or family.key in lexicon.eponyms
    return at + 2 if surname and called else at


def _could_be_pair(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether two words stand side by side as a name does, in no term, heading or sentence of care."""
    given, family = tokens[at : at + 2]
    if not (given.is_capitalised and family.is_capitalised and family.gap == " "):
        return False
    if not (_fits(given, lexicon) and _fits(family, lexicon)) or {given.key, family.key} & _ELSE:
        return False
    if given.key in lexicon.eponyms or family.key in lexicon.countries:
        return False
    if is_clinical_term(tokens, at) or is_clinical_term(tokens, at + 1):
        return False
    return at + 2 >= len(tokens) or not _goes_on_as_title(tokens[at + 2])


def _heads_record(tokens: Sequence[Token], at: int) -> bool:
    """``814 3186 Short Melody 04/02/1950``, ``Pepper Frost | 04/02/1950``: two words between a number and a date."""
    following = tokens[at + 2] if at + 2 < len(tokens) else None
    if following is None:
        return False
    dated = following.text[:1].isdigit() or following.key in CALENDAR
    numbered = at > 0 and tokens[at - 1].text[-1:].isdigit() and tokens[at].gap == " "
    heads = (at == 0 or "\n" in tokens[at].gap) and "|" in following.gap
    return dated and (numbered or heads)


def _goes_on_as_title(token: Token) -> bool:
    """Whether the line goes on in capitals, as headings and names of firms do."""
    return token.gap == " " and (token.is_capitalised or token.key in NO_PERSON_ENDINGS)


def pair_acting(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Staindlut and June were given``, ``Neither Autumn nor Esi could``: two people who do something together."""
    if at + 3 >= len(tokens) or tokens[at + 1].text not in {"and", "nor", "or"} or not tokens[at].is_capitalised:
        return at
    one, other, verb = tokens[at], tokens[at + 2], tokens[at + 3]
    if not other.is_capitalised or {one.gap[-1:], tokens[at + 1].gap, other.gap} - {" ", "\n", ""}:
        return at
    pair = at > 0 and tokens[at - 1].text in {"Neither", "Both", "Either", "neither", "both", "either"}
    together = verb.gap in {" ", "\n"} and verb.text in _TOGETHER
    if not (pair or together) or not (_fits(one, lexicon) and (_fits(other, lexicon) or other.key in CALENDAR)):
        return at
    open_words = all(_open(each, lexicon) or each.key in CALENDAR for each in (one, other))
    return at + 1 if open_words and one.key not in _DAYS and not is_clinical_term(tokens, at) else at
