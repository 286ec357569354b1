"""Reference ranges as printed: recognised by shape, and understood where they are numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from arbiter_fhir.domain.fact import Comparator

__all__ = ["NumericRange", "is_for_some", "is_range", "parse_bounds", "parse_range", "strip_range_label"]

_NUMBER = r"-?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+"
_DASH = r"(?:-|\u2013|\u2014|to|thru|through)"
_BETWEEN = re.compile(rf"^(?P<low>{_NUMBER})\s*{_DASH}\s*(?P<high>{_NUMBER})$", re.IGNORECASE)
_BOUND = re.compile(
    rf"^(?P<op><=|>=|<|>|\u2264|\u2265|=<|=>|>\s*or\s*=|<\s*or\s*=|up\s+to|less\s+than|greater\s+than|below|above)"
    rf"\s*(?P<bound>{_NUMBER})$",
    re.IGNORECASE,
)
_WORDS = frozenset(
    {
        "negative", "neg", "positive", "non-reactive", "nonreactive", "non reactive", "reactive", "not detected",
        "detected", "none detected", "none seen", "none", "normal", "not estab.", "not estab", "not established",
        "not established.", "see note", "see comment", "see below", "n/a", "na", "not applicable", "yellow", "clear",
        "straw", "colorless", "absent", "present", "trace", "not defined", "undefined", "no growth", "nil", "not seen",
        "non-detected", "undetected", "none-trace", "negative/trace", "neg/trace", "rare", "few", "not indicated",
        "see text", "not provided", "non immune", "immune", "pale yellow", "clear-yellow", "amber", "none-few",
    }
)  # fmt: skip
_LABEL = re.compile(
    r"^(?:(?:biological\s+)?(?:reference|ref\.?|normal|standard|expected)\s*(?:range|interval|values?)?|range|ref)\s*[:=]\s*",
    re.IGNORECASE,
)
#: Rules of a table that were read as characters.
_AROUND = " _|"
_FOR_SOME = re.compile(
    r"^(?:m|f|males?|females?|men|women|boys?|girls?|adults?|child(?:ren)?|newborns?|infants?|pregnan\w*|non-?pregnant|"
    r"(?:pre|post)-?menopaus\w*|follicular|luteal|ovulat\w*|(?:first|second|third|1st|2nd|3rd)\s+trimester|"
    r"\d{1,3}\s*(?:-|to)\s*\d{1,3}\s*(?:y|yrs?|years?|mo|months?|days?|d)\b|>\s*\d{1,3}\s*(?:y|yrs?|years?)\b)",
    re.IGNORECASE,
)
_SEXED = re.compile(r"^(?:m|f|male|female|men|women|adult|adults)\s*[:=]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumericRange:
    """Bounds in the printed unit; ``None`` for an open side.

    Attributes:
        low_included: Whether a value equal to `low` is inside.
        high_included: Whether a value equal to `high` is inside.
    """

    low: Decimal | None
    high: Decimal | None
    low_included: bool = True
    high_included: bool = True

    def below(self, value: Decimal, comparator: Comparator | None = None) -> bool:
        """Whether the value surely lies under the range."""
        if self.low is None or comparator in {Comparator.GREATER, Comparator.GREATER_OR_EQUAL}:
            return False
        if comparator is Comparator.LESS:
            return value <= self.low
        return value < self.low or (value == self.low and not self.low_included)

    def above(self, value: Decimal, comparator: Comparator | None = None) -> bool:
        """Whether the value surely lies over the range."""
        if self.high is None or comparator in {Comparator.LESS, Comparator.LESS_OR_EQUAL}:
            return False
        if comparator is Comparator.GREATER:
            return value >= self.high
        return value > self.high or (value == self.high and not self.high_included)

    def inside(self, value: Decimal, comparator: Comparator | None = None) -> bool:
        """Whether the value surely lies in the range."""
        if self.below(value, comparator) or self.above(value, comparator):
            return False
        if comparator in {Comparator.LESS, Comparator.LESS_OR_EQUAL}:
            # Whatever is under the value may still be under an open lower bound.
            return self.low is None or self.low <= 0
        if comparator in {Comparator.GREATER, Comparator.GREATER_OR_EQUAL}:
            return self.high is None
        return True


_TWO_NUMBERS = re.compile(r"^(\d[\d,]*(?:\.\d+)?)\s+(\d[\d,]*(?:\.\d+)?)$")


def strip_range_label(printed: str) -> tuple[int, int]:
    """Where the range itself begins and ends in ``printed``: without its label and the brackets around it.

    Returns:
        Offsets in ``printed``, start inclusive, end exclusive; both 0 where nothing is left.
    """
    start, end = 0, len(printed)
    for _ in range(3):
        label = _LABEL.match(printed[start:end])
        start += label.end() if label else 0
        inner = printed[start:end]
        start += len(inner) - len(inner.lstrip(_AROUND))
        end -= len(inner) - len(inner.rstrip(_AROUND))
        pair = printed[start : start + 1] + printed[max(end - 1, start) : end]
        if pair in {"()", "[]", "{}"} and end - start > 1:
            start, end = start + 1, end - 1
    return (start, end) if start < end else (0, 0)


def _bare(printed: str) -> str:
    start, end = strip_range_label(printed)
    return printed[start:end].strip()


def parse_range(printed: str) -> NumericRange | None:
    """Numeric bounds of a printed range, or ``None`` where it is no single numeric range."""
    text = _bare(printed)
    between = _BETWEEN.match(text)
    if between:
        low, high = _decimal(between["low"]), _decimal(between["high"])
        return NumericRange(low, high) if low <= high else None
    bound = _BOUND.match(text)
    if not bound:
        return None
    word = re.sub(r"\s+", "", bound["op"].casefold())
    value = _decimal(bound["bound"])
    if word in {"<", "lessthan", "below"}:
        return NumericRange(None, value, high_included=False)
    if word in {"<=", "=<", "\u2264", "<or=", "upto"}:
        return NumericRange(None, value)
    if word in {">", "greaterthan", "above"}:
        return NumericRange(value, None, low_included=False)
    return NumericRange(value, None)


def parse_bounds(printed: str) -> NumericRange | None:
    """Bounds that stand in two columns, low and high, with nothing between them; ``None`` for anything else."""
    found = _TWO_NUMBERS.match(printed.strip())
    if found is None:
        return None
    low, high = _decimal(found[1]), _decimal(found[2])
    return NumericRange(low, high) if low < high else None


def is_for_some(printed: str) -> bool:
    """Whether a printed range is labelled as that of one sex, age or condition (``Female: 15 - 150``)."""
    return _FOR_SOME.match(printed.strip()) is not None


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def is_range(printed: str) -> bool:
    """Whether the text has the shape of a reference range, numeric or in words."""
    text = _bare(printed)
    if not text:
        return False
    if parse_range(printed) is not None or text.casefold().strip(".") in _WORDS or text.casefold() in _WORDS:
        return True
    titre = re.match(r"^[<>]?=?\s*1:\d+$", text)
    sexed = _SEXED.match(text)
    return bool(titre) or (sexed is not None and parse_range(text[sexed.end() :]) is not None)
