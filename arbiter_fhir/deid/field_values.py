"""What a label's value may look like, by kind of label: the rest of a cell can be anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from arbiter_fhir.deid.anchors import CONDITIONS, DEPARTMENTS
from arbiter_fhir.deid.dates import DATE_FORMS
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS, FieldKind, Label, label_of
from arbiter_fhir.deid.names import capture_labelled
from arbiter_fhir.deid.ocr_digits import DIGIT, is_mostly_digits
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.staff_codes import is_staff_code
from arbiter_fhir.deid.word_lists import read_sections
from arbiter_fhir.domain.deid import IdentifierRole

__all__ = ["read_value"]

_DATE: Final = tuple(re.compile(rf"(?<![\w]){form}(?!\w)", re.IGNORECASE) for form in DATE_FORMS.values())
_NUMBER: Final = re.compile(r"#?[ ]?(?P<value>[A-Za-z0-9][A-Za-z0-9._/-]*(?:[ ]-?[ ]?\d[\dA-Za-z-]*){0,4})")
_PLAIN_DATE: Final = re.compile(r"\d{1,2}([/.-])\d{1,2}\1\d{2,4}|\d{4}-\d\d-\d\d")
_SEX: Final = re.compile(r"(?P<value>female|male|f|m|non-?binary|other|unknown|u|x)\b", re.IGNORECASE)
_AGE: Final = re.compile(r"(?P<value>9\d|1[012]\d)(?!\d)")
_SSN: Final = re.compile(rf"(?P<value>(?:{DIGIT}|[Xx*#•])(?:[ .-]?(?:{DIGIT}|[Xx*#•])){{3,10}})(?!\w)")
_PHONE: Final = re.compile(
    rf"(?P<value>\+?\(?{DIGIT}(?:[ ./()-]{{0,3}}{DIGIT}){{6,14}}(?:[ ]?(?:x|ext\.?)[ ]?\d{{1,6}})?)", re.IGNORECASE
)
_EMAIL: Final = re.compile(r"(?P<value>[^\s,;]+[@©][^\s,;]+)")

#: Entries of a form that name no organisation; and how many words a name of one has at most.
_NO_ORGANIZATION: Final = frozenset(read_sections("name_grammar.txt")["no_organization"].split())
MAX_ORGANIZATION_WORDS: Final = 7
MAX_BARE_NAME_WORDS: Final = 2
#: "Anesthesia: General".
_NO_NAMES: Final = FORM_WORDS | DEPARTMENTS | frozenset(read_sections("name_grammar.txt")["kinds_of_care"].split())

Span = tuple[int, int]


def read_value(reading: Reading, label: Label, start: int, end: int) -> Span | None:
    """The value's offsets in the stretch ``start`` to ``end``; ``None`` where nothing there fits the label."""
    while start < end and reading.text[start] in " :#=|\t\n.":
        start += 1
    reader = _READERS.get(label.kind)
    if reader is None or start >= end:
        return None
    if label.kind is FieldKind.ADDRESS:
        return _address(reading, start, end, certain=label.role is IdentifierRole.PATIENT)
    value = reader(reading, start, end)
    if value is None and label.done_by:
        value = _code(reading, start, end)
    return _only_name(reading, start, end) if value is None and label.only_names else value


def _name(reading: Reading, start: int, end: int) -> Span | None:
    tokens = reading.tokens
    first = reading.first_token_at(start)
    if first >= len(tokens) or tokens[first].start >= end:
        return None
    # A title stays outside the name.
    if tokens[first].key in {"mr", "mrs", "ms", "miss", "dr", "prof", "mx"} and first + 1 < len(tokens):
        first += 1
    if is_clinical_term(tokens, first) or _is_disease(tokens[first]):
        return None
    last = capture_labelled(tokens, first, end, reading.lexicon)
    return (tokens[first].start, tokens[last - 1].end) if last > first else None


def _is_disease(token: Token) -> bool:
    """``Mother: Alzheimer's``."""
    return token.text.casefold().endswith("'s") and token.key in CONDITIONS


def _only_name(reading: Reading, start: int, end: int) -> Span | None:
    """One or two capitalised words and nothing else, where nothing but a person can stand."""
    end = start + len(reading.text[start:end].rstrip(" .;"))
    words = reading.tokens_in(start, end)
    alone = 0 < len(words) <= MAX_BARE_NAME_WORDS and words[-1].end == end
    if (
        not alone
        and len(words) > 1
        and len(words[0].text) > 1
        and words[0].is_name_shaped
        and words[1].is_name_shaped
        and words[1].gap == " "
    ):
        # The next sentence goes on in the same line.
        alone, words = True, words[:1]
    if not alone or not all(token.is_name_shaped and token.key not in _NO_ORGANIZATION for token in words):
        return None
    if any(token.key in reading.lexicon.clinical or token.key in _NO_NAMES for token in words):
        return None
    # The heading of the next field is no name.
    if label_of(reading.text[words[0].start : words[-1].end]) is not None:
        return None
    return (words[0].start, words[-1].end)


def _code(reading: Reading, start: int, end: int) -> Span | None:
    """Initials, a user's name or a number, and nothing else but a date or time behind it."""
    value = reading.text[start:end].split(maxsplit=1)
    if not value or not is_staff_code(value[0].rstrip(".,;"), reading.lexicon, by_people=True):
        return None
    rest = value[1] if len(value) > 1 else ""
    alone = not any(sign.isalpha() for sign in rest)
    return (start, start + len(value[0].rstrip(".,;"))) if alone and value[0][:1].isalnum() else None


def _date(reading: Reading, start: int, end: int) -> Span | None:
    for pattern in _DATE:
        match = pattern.search(reading.text, start, end)
        if match:
            return match.span()
    return None


def _matching(pattern: re.Pattern[str], *, digits: int = 0) -> Callable[[Reading, int, int], Span | None]:
    def read(reading: Reading, start: int, end: int) -> Span | None:
        match = pattern.match(reading.text, start, end)
        if match is None or sum(sign.isdigit() for sign in match["value"]) < digits:
            return None
        return match.span("value")

    return read


def _number(reading: Reading, start: int, end: int) -> Span | None:
    match = _NUMBER.match(reading.text, start, end)
    if match is None:
        return None
    value = match["value"]
    if not any(sign.isdigit() for sign in value) or len(value) < 2 or _PLAIN_DATE.fullmatch(value):
        return None
    return match.span("value") if is_mostly_digits(value) or len(value) >= 4 else None


def _organization(reading: Reading, start: int, end: int) -> Span | None:
    """The rest of the stretch, where it is written as a name: "Riverside Steel", and not "Retired"."""
    end = start + len(reading.text[start:end].rstrip(" ,;."))
    words = [token for token in reading.tokens_in(start, end) if token.is_alphabetic]
    if not words or not words[0].is_name_shaped or words[0].key in _NO_ORGANIZATION:
        return None
    named = any(token.is_name_shaped and token.key not in reading.lexicon.clinical for token in words)
    return (start, end) if named and len(words) <= MAX_ORGANIZATION_WORDS else None


def _address(reading: Reading, start: int, end: int, *, certain: bool) -> Span | None:
    """The rest of the stretch, where something in it can be a place and not a body site or a word."""
    end = start + len(reading.text[start:end].rstrip(" ,;."))
    tokens = [token for token in reading.tokens_in(start, end) if token.is_alphabetic]
    lexicon = reading.lexicon
    if certain:
        place = any(token.is_name_shaped and token.key not in lexicon.clinical for token in tokens)
        return (start, end) if place or re.match(r"\d{5}\b", reading.text[start:end]) else None
    if tokens and tokens[0].start == start and tokens[0].text.islower():
        # "Site: left arm": a place is not written so.
        return None
    named = any(
        token.is_name_shaped and len(token.text) > 2 and not lexicon.is_only_word(token.key) for token in tokens
    )
    return (start, end) if named else None


_READERS: Final[Mapping[FieldKind, Callable[[Reading, int, int], Span | None]]] = {
    FieldKind.NAME: _name,
    FieldKind.BIRTH_DATE: _date,
    FieldKind.DATE: _date,
    FieldKind.MRN: _number,
    FieldKind.ACCOUNT: _number,
    FieldKind.ACCESSION: _number,
    FieldKind.NUMBER: _number,
    FieldKind.LICENSE: _number,
    FieldKind.SEX: _matching(_SEX),
    FieldKind.AGE: _matching(_AGE),
    FieldKind.SSN: _matching(_SSN, digits=4),
    FieldKind.PHONE: _matching(_PHONE, digits=7),
    FieldKind.EMAIL: _matching(_EMAIL),
    FieldKind.ADDRESS: _number,
    FieldKind.ORGANIZATION: _organization,
}
