"""Rules for unlabelled names in running text and headers: each takes a token's place and gives the name's end.

A rule answers with the index after the name's last token, or with the given index where no name begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    ADDRESSING,
    CALENDAR,
    CLINICAL_TITLES,
    CONDITIONS,
    DONE_BY,
    KIN,
    MEETING,
    MODALS,
    NO_PERSON_ENDINGS,
    PERSON_PHRASES,
    PERSON_VERBS,
    PRONOUNS,
    SPEAKING_WITH,
    TITLES,
    WEAK_VERBS,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, capture_forward, is_name_like
from arbiter_fhir.deid.reading import Token

__all__ = [
    "is_condition",
    "kin_after",
    "kin_name",
    "last_comma_first",
    "listed_name",
    "met",
    "of_age",
    "possessor",
    "speaker",
]

_TITLES: Final = CLINICAL_TITLES | TITLES
_AFTER_KIN_NO_NAME: Final = FORM_WORDS | CALENDAR | _TITLES
_NO_PART_OF_NAME: Final = CREDENTIALS | FORM_WORDS
_NO_SURNAME: Final = FORM_WORDS | PERSON_VERBS | MODALS | NO_PERSON_ENDINGS
_NO_NAME: Final = FORM_WORDS | PRONOUNS | KIN
_NO_OWNER: Final = KIN | PRONOUNS | CALENDAR
_VERBS_AND_MONTHS: Final = MODALS | CALENDAR
#: Months and seasons that people are named after.
_MONTH_NAMES: Final = frozenset(("april", "may", "june", "august", "summer", "autumn", "winter"))
#: What goes on behind a relative's name: "Ex-husband Pepper has custody".
_SAID: Final = frozenset(("is", "was", "has", "had", "will", "can", "called", "says", "lives", "works", "drives"))
#: Shorter words of capitals are abbreviations.
MIN_CAPITALS: Final = 4
#: How many words may stand between a name and the age that tells that it is one: "Graves, a 54-year-old".
_AGE_WINDOW: Final = 5


def kin_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """After a kin word: capitalised, and not a condition ("Mother: Diabetes", "sister with Crohn's")."""
    first, kin = tokens[at], tokens[at - 1]
    if is_condition(tokens, at, lexicon):
        return at
    if not first.is_capitalised and not (first.is_capitals and lexicon.is_plain_name(first.key)):
        return at
    month = first.key in _MONTH_NAMES and not tokens[min(at + 1, len(tokens) - 1)].text[0].isdigit()
    if (first.key in _AFTER_KIN_NO_NAME and not month) or is_clinical_term(tokens, at):
        return at
    if lexicon.eponyms.get(first.key) and not lexicon.is_plain_name(first.key):
        return at
    if not is_name_like(first, lexicon):
        # "his mother Dusty drove": in a sentence of small letters the capital alone says so.
        pair = at + 1 < len(tokens) and tokens[at + 1].is_capitalised and tokens[at + 1].gap == " "
        said = at + 1 < len(tokens) and tokens[at + 1].text in _SAID and lexicon.may_name(first.key)
        aside = first.gap == " (" and at + 1 < len(tokens) and tokens[at + 1].gap.startswith(")")
        near = first.gap == " " or pair or (aside and lexicon.may_name(first.key))
        prose = (kin.text.islower() or said) and first.key not in lexicon.clinical and near
        return capture_forward(tokens, at, lexicon, trusting=True) if prose and kin.key != "named" else at
    return capture_forward(tokens, at, lexicon, trusting=False)


def is_condition(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word after a relation names what the relative has: ``Father  Heart disease``, ``sister Gout``."""
    first = tokens[at]
    second = tokens[at + 1] if at + 1 < len(tokens) and tokens[at + 1].gap in {" ", "\n", "\t"} else None
    if first.key in CONDITIONS:
        # "Type 2", "Back pain", but "sister Stroke Johnson" is somebody.
        return second is None or not lexicon.is_plain_name(second.key) or not second.is_capitalised
    return second is not None and second.key in CONDITIONS and not lexicon.is_plain_name(first.key)


def last_comma_first(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Graves, Martha A``: a listed given name after the comma, or both parts unknown to every word list."""
    if at + 1 >= len(tokens) or tokens[at + 1].gap not in {", ", ",", " , "}:
        return at
    last, first = tokens[at], tokens[at + 1]
    if not (_is_surname(tokens, at, lexicon) and first.is_name_shaped and len(first.text) > 1):
        return at
    # "Friday, April 10" is a date.
    dated = last.key in CALENDAR and first.key in CALENDAR
    if dated or {first.key, last.key} & _NO_PART_OF_NAME or first.key in lexicon.states:
        return at
    # "PCN, ASA": abbreviations in a list.
    short = last.is_capitals and len(last.text) < MIN_CAPITALS
    if first.is_capitals != last.is_capitals or (
        short and not (lexicon.is_name(last.key) and len(first.text) >= MIN_CAPITALS)
    ):
        return at
    unknown = not lexicon.is_known(first.key) and not (lexicon.is_known(last.key) and lexicon.is_name(last.key))
    listed = first.key in lexicon.given and not (lexicon.is_ambiguous(first.key) and lexicon.is_ambiguous(last.key))
    both = lexicon.is_name(last.key) and first.key in lexicon.given
    if not (listed or both or (unknown and not first.is_capitals)):
        return at
    return capture_forward(tokens, at, lexicon, trusting=not is_name_like(last, lexicon))


def _is_surname(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Shaped like a surname; an ordinary word only after "of", "with" and the like ("family of Ringer, Elsbeth")."""
    last = tokens[at]
    if is_name_like(last, lexicon) and len(last.text) > 1:
        return True
    before = tokens[at - 1].key if at else ""
    return last.is_capitalised and last.key not in lexicon.clinical and before in {"of", "by", "with", "for", "and"}


def listed_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """A listed name with more name after it, two unknown capitalised words, or a lone plain given name."""
    token = tokens[at]
    if token.key in lexicon.countries or token.key in lexicon.states or is_clinical_term(tokens, at):
        return at
    if token.key in CALENDAR and at + 1 < len(tokens) and tokens[at + 1].text[:1].isdigit():
        return at
    end = capture_forward(tokens, at, lexicon, trusting=False)
    # A comma belongs to `last_comma_first`.
    end = next((index for index in range(at + 1, end) if tokens[index].gap.startswith(",")), end)
    words = [each for each in tokens[at:end] if len(each.text) > 1]
    if not words or (end < len(tokens) and tokens[end].key in NO_PERSON_ENDINGS and tokens[end].gap == " "):
        return at
    if len(words) == 1:
        return _with_surname(tokens, at, end, lexicon) if _is_alone_a_name(tokens, at, end, lexicon) else at
    return end if _is_full_name(words, lexicon) else at


def _is_alone_a_name(tokens: Sequence[Token], at: int, end: int, lexicon: Lexicon) -> bool:
    token = tokens[at]
    if end - at > 1:
        # "K. Patel", "Patel K": an initial beside a listed name.
        return any(lexicon.is_plain_name(each.key) for each in tokens[at:end])
    return token.is_capitalised and token.key in lexicon.given and lexicon.is_plain_name(token.key)


def _with_surname(tokens: Sequence[Token], at: int, end: int, lexicon: Lexicon) -> int:
    """``Daniela Capon``: after a plain given name any capitalised word that no clinical text has is a surname."""
    if end >= len(tokens) or not lexicon.is_plain_name(tokens[at].key) or tokens[at].key not in lexicon.given:
        return end
    following = tokens[end]
    fits = following.gap == " " and following.is_capitalised and not lexicon.is_known(following.key.removesuffix("s"))
    surname = following.gap == " " and following.is_capitalised and tokens[at].is_capitalised
    blocked = following.key in _NO_SURNAME or following.key in lexicon.clinical
    return end + 1 if (fits or surname) and not blocked else end


def _is_full_name(words: Sequence[Token], lexicon: Lexicon) -> bool:
    first = words[0]
    plain_given = first.key in lexicon.given and lexicon.is_plain_name(first.key)
    strong = sum(lexicon.is_plain_name(each.key) for each in words)
    listed = sum(lexicon.is_name(each.key) for each in words)
    unknown = sum(not lexicon.is_known(each.key) for each in words)
    if first.key in lexicon.given and (listed >= 2 or plain_given):
        return True
    if strong and unknown + listed >= len(words):
        return True
    capitalised = all(each.is_capitalised for each in words)
    return capitalised and unknown > 0 and unknown + listed >= len(words)


def speaker(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Okonkwo denies``, ``Chance Long had``: a name before a verb that only persons do."""
    token = tokens[at]
    if not token.is_capitalised or token.key in PRONOUNS:
        return at
    pair = _pair_end(tokens, at, lexicon)
    for end in (pair, at + 1):
        if end == at or end >= len(tokens) or tokens[end].gap not in {" ", "\n", ", "}:
            continue
        if end == at + 1 and (not is_name_like(token, lexicon) or tokens[end].gap == ", "):
            continue
        alone = end == at + 1
        if not alone and tokens[end].gap == ", " and token.key in lexicon.given and token.key not in _VERBS_AND_MONTHS:
            return end
        # "Precious has": a given name that is a word, opening a sentence.
        opening = (
            token.key in lexicon.given
            and token.key not in _VERBS_AND_MONTHS
            and (at == 0 or token.gap.strip(" ") != "")
        )
        ambiguous = alone and lexicon.is_ambiguous(token.key) and not (opening and tokens[end].key in {"has", "had"})
        listed = not alone or lexicon.is_name(token.key)
        if _does_what_persons_do(tokens, end, lexicon, ambiguous=ambiguous, listed=listed):
            return end
    return at


def _pair_end(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """The end of two capitalised words of which one is a listed name, both free of clinical meaning."""
    if at + 1 >= len(tokens):
        return at
    first, second = tokens[at], tokens[at + 1]
    clinical = {first.key, second.key} & lexicon.clinical and not lexicon.is_plain_name(second.key)
    fits = second.gap == " " and second.is_capitalised and not clinical and first.key not in PRONOUNS
    named = lexicon.is_name(first.key) or lexicon.is_name(second.key)
    return at + 2 if fits and named and not is_clinical_term(tokens, at) and second.key not in FORM_WORDS else at


def _does_what_persons_do(tokens: Sequence[Token], at: int, lexicon: Lexicon, *, ambiguous: bool, listed: bool) -> bool:
    verb = tokens[at]
    if verb.key not in PERSON_VERBS:
        # "Faith Lake, G2P1": a pair before a comma is left to other rules.
        return False
    if verb.key not in WEAK_VERBS:
        return listed or not ambiguous
    if verb.key in {"has", "had"} and not lexicon.is_known(tokens[at - 1].key):
        # "Sayed has": what a note says of things that have something, it says in known words.
        return True
    following = tokens[at + 1].key if at + 1 < len(tokens) else ""
    if following in PERSON_PHRASES.get(verb.key, frozenset()):
        return listed or not lexicon.is_known(tokens[at - 1].key)
    return listed and not ambiguous


def of_age(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Graves, a 54-year-old``, ``Rose Young is a 31 yo``: a name right before an age."""
    token = tokens[at]
    if not token.is_capitalised or token.key in lexicon.clinical or token.key in _NO_NAME or token.key in CALENDAR:
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    for index in range(end, min(end + _AGE_WINDOW, len(tokens))):
        each = tokens[index]
        if each.text[:1].isdigit():
            unit = each.text + "".join(other.gap + other.text for other in tokens[index + 1 : index + 3])
            return end if _is_age(unit) else at
        # "Addison is a pleasant 82-year-old".
        described = index > end + 1 and tokens[end].key in {"is", "was"} and each.text.islower()
        if each.key not in {"a", "an", "is", "was", "age", "aged"} and not described:
            break
    return at


def _is_age(text: str) -> bool:
    number = text[: len(text) - len(text.lstrip("0123456789"))]
    rest = text[len(number) :].lstrip(" -.")[:4].lower()
    return number.isdigit() and int(number) < 125 and rest.startswith(("year", "yo", "y/o", "y.o", "yr", "mont"))


def kin_after(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Hope (granddaughter)``, ``Jun, her son``: a capitalised word that kin words explain."""
    token = tokens[at]
    if not token.is_capitalised or token.key in lexicon.clinical or token.key in _NO_NAME | CONDITIONS:
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    if end == at or end >= len(tokens) or is_clinical_term(tokens, at):
        return at
    following = tokens[end]
    if following.gap == " (" and following.key in {"he", "she", "they"}:
        return end
    if following.key == "and" and end + 2 < len(tokens) and tokens[end + 1].key in {"his", "her", "their"}:
        return end if tokens[end + 2].key in KIN else at
    if tokens[end - 1].text.endswith("'s") and following.gap == ", ":
        # "Aunt with Crohn's, uncle with".
        return at
    possessive = following.key in {"his", "her", "their", "patient", "the", "pt"}
    kin = tokens[end + 1] if possessive and end + 1 < len(tokens) else following
    return end if following.gap in {" (", ", "} and kin.key in KIN else at


def possessor(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Hyun-woo's ferritin``: a capitalised word that no list knows, and what it has."""
    token = tokens[at]
    if not token.is_capitalised or not token.text.endswith("'s"):
        return at
    following = tokens[at + 1].key if at + 1 < len(tokens) else ""
    # "King's father": only people have kin.
    kin = following in KIN and token.key not in _NO_OWNER and token.key not in lexicon.clinical
    kin = kin and token.key not in lexicon.eponyms
    unknown = not lexicon.is_known(token.key) or (kin and not lexicon.is_only_word(token.key))
    owned = at + 1 < len(tokens) and tokens[at + 1].gap == " " and tokens[at + 1].text.islower()
    return at + 1 if unknown and owned and not is_clinical_term(tokens, at) else at


def met(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``spoke with Nguyen``, ``drawn by Rosalba``: a name after the words that introduce people."""
    token = tokens[at]
    if at == 0 or token.gap not in {" ", "\n", ", ", ": "}:
        return at
    if tokens[at - 1].key not in MEETING and not _states_a_name(tokens, at - 1):
        return at
    if not token.is_capitalised or token.key in _TITLES or is_clinical_term(tokens, at):
        return at
    if lexicon.eponyms.get(token.key):
        return at
    if lexicon.is_plain_name(token.key):
        return at + 1
    # "name Autumn" states a name, whatever the word is else.
    stated = _states_a_name(tokens, at - 1)
    named = token.key in lexicon.given and (stated or token.key not in CALENDAR)
    unknown = not lexicon.is_known(token.key) or named or (stated and lexicon.may_name(token.key))
    return at + 1 if unknown and _introduces_people(tokens, at - 1) else at


def _states_a_name(tokens: Sequence[Token], at: int) -> bool:
    """``her name is``, ``badge 4471, name Violet``."""
    if tokens[at].text == "name" and at + 1 < len(tokens) and tokens[at + 1].gap == " " and tokens[at].gap == ", ":
        return True
    return at > 0 and tokens[at].key in {"is", "was"} and tokens[at - 1].key == "name"


def _introduces_people(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word at ``at`` can only be followed by somebody: "treated with" is followed by a drug."""
    word, before = tokens[at].key, tokens[at - 1].key if at else ""
    if _states_a_name(tokens, at):
        return True
    if word == "with":
        return before in SPEAKING_WITH
    if word == "by":
        return before in DONE_BY
    return word in ADDRESSING
