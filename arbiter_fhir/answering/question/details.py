"""What of the things found is asked for: the date, the dose, the highest, the last three, those over nine, in mmol/L.

*Source*: ``data/details.tsv``, ``data/units.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.patterns import marked_pattern, rules
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.question import AskedDetail, Pick, ValueBound

__all__ = [
    "asked_bound",
    "asked_count",
    "asked_detail",
    "asked_pick",
    "asked_steps",
    "asked_unit",
    "asks_for_extreme",
    "named_value",
]

_NUMBERS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
}  # fmt: skip
_NUMBER_WORD: Final = "|".join(_NUMBERS)
_TABLE: Final = "details.tsv"
_COUNT: Final = re.compile(
    rf"(?:\b(?:last|latest|past|previous|most recent|recent)\s+(?P<n>\d{{1,2}}|{_NUMBER_WORD}|couple(?: of)?)\b"
    rf"|\b(?P<before>\d{{1,2}}|{_NUMBER_WORD})\s+(?:most recent|latest|newest|last)\b"
    r"|\bx ?(?P<times>\d)\b)"
    r"(?!\s*(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|hours?|hrs?|mg|mcg|d|w|m|y|quarters?)\b)",
    re.IGNORECASE,
)
#: The newest beside the one before it are two.
_TO_PREVIOUS: Final = re.compile(
    r"\b(?:compar\w+|change[sd]?|difference|delta|differs?|higher|lower|up|down|better|worse|vs\.?|versus)\b[^.?!]*"
    r"\b(?:to|vs\.?|versus|with|and|from|than|since)\s+(?:the |her |his |their )*"
    r"(?:previous|prior|one before|last one)\b(?! (?:visit|year|month|week|\d))",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(
    r"\b(?P<word>over|above|greater than|more than|higher than|exceed(?:s|ed|ing)?|at least|under|below|less than"
    r"|lower than|at most)\s+(?P<value>\d+(?:\.\d+)?)|(?P<sign>>=|<=|>|<|\u2265|\u2264)\s*(?P<signed>\d+(?:\.\d+)?)"
    r"|\b(?P<after>\d+(?:\.\d+)?)\s*(?:or|and) (?P<way>more|higher|above|over|less|lower|below|under)\b",
    re.IGNORECASE,
)
#: "The creatinine of 2.08": a value with decimals right behind the test's name, any number behind "of".
_NAMED_VALUE: Final = marked_pattern(
    r"(?:<lab>|<vital>)(?:'s)?\s+(?:level |value |result )?(?:(?:of|=)\s*(?P<value>\d+(?:\.\d+)?)|(?:was |is |at |: ?)?"
    r"(?P<exact>\d+\.\d+))(?![\d.]*(?:/|\s*(?:x\b|times|goal|or\b|to\b|-\s*\d|mg\b(?!/)|mcg\b(?!/)|days|weeks|months|years)))"
)
_WORST: Final = re.compile(r"\b(?:worst|best)\b", re.IGNORECASE)
#: Tests of which a low value is the worst, and groups that hold tests of both kinds.
_LOW_IS_WORST: Final = frozenset(
    {
        *("group:egfr", "egfr", "egfr_ckd_epi", "egfr_ckd_epi_2021", "cholesterol_hdl", "hemoglobin", "hematocrit"),
        *("albumin", "platelets", "ferritin", "vitamin_d", "vitamin_b12", "oxygen_saturation"),
    }
)
_MIXED: Final = frozenset({"group:kidney_function", "group:lipids", "group:cholesterol", "group:blood_count"})
_SIGNS: Final = {"\u2265": ">=", "\u2264": "<="}


@cache
def _units() -> tuple[re.Pattern[str], dict[str, str]]:
    units = {name: row["unit"] for row in read_question_table("units.tsv") for name in row["names"].split("|")}
    names = "|".join(re.escape(name) for name in sorted(units, key=len, reverse=True))
    return re.compile(rf"\b(?:in|as|to|into)\s+(?P<unit>{names})(?![\w/%])", re.IGNORECASE), units


def asked_unit(text: str) -> str:
    """UCUM code of the unit in which the answer is wanted; empty where none is named."""
    pattern, units = _units()
    match = pattern.search(text)
    return units[match["unit"].casefold()] if match else ""


def _first(prefix: str, marks: str) -> str:
    """What stands after the prefix of the first rule that holds; empty where none does."""
    found = (rule.kind for rule in rules(_TABLE) if rule.kind.startswith(prefix) and rule.pattern.search(marks))
    return next(found, "").removeprefix(prefix)


def asked_detail(marks: str) -> AskedDetail | None:
    """What of the things found is asked for; ``None`` for the things themselves."""
    found = _first("detail.", marks)
    return AskedDetail(found) if found else None


def asked_pick(text: str, analytes: Sequence[str] = ()) -> Pick | None:
    """Which of several values.

    Args:
        text: The question.
        analytes: Tests that it names: of some a low value is the worst.
    """
    if (match := _WORST.search(text)) is not None:
        low = {key in _LOW_IS_WORST for key in analytes}
        if len(low) > 1 or _MIXED & set(analytes):
            return None
        return Pick.LOWEST if (True in low) is (match[0].casefold() == "worst") else Pick.HIGHEST
    found = _first("pick.", text)
    return Pick(found) if found else None


def asks_for_extreme(text: str) -> bool:
    """Whether the worst or the best is asked for; where no one value is that, all of them are told."""
    return _WORST.search(text) is not None


def asked_count(text: str) -> int:
    """How many of the newest; 0 where no number is named."""
    match = _COUNT.search(text)
    if match is None:
        return 2 if _TO_PREVIOUS.search(text) else 0
    word = (match["n"] or match["before"] or match["times"]).casefold()
    return int(word) if word.isdigit() else _NUMBERS.get(word, 2)


def asked_steps(text: str) -> int:
    """How many results before the newest: 1 for "the one before that"."""
    return int(_first("steps.", text) or 0)


def asked_bound(text: str) -> ValueBound | None:
    """Which values: "over 9", "below 3.5", ">= 126"."""
    match = _BOUND.search(text)
    if match is None:
        return None
    if match["sign"]:
        return ValueBound(_SIGNS.get(match["sign"], match["sign"]), Decimal(match["signed"]))
    if match["after"]:
        above = match["way"].casefold() in {"more", "higher", "above", "over"}
        return ValueBound(">=" if above else "<=", Decimal(match["after"]))
    word = match["word"].casefold()
    above = word.startswith(("over", "above", "greater", "more", "higher", "exceed", "at least"))
    inclusive = word in {"at least", "at most"}
    return ValueBound((">" if above else "<") + ("=" if inclusive else ""), Decimal(match["value"]))


def named_value(marks: str) -> ValueBound | None:
    """The value by which a result is named: "the creatinine of 2.08"."""
    match = _NAMED_VALUE.search(marks)
    return ValueBound("=", Decimal(match["value"] or match["exact"])) if match is not None else None
