"""Rules for names by words and labels that only stand beside somebody: *at the request of*, *MRN*, *I, ..., have*.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    CALENDAR,
    CLINICAL_TITLES,
    CLOSINGS,
    DEPARTMENTS,
    DONE_BY,
    KIN,
    MODALS,
    PERSON_VERBS,
    PRONOUNS,
    ROLES,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, capture_forward, is_spelt_name
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_words import is_department, is_role
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = [
    "asked",
    "by_initial",
    "colleague",
    "for_attention",
    "given_amid_prose",
    "heads_record",
    "myself",
    "on_behalf",
    "titled_small",
    "writer",
]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: What somebody has, so that a person follows its *of*: "at the request of Pepper".
_OWNED: Final = frozenset(_GRAMMAR["owned_by_persons"].split())
#: Labels of numbers and dates that stand right behind a person: "Bela Reyes MRN 4410092", "Bela Reyes DOB".
_RECORD_LABELS: Final = frozenset(("mrn", "dob", "ssn"))
#: What stands between a name and such a label.
_BEFORE_LABEL: Final = frozenset((" ", "  ", ", ", " (", " - ", "; ", ",", "\t", " | ", " / "))
_NO_HEAD: Final = FORM_WORDS | KIN | PRONOUNS | TITLES | CLINICAL_TITLES | ROLES | DEPARTMENTS | CREDENTIALS | CALENDAR
_OFFICES: Final = frozenset(("billing", "reception", "scheduling", "accounting", "hr", "intake", "insurance", "work"))
#: Verbs that open a question about somebody.
_ASKING: Final = frozenset(("Could", "Can", "Would", "Will", "Did", "Does", "Has", "Should"))
_TO_INITIAL: Final = frozenset((" ", ": ", ", ", "\n", ",\n"))
_SMALL_TITLES: Final = frozenset(("mr", "mrs", "ms", "miss", "dr"))
#: A writer's name has rarely more words.
MAX_WRITER_WORDS: Final = 4
#: "Senior Referral Coordinator".
MAX_CALLING_WORDS: Final = 3
#: Words of medicine, which a capital makes no name of.
_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
#: Shorter words with a capital are abbreviations.
_LEAST_LETTERS: Final = 3


def _may_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Capitalised, and no word of forms, departments or clinical language."""
    token = tokens[at]
    if not token.is_capitalised or token.key in lexicon.clinical or token.key in _NO_HEAD - CALENDAR:
        return False
    return not (is_department(token) or is_role(token) or is_clinical_term(tokens, at))


def on_behalf(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``at the request of Autumn``, ``in the presence of Pepper Stone``, ``c/o Bela Reyes``."""
    if at < 2 or tokens[at].gap not in {" ", "\n"} or not _may_name(tokens, at, lexicon):
        return at
    owned = tokens[at - 1].key == "of" and tokens[at - 2].key in _OWNED
    care = tokens[at - 1].key == "o" and tokens[at - 2].key == "c" and tokens[at - 1].gap == "/"
    if not (owned or care):
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=True))


def heads_record(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Household member: Ana Reyes MRN: 4410092``: a name right before somebody's number or day of birth."""
    token = tokens[at]
    if not (token.is_name_shaped and len(token.text) > 1) or token.key in _NO_HEAD:
        return at
    end = at
    while end < len(tokens) and end - at < 5 and _goes_on(tokens, end, first=end == at):
        end += 1
    if end == at or end >= len(tokens) or tokens[end].key not in _RECORD_LABELS:
        return at
    if tokens[end].gap not in _BEFORE_LABEL:
        return at
    words = [each for each in tokens[at:end] if len(each.text) > 1]
    names = [each for each in words if not lexicon.is_only_word(each.key)]
    known = any(lexicon.is_name(each.key) or not lexicon.is_known(each.key) for each in names)
    return end if known and 2 * len(names) >= len(words) else at


def _goes_on(tokens: Sequence[Token], at: int, *, first: bool) -> bool:
    token = tokens[at]
    if token.key in _RECORD_LABELS or token.key in _NO_HEAD or not token.is_name_shaped:
        return False
    return first or token.gap in {" ", ", ", ". ", "-", ","}


def myself(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``I, Pepper Stone, have reviewed``: who speaks names him- or herself between commas."""
    if at == 0 or tokens[at - 1].text != "I" or tokens[at].gap != ", " or not tokens[at].is_name_shaped:
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    end = next((index for index in range(at + 1, end) if tokens[index].gap.startswith(",")), end)
    return end if end > at and end < len(tokens) and tokens[end].gap.startswith(",") else at


def by_initial(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Reviewed by K. Foreman``: an initial after what people do, and a capitalised word."""
    if at < 1 or at + 1 >= len(tokens) or not tokens[at].is_initial or tokens[at].gap not in _TO_INITIAL:
        return at
    last = tokens[at + 1]
    before = tokens[at - 1]
    done = before.key in {"by", "per", "via", "cc"} or before.key in DONE_BY | CLOSINGS or is_role(before)
    capitals = last.is_capitals and last.gap == ". " and lexicon.may_name(last.key)
    shaped = last.gap in {". ", ".", " "} and (last.is_capitalised or capitals) and len(last.text) >= _LEAST_LETTERS
    named = last.key not in lexicon.clinical and last.key not in FORM_WORDS
    return at + 2 if done and ((shaped and named) or (is_spelt_name(last) and last.gap == ". ")) else at


def colleague(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``looped in Summer from billing``: whoever is from a department or an office."""
    if at == 0 or at + 2 >= len(tokens) or tokens[at].gap != " " or not tokens[at - 1].text.islower():
        return at
    if not _may_name(tokens, at, lexicon):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=True))
    if end + 1 >= len(tokens) or tokens[end].key not in {"from", "in"} or tokens[end].gap != " ":
        return at
    place = tokens[end + 1]
    dated = tokens[end].key == "in" and tokens[at].key in CALENDAR
    return end if not dated and place.gap == " " and (is_department(place) or place.key in _OFFICES) else at


def writer(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``On May 3, Pepper Field wrote:``: whoever wrote what follows the colon."""
    if not _may_name(tokens, at, lexicon):
        return at
    end = at + 1
    while (
        end < len(tokens)
        and end - at < MAX_WRITER_WORDS
        and tokens[end].gap in {" ", ". "}
        and tokens[end].is_name_shaped
    ):
        end += 1
    wrote = end < len(tokens) and tokens[end].text in {"wrote", "writes"} and tokens[end].gap == " "
    return end if wrote and end + 1 < len(tokens) and tokens[end + 1].gap.startswith(":") else at


def signature(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Amber Winter | Referral Coordinator``: two capitalised words or more on a line, and their holder's calling."""
    begins = at == 0 or "\n" in tokens[at].gap
    if not begins or not _may_name(tokens, at, lexicon):
        return at
    end = at + 1
    while (
        end < len(tokens)
        and end - at < MAX_WRITER_WORDS
        and tokens[end].gap in {" ", ". "}
        and tokens[end].is_name_shaped
    ):
        end += 1
    if end - at < 2 or end >= len(tokens) or tokens[end].gap.strip(" ") not in {"|", ",", "\n", "-", "/"}:
        return at
    for each in tokens[end : end + MAX_CALLING_WORDS]:
        if not each.is_capitalised:
            break
        if is_role(each):
            return end
    return at


def for_attention(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``ATTN: Pepper / Medical Records``: to whom something is addressed, where no office is."""
    if at == 0 or tokens[at - 1].key not in {"attn", "attention"} or tokens[at].gap.strip(" .") != ":":
        return at
    if not _may_name(tokens, at, lexicon) or tokens[at].key in _OFFICES:
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=True))


def titled_small(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``mrs van dyke-hobbs phoned``, ``pt's dtr kayleigh``: a name in small letters behind a title or relation."""
    token = tokens[at]
    if at == 0 or not token.text.islower() or not token.is_alphabetic or len(token.text) < _LEAST_LETTERS:
        return at
    titled = tokens[at - 1].text in _SMALL_TITLES and token.gap in {" ", ". "}
    related = tokens[at - 1].text in KIN and token.gap == " " and token.key in lexicon.given
    if related:
        return at + 1 if lexicon.is_plain_name(token.key) else at
    if not titled:
        return at
    end = at
    while end < len(tokens) and tokens[end].key in PARTICLES and (end == at or tokens[end].gap == " "):
        end += 1
    named = end < len(tokens) and tokens[end].text.islower() and not lexicon.is_only_word(tokens[end].key)
    if named and tokens[end].key in MODALS | PERSON_VERBS:
        return at
    return end + 1 if named and (end == at or tokens[end].gap == " ") else at


def asked(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Could Pepper look at this``: the subject of a question, behind the verb that opens it."""
    if at == 0 or at + 1 >= len(tokens) or tokens[at - 1].text not in _ASKING or tokens[at].gap != " ":
        return at
    if not _may_name(tokens, at, lexicon):
        return at
    end = max(at + 1, capture_forward(tokens, at, lexicon, trusting=True))
    return end if end < len(tokens) and tokens[end].gap == " " and tokens[end].text.islower() else at


def given_amid_prose(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``the toast that Hazel made``: a given name that is a word too, with a capital that its sentence does not give.

    Months and seasons are left to what stands around them, words of medicine and eponyms are none.
    """
    token = tokens[at]
    if at == 0 or token.gap != " " or not token.is_capitalised or len(token.text) < _LEAST_LETTERS:
        return at
    if token.key not in lexicon.given or not tokens[at - 1].text.islower() or token.key in CALENDAR:
        return at
    blocked = token.key in lexicon.eponyms or token.key in _MEDICAL or token.key in lexicon.countries
    if blocked or token.key in lexicon.states or not _may_name(tokens, at, lexicon):
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
