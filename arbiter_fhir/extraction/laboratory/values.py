"""Result values as printed: numbers, comparators, titres, words, and words that say that there is no result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from arbiter_fhir.domain.fact import Comparator

__all__ = ["ParsedValue", "ValueKind", "is_grade", "is_value_start", "longest_value", "looks_misread", "parse_value"]

#: The longest value phrase has this many words (``No growth at 5 days``).
MAX_VALUE_WORDS = 5


class ValueKind(StrEnum):
    """What kind of result a printed value is."""

    NUMBER = "number"
    TITRE = "titre"
    INTERVAL = "interval"
    QUALITATIVE = "qualitative"
    SEE_NOTE = "see_note"
    NOT_RESULTED = "not_resulted"


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """A printed value, understood.

    Attributes:
        kind: What it is.
        numeric: The number of a `ValueKind.NUMBER`, exact decimals.
        comparator: Printed before the number.
        why: For `ValueKind.NOT_RESULTED`: ``not_performed``, ``pending``, ``cancelled`` or ``insufficient_specimen``.
    """

    kind: ValueKind
    numeric: Decimal | None = None
    comparator: Comparator | None = None
    why: str = ""


_NUMBER = re.compile(
    r"^(?P<op><=|>=|<|>|\u2264|\u2265|=<|=>|>\s*or\s*=|<\s*or\s*=)?\s*"
    r"(?P<number>-?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+)$",
    re.IGNORECASE,
)
_TITRE = re.compile(r"^[<>]?=?\s?1\s?:\s?\d{1,6}$")
_INTERVAL = re.compile(r"^(0|[1-9]\d{0,2})\s?[-\u2013]\s?([1-9]\d{0,3})$")
_GRADE = re.compile(r"^(?:[1-4]\+|\+{1,4}|\+/-|\+-)$")
_RANGE_WORDS = frozenset(
    {"range", "ranges", "value", "values", "interval", "limits", "limit", "levels", "reference", "cutoff"}
)
_COMPARATORS = {
    "<": Comparator.LESS,
    "<=": Comparator.LESS_OR_EQUAL,
    "=<": Comparator.LESS_OR_EQUAL,
    "\u2264": Comparator.LESS_OR_EQUAL,
    "<or=": Comparator.LESS_OR_EQUAL,
    ">": Comparator.GREATER,
    ">=": Comparator.GREATER_OR_EQUAL,
    "=>": Comparator.GREATER_OR_EQUAL,
    "\u2265": Comparator.GREATER_OR_EQUAL,
    ">or=": Comparator.GREATER_OR_EQUAL,
}
_QUALITATIVE = frozenset(
    {
        "positive", "pos", "negative", "neg", "reactive", "non-reactive", "nonreactive", "non reactive", "detected",
        "not detected", "none detected", "undetected", "trace", "small", "moderate", "large", "few", "many", "rare",
        "occasional", "none", "none seen", "not seen", "absent", "present", "normal", "abnormal", "clear", "cloudy",
        "hazy", "turbid", "slightly cloudy", "slightly hazy", "yellow", "pale yellow", "dark yellow", "amber", "straw",
        "red", "brown", "orange", "colorless", "light yellow", "indeterminate", "equivocal", "borderline",
        "inconclusive",
        "invalid", "immune", "non-immune", "not immune", "non immune", "susceptible", "resistant", "no growth", "nil",
        "weakly positive", "weak positive", "presumptive positive", "confirmed", "growth", "no growth at 2 days",
        "no growth at 5 days", "no growth in 48 hours", "normal flora", "mixed flora", "packed", "full field",
        "a", "b", "ab", "o", "a positive", "b positive", "ab positive", "o positive", "a negative", "b negative",
        "ab negative", "o negative", "rh positive", "rh negative",
    }
)  # fmt: skip
_BLOOD_GROUPS = frozenset({"a", "b", "ab", "o"})
_SEE_NOTE = re.compile(
    r"^(?:see|refer\s+to)\s+(?:note|notes|comment|comments|below|report|text|interpretation|result)s?\.?$"
)
_NOT_RESULTED = {
    "tnp": "not_performed",
    "test not performed": "not_performed",
    "not performed": "not_performed",
    "not done": "not_performed",
    "not reported": "not_performed",
    "not resulted": "not_performed",
    "unable to perform": "not_performed",
    "unable to calculate": "not_performed",
    "not calculated": "not_performed",
    "not applicable": "not_performed",
    "n/a": "not_performed",
    "dnr": "not_performed",
    "nd": "not_performed",
    "pending": "pending",
    "to follow": "pending",
    "in progress": "pending",
    "results pending": "pending",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "cancel": "cancelled",
    "duplicate request": "cancelled",
    "qns": "insufficient_specimen",
    "quantity not sufficient": "insufficient_specimen",
    "hemolyzed": "insufficient_specimen",
    "haemolysed": "insufficient_specimen",
    "specimen hemolyzed": "insufficient_specimen",
    "clotted": "insufficient_specimen",
    "specimen clotted": "insufficient_specimen",
    "insufficient": "insufficient_specimen",
    "insufficient specimen": "insufficient_specimen",
}
# Letters that optical reading puts where digits stand, and the other way round.
_MISREAD = re.compile(r"^[<>]?[\dOoQDIl|iSsBZzgGqAT$\u00a7.,]*$")


def parse_value(printed: str) -> ParsedValue | None:
    """What a printed value is, or ``None`` where the text is no value.

    Args:
        printed: The value's words joined by blanks.
    """
    text = re.sub(r"\s+", " ", printed.strip())
    number = _NUMBER.match(text)
    if number:
        operator = re.sub(r"\s+", "", (number["op"] or "").casefold())
        value = Decimal(number["number"].replace(",", ""))
        return ParsedValue(ValueKind.NUMBER, value, _COMPARATORS.get(operator))
    folded = text.casefold().rstrip(".")
    if folded in _NOT_RESULTED:
        return ParsedValue(ValueKind.NOT_RESULTED, why=_NOT_RESULTED[folded])
    shapes = (
        (_TITRE.match(text), ValueKind.TITRE),
        (_is_interval(text), ValueKind.INTERVAL),
        (_SEE_NOTE.match(folded), ValueKind.SEE_NOTE),
        (folded in _QUALITATIVE or _GRADE.match(text), ValueKind.QUALITATIVE),
    )
    return next((ParsedValue(kind) for fits, kind in shapes if fits), None)


def is_grade(printed: str) -> bool:
    """Whether a value is a grade of a dipstick or a film (``2+``, ``+++``)."""
    return _GRADE.match(printed.strip()) is not None


def _is_interval(text: str) -> bool:
    ends = _INTERVAL.match(text)
    return ends is not None and int(ends[1]) < int(ends[2])


def longest_value(words: list[str]) -> int:
    """How many of the leading ``words`` make up one value; 0 where they begin with none.

    A blood group letter alone is a value only in a result column, where the caller asks `parse_value` itself.
    """
    if _labels_range(words):
        return 0
    for count in range(min(len(words), MAX_VALUE_WORDS), 0, -1):
        phrase = " ".join(words[:count])
        if phrase.casefold() in _BLOOD_GROUPS:
            continue
        if parse_value(phrase) is not None:
            return count
    return 0


def _labels_range(words: list[str]) -> bool:
    """Whether words label a reference range (``Normal range: 3.5 - 5.1``), the first one a result word elsewhere."""
    label = len(words) > 1 and words[0].casefold() in {"normal", "abnormal", "negative", "positive"}
    return label and words[1].casefold().rstrip(":") in _RANGE_WORDS


def is_value_start(word: str) -> bool:
    """Whether a word can begin a value: a number, a comparator, or a result word."""
    return word in _COMPARATORS or longest_value([word]) == 1


def looks_misread(word: str) -> bool:
    """Whether a word looks like a number in which letters were read for digits (``8.l``, ``O.9``, ``g.4``)."""
    if len(word) < 2 or parse_value(word) is not None:
        return False
    digits = sum(char.isdigit() for char in word)
    confusable = bool(_MISREAD.match(word)) and (word[0].isdigit() or word[0] in "<>lIOo|$\u00a7" or "." in word)
    return confusable and digits > 0 and ("." in word or digits * 2 >= len(word.strip(".,<>")))
