"""A second reading of text that is typed in one case: names get the capitals that their writer left out or gave to all.

In a note in capitals, or in small letters alone, no capital says that a word is a name; what stands before it or
behind it still does. The copy has the letters of the text at the same offsets, a capital only on words that may be
names where they stand, and small letters otherwise, so that every rule for names reads it like any other text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    CALENDAR,
    CLINICAL_TITLES,
    DONE_BY,
    KIN,
    MODALS,
    NO_PERSON_ENDINGS,
    PERSON_OBJECTS,
    PRONOUNS,
    ROLES,
    SPEAKING_WITH,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["recased"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
_TITLE_WORDS: Final = TITLES | CLINICAL_TITLES | KIN | ROLES
_DEGREES: Final = frozenset(_GRAMMAR["degrees_before"].split()) - {"md", "do", "pa", "ma", "sw", "ot", "cm", "rd"}
_METHODS: Final = frozenset(_GRAMMAR["methods"].split())
#: What persons do, right behind their name.
_SAYING: Final = frozenset(
    ("says", "said", "states", "stated", "reports", "reported", "called", "notified", "denies", "asked", "asks", "is",
     "was", "has", "took", "wants", "needs", "never", "aware", "here", "seen", "intubated", "drives")
)  # fmt: skip
#: Of these, what abbreviations of no list do not do.
_SPEAKING: Final = frozenset(("says", "said", "states", "stated", "denies", "asked", "asks", "took", "wants", "drives"))
_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
_NOBODY: Final = PRONOUNS | FORM_WORDS | MODALS | CALENDAR | _TITLE_WORDS | _METHODS | SPEAKING_WITH | DONE_BY
_BEFORE: Final = _TITLE_WORDS | _DEGREES | (PERSON_OBJECTS - {"call"})
_WITH: Final = SPEAKING_WITH | {"up", "fu", "live", "lives", "seen", "here"}
#: Words that a text in one case has at least, so that a heading or an abbreviation is none.
MIN_WORDS: Final = 3
MIN_LETTERS: Final = 3
#: A line of fewer words that ends as names of facilities do is a letterhead.
MAX_HEADING_WORDS: Final = 7
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


def recased(reading: Reading) -> Reading | None:
    """The copy; ``None`` where no line is in capitals and the text has capitals.

    Args:
        reading: The text; what is found in the copy has the same offsets.
    """
    spans = list(_stretches(reading))
    if not spans:
        return None
    letters = list(reading.text)
    for start, end in spans:
        for at, token in enumerate(reading.tokens):
            if start <= token.start < end:
                letters[token.start : token.end] = _recase(reading.tokens, at, reading.lexicon)
    text = "".join(letters)
    return Reading(text, reading.lexicon) if len(text) == len(reading.text) else None


def _stretches(reading: Reading) -> Iterator[tuple[int, int]]:
    """Words in capitals that make a sentence; the whole text where it is in small letters."""
    words = _WORD.findall(reading.text)
    capitals = any(word[0].isupper() and not word.isupper() for word in words)
    if len(words) >= MIN_WORDS and not capitals and any(word.islower() for word in words):
        yield 0, len(reading.text)
        return
    run: list[Token] = []
    for token in [*reading.tokens, None]:
        if token is not None and (token.text.isupper() or not token.is_alphabetic):
            run.append(token)
            continue
        if _is_prose(run, reading.lexicon):
            yield run[0].start, run[-1].end
        run = []


def _is_prose(run: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether words of capitals one after another are a sentence, and no abbreviations and no letterhead."""
    words = [token for token in run if token.is_alphabetic and len(token.text) > 1]
    facility = len(words) < MAX_HEADING_WORDS and any(token.key in NO_PERSON_ENDINGS for token in words)
    known = sum(len(token.text) > MIN_LETTERS and lexicon.is_known(token.key) for token in words)
    return len(words) >= MIN_WORDS and known > 1 and not facility


def _recase(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> str:
    """The word with a capital where it may be a name, in its own letters where it is an abbreviation, or small."""
    token = tokens[at]
    text = token.text
    small, capital = text.lower(), text[:1].upper() + text[1:].lower()
    if len(small) != len(text) or len(capital) != len(text) or len(text) < 2 or not token.is_alphabetic:
        return text
    title = token.key in TITLES or token.key in CLINICAL_TITLES
    if title:
        return capital
    if _may_stand(tokens, at, lexicon):
        return capital
    clinical = token.key in lexicon.clinical and len(text) <= MIN_LETTERS
    return text if clinical else small


def _may_stand(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    token = tokens[at]
    key = token.key.rstrip("~")
    if key in lexicon.clinical or key in _NOBODY or is_clinical_term(tokens, at):
        return False
    if lexicon.is_plain_name(key) and key not in lexicon.eponyms:
        return len(key) > MIN_LETTERS or _introduced(tokens, at)
    if key in _MEDICAL or lexicon.eponyms.get(key):
        return False
    related = at > 0 and tokens[at].gap == " " and tokens[at - 1].key in KIN
    if related and at + 1 < len(tokens) and tokens[at + 1].key in _SAYING:
        return True
    if _introduced(tokens, at) or _follows_name(tokens, at, lexicon):
        return lexicon.may_name(key)
    given, unknown = key in lexicon.given, not lexicon.is_known(key)
    following = [each for each in tokens[at + 1 : at + 3] if each.gap == " "]
    pair = len(following) > 1 and lexicon.may_name(following[0].key) and following[0].key not in _NOBODY
    said = bool(following) and following[0].key in (_SAYING if given else _SPEAKING)
    return (given or unknown) and (said or (pair and following[1].key in _SAYING))


def _introduced(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands right before it behind which somebody's name stands."""
    if at == 0 or tokens[at].gap not in {" ", ". ", ": ", "/", "/ ", " (", "\n"}:
        return False
    before = tokens[at - 1]
    second = tokens[at - 2].key if at > 1 else ""
    if before.key in _BEFORE:
        return True
    if before.key in {"with", "w"}:
        return second in _WITH
    if before.key == "call" and at + 1 < len(tokens):
        return tokens[at + 1].gap[:1] in {".", ",", ";", " "}
    if before.key == "by":
        return second in DONE_BY
    return before.key in {"per", "its"} and second not in {"drinks", "times", "mg", "ml"}


def _follows_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """``SON CLAY STREET``, ``eunji pond``: a word right behind a name."""
    if at == 0 or tokens[at].gap not in {" ", ", "}:
        return False
    before = tokens[at - 1]
    plain = lexicon.is_plain_name(before.key) and before.key not in lexicon.clinical
    return plain and before.key not in _NOBODY and not lexicon.is_only_word(tokens[at].key)
