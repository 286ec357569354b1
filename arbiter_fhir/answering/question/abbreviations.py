"""Shorthand of a question, written out: "PMH", "H&H", "abx", "whats pts K+".

*Source*: ``data/abbreviations.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.tables import read_question_table

__all__ = ["abbreviation_words", "abbreviations_in", "written_out"]

#: PT is the prothrombin time where it is not followed by what a patient does.
_PROTHROMBIN: Final = re.compile(
    r"\bPT\b(?!\s+(?:on|taking|takes|has|have|had|is|was|allergic|still|with|who|got|needs?|seen|here|reports?|denies"
    r"|states?|age|due|name|info|chart|meds?|labs?|allerg\w+)\b)(?!'s)"
)
#: Small letters that name an electrolyte where nothing else is asked for: "last k", "k and mg".
_BEFORE_SMALL: Final = (
    *(
        "last",
        "lst",
        "latest",
        "recent",
        "current",
        "her",
        "his",
        "the",
        "serum",
        "is",
        "was",
        "and",
        "patient's",
        "all",
        "any",
    ),
    *("or", "about", "pts"),
)
_AFTER_SMALL: Final = (
    r"and|or|levels?|results?|values?|trend\w*|was|is|today|high|low|over|under|above|below|since|on|in|this|last|from|ever"
    r"|ok|normal|yesterday|been|of(?= \d)"
)
_SMALL: Final = re.compile(
    "(?:^|(?<=, )|" + "|".join(rf"(?<=\b{word} )" for word in _BEFORE_SMALL) + ")"
    rf"(?P<sign>k|na|ca|mg|cl|fe|hb|tg)(?=\s*(?:$|[?.,;!]|(?:{_AFTER_SMALL})\b|\s\d+\.\d))"
)
#: "pts" is "the patient's" far more often than "patients".
_PATIENTS: Final = re.compile(
    r"\b((?:all|other|many|our|my|these|those|which|any|every|both|two|of|for|in|diabetic|the other)\s+)pts\b",
    re.IGNORECASE,
)
_PATIENTS_OWN: Final = re.compile(r"\bpts\b", re.IGNORECASE)
#: First in a question, "s/p" asks for a history; later it says when.
_AFTER_FIRST: Final = re.compile(r"^s/p\b", re.IGNORECASE)
_SIGNS: Final = {
    "k": "potassium",
    "na": "sodium",
    "ca": "calcium",
    "mg": "magnesium",
    "cl": "chloride",
    "fe": "iron",
    "hb": "hemoglobin",
    "tg": "triglycerides",
}


@cache
def _table() -> tuple[re.Pattern[str], Mapping[str, str], frozenset[str]]:
    rows = read_question_table("abbreviations.tsv")
    meant = {row["written"].casefold(): row["meant"] for row in rows}
    capitals = frozenset(row["written"].casefold() for row in rows if row["capitals"])
    names = "|".join(re.escape(name) for name in sorted(meant, key=len, reverse=True))
    return re.compile(rf"(?<![\w&/+'-])(?:{names})(?![\w&+]|/\w|'\w|-\w)", re.IGNORECASE), meant, capitals


@cache
def abbreviation_words() -> frozenset[str]:
    """The short forms that are single words."""
    return frozenset(name for name in _table()[1] if name.isalpha())


def abbreviations_in(text: str) -> list[tuple[int, int]]:
    """Where a question has shorthand; offsets, end exclusive."""
    pattern, _, capitals = _table()
    found = pattern.finditer(text)
    return [match.span() for match in found if match[0].isupper() or match[0].casefold() not in capitals]


def written_out(text: str) -> str:
    """The question with its shorthand written out.

    Args:
        text: Plain (`plain.plain_text`).
    """
    pattern, meant, capitals = _table()
    text = _AFTER_FIRST.sub("history of", text)

    def long(match: re.Match[str]) -> str:
        name = match[0].casefold()
        if (name in capitals and not match[0].isupper()) or (
            match[0] == "PT" and _PROTHROMBIN.match(text, match.start())
        ):
            return match[0]
        return meant[name]

    text = _PATIENTS.sub(lambda match: f"{match[1]}patients", text)
    text = _PATIENTS_OWN.sub("patient's", text)
    signs = _SMALL.sub(lambda match: _SIGNS[match["sign"]], pattern.sub(long, text))
    return _SMALL.sub(lambda match: _SIGNS[match["sign"]], signs)
