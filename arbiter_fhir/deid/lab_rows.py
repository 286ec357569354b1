"""Rows of laboratory tables: a test name, a number, and nothing after it but units, ranges, flags and plain words."""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.deid.anchors import PERSON_VERBS
from arbiter_fhir.deid.lexicon import Lexicon, plain

__all__ = ["has_unit_after", "is_lab_row"]

_LAB_UNITS: Final = (
    r"%|[a-zµμ]{1,8}/[a-zµμ0-9.^*]{1,12}|x?\s?10\s?[\^*eE]\s?\d+(?:/[a-zµμ]{1,3})?|k/ul|m/ul|mm/hr?|mmhg|mm\s?hg|kg|lbs?|"
    r"cm|mg|mcg|ug|µg|g|ml|l|dl|fl|pg|iu|miu|meq|mmol|umol|nmol|pmol|mosm|units?|cells|copies|ratio|index|"
    r"sec(?:onds)?|bpm|/hpf|/lpf|hpf|lpf"
)
_OTHER_UNITS: Final = (
    r"bp|tabs?|tablets?|caps(?:ules)?|puffs?|drops|doses?|weeks?|days?|hours?|hrs?|minutes?|months?|years?|yrs?|yo"
)
_UNIT_AFTER: Final = re.compile(rf"[ \t]?(?:{_LAB_UNITS}|{_OTHER_UNITS})(?![a-z0-9])", re.IGNORECASE)
#: The unit of a result may stand after its flag.
_LAB_UNIT_AFTER: Final = re.compile(
    rf"[ \t]?(?:[A-Z*]{{1,2}}[ \t]|high |low )?(?:{_LAB_UNITS})(?![a-z0-9])", re.IGNORECASE
)
_LAB_UNIT_BEFORE: Final = re.compile(rf"(?<![\w/])(?:{_LAB_UNITS})[ \t]*$", re.IGNORECASE)
#: "Dhaliwal, Star L 223-7192": an initial behind a name, no unit.
_INITIAL_BEFORE: Final = re.compile(r"[^\W\d_], ?,?[^\W\d_][^\W\d_'-]+ [LG][ \t]*$")
_NUMBER: Final = re.compile(r"(?<![\w.])[<>]?=?\s?\d[\d,.]*(?!\w)")
_RANGE: Final = re.compile(r"\d[\d.,]*\s?-\s?\d[\d.,]*|[<>]=?\s?\d")
#: Marks that end a sentence or a clause.
_SENTENCE: Final = re.compile(r"[;!?]|[.] ")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_TITLES: Final = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "miss",
        "mx",
        "dr",
        "doctor",
        "prof",
        "hello",
        "hi",
        "dear",
        "thanks",
        "regards",
        "sincerely",
        "cc",
        "patient",
        "name",
        "dob",
        "mrn",
        "phone",
        "fax",
        "address",
    ]
)
#: Labels of numbers that may look like ranges: "Ref: 4471-20931".
_NUMBER_LABELS: Final = frozenset(
    ("account", "acct", "accession", "case", "chart", "claim", "file", "invoice", "order")
)
_REFERENCE: Final = re.compile(r"ref(?:erence)?\.?[ ]?(?:[#:]|no\b)[ ]*", re.IGNORECASE)
#: Telephone numbers and dates look like ranges.
_NO_RANGE: Final = re.compile(
    r"\(?\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b|\b\d{3}-\d{4}\b|\b\d{1,4}[-/]\d{1,2}[-/]\d{1,4}\b|"
    r"\b\d{2,5}(?:-\d{2,5}){2,}|\b\d+-\d{6,}\b|\b\d{4}-\d{3}(?!00\b)\d\d\b|\b\d\d(?!00-)\d\d-\d{5}\b"
)
#: A whole sentence behind the result, as where prose wraps.
_NEXT_SENTENCE: Final = re.compile(r"[.;] [A-Z][a-z']*(?: [a-z']+){3,}")
_VERB: Final = re.compile(r" (?:is|was|were|has|had|will|should|needs?|wants?) ")
#: Small words of sentences about people, which no test's name holds.
_SENTENCE_WORDS: Final = frozenset(
    ("at", "was", "were", "her", "his", "he", "she", "had", "has", "my", "our", "they", "call", "called", "notified")
)
_PROSE: Final = PERSON_VERBS | _SENTENCE_WORDS
#: A test's name is rarely longer; prose that happens to hold a number is.
MAX_NAME_WORDS: Final = 7


def has_unit_after(text: str, end: int) -> bool:
    """Whether a unit of measure, dose or time follows the number that ends at ``end``."""
    return _UNIT_AFTER.match(text, end) is not None


def is_lab_row(line: str, lexicon: Lexicon) -> bool:
    """Whether a line reads as a result: name, number, then only units, ranges, flags and plain words."""
    number = _NUMBER.search(line)
    if number is None or not line[: number.start()].strip(" .:|-*"):
        return False
    name = line[: number.start()]
    name_words = _WORD.findall(name)
    labelled = (name_words and plain(name_words[-1]) in _NUMBER_LABELS) or _REFERENCE.fullmatch(name)
    if labelled or len(name_words) > MAX_NAME_WORDS or _SENTENCE.search(name):
        return False
    if any(_tells_of_people(word, lexicon) for word in name_words):
        return False
    rest = _NO_RANGE.sub(" ", line[number.start() :])[number.end() - number.start() :]
    # Where units come before results, the first number may be a bound of the range.
    unit_before = _LAB_UNIT_BEFORE.search(name) and not _INITIAL_BEFORE.search(name)
    if not (unit_before or _LAB_UNIT_AFTER.match(line, number.end()) or _RANGE.search(rest)):
        return False
    # "Invoice 2000-55301 for Fish is open": without a unit, a verb makes a sentence of it.
    measured = unit_before or _LAB_UNIT_AFTER.match(line, number.end())
    if _NEXT_SENTENCE.search(rest) or (not measured and _VERB.search(rest)):
        return False
    return all(_belongs(word, lexicon) for word in _WORD.findall(rest))


def _tells_of_people(word: str, lexicon: Lexicon) -> bool:
    """A title, a small word of sentences about people, or an owner: "about Olive's weight loss of 6 kg"."""
    key = plain(word)
    owner = word.endswith("'s") and word[0].isupper() and key not in lexicon.eponyms
    return owner or key in _TITLES or (word.islower() and word in _PROSE)


def _belongs(word: str, lexicon: Lexicon) -> bool:
    """Whether a word may stand after a result: a unit, a flag, or an ordinary word."""
    key = plain(word)
    return len(key) <= 2 or lexicon.is_only_word(key) or word.islower()
