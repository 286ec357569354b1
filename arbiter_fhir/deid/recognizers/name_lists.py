"""Names written family name first, and names alone on their line, of words that no list knows or that are words too.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CALENDAR, KIN, PRONOUNS
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.word_lists import read_words

__all__ = ["alone_on_line", "before_verb", "family_first"]

_NO_PART: Final = FORM_WORDS | PRONOUNS | KIN | CREDENTIALS
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt")
#: What stands between a family name and the given name: recognition sees a stop, a double comma, no blank.
_COMMAS: Final = frozenset((", ", ",", " , ", ",  ", "; ,", ". ,", ", ,", ",, ", ". "))
#: A family name has rarely more words: *De la Rosa*, *Van den Berg*.
MAX_FAMILY_WORDS: Final = 4
#: Shorter words of capitals are abbreviations.
MIN_CAPITALS: Final = 3


def _fits(token: Token, lexicon: Lexicon) -> bool:
    """Written like part of a name, and no word of medicine, forms or degrees."""
    shaped = token.is_capitalised or (token.is_capitals and len(token.text) >= MIN_CAPITALS)
    shaped = shaped or (token.is_capitals and lexicon.is_name(token.key))
    if not shaped or token.key in _NO_PART or token.key in lexicon.clinical:
        return False
    return token.key not in _MEDICAL or lexicon.is_name(token.key)


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
    if not alike or not _fits(given, lexicon) or not (initial.is_initial and initial.gap == " "):
        return at
    if is_clinical_term(tokens, at) or tokens[at].key in CALENDAR and given.key in CALENDAR:
        return at
    # "Iron, Vitamin D", "Influenza, Type A": words that nobody is called.
    family = tokens[last - 1].key
    named = lexicon.may_name(given.key) and (lexicon.may_name(family) or family in lexicon.eponyms)
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
    if not (at == 0 or "\n" in tokens[at].gap or tokens[at].gap.startswith(".")) or at + 2 >= len(tokens):
        return at
    family, given, verb = tokens[at : at + 3]
    if not (family.is_capitals and _fits(family, lexicon) and given.gap == " " and given.is_capitalised):
        return at
    if not _fits(given, lexicon) or not _open(given, lexicon) or not lexicon.may_name(family.key):
        return at
    return at + 2 if verb.gap == " " and verb.text.islower() and verb.is_alphabetic else at
