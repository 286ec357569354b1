"""Remarks that tell another value of a result than its row: ``ADDENDUM: Glucose corrected to 94``, ``Repeat K: 5.9``.

The row stays as it was printed; which of the two holds, a person has to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from arbiter_fhir.extraction.laboratory.analytes import find_analyte

__all__ = ["Amendment", "amendments_in", "named_tests"]


@dataclass(frozen=True, slots=True)
class Amendment:
    """Another value of a result.

    Attributes:
        key: The analyte's.
        value: What the remark tells.
        text: The remark's line.
    """

    key: str
    value: Decimal
    text: str


_AMENDED: Final = re.compile(
    r"\b(?:corrected|amended|revised|changed|updated|re-?reported)\s+(?:result\s+|value\s+)?"
    r"(?:from\s+\S+(?:\s+[^\s\d]\S*)?\s+)?(?:to|as)\s+(?P<value>\d+(?:\.\d+)?)(?![\d/:-])",
    re.IGNORECASE,
)
#: What was measured again, or is added to a report.
_AGAIN: Final = re.compile(
    r"\b(?:addend(?:um|a)|amendment|erratum|re-?(?:run|ran|check(?:ed)?|test(?:ed|ing)?|measured|assay(?:ed)?|calculated|"
    r"analy[sz](?:ed|is))|repeat(?:ed)?|second\s+(?:analysis|run|measurement)|(?:on|upon|after)\s+(?:review|dilution))\b",
    re.IGNORECASE,
)
#: A heading below which everything is added.
_HEADING: Final = re.compile(r"^\W*(?:addend(?:um|a)|amendments?|errat(?:um|a)|corrections?)\b", re.IGNORECASE)
#: A number behind a name, with no more than linking words between; no span of time.
_TOLD: Final = re.compile(
    r"^(?:[\s:=,(]|\b(?:was|is|of|at|to|be|found|found\s+to\s+be|now|result|value|level|reads?|again|on|repeat|"
    r"re-?run|measured|came|back|as|the|by|approximately)\b)*(?P<value>\d+(?:\.\d+)?)(?![\d/:-])"
    r"(?!\s*(?:months?|weeks?|days?|hours?|hrs?|years?|minutes?|min|times|x|st|nd|rd|th|hydroxy)\b)",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[.;!?]\s+")
#: Words of the longest name that is looked for.
NAME_WORDS: Final = 5


def amendments_in(lines: Iterable[str], *, repeats: bool = True) -> frozenset[Amendment]:
    """What remarks say that results have become.

    Args:
        lines: Clean texts of lines, in reading order; what stands below the heading of an addendum belongs to it.
        repeats: A test that was repeated tells another value of the same specimen; in a letter it is a later one.
    """
    return frozenset(_amendments(lines, repeats=repeats))


def _amendments(lines: Iterable[str], *, repeats: bool) -> Iterator[Amendment]:
    added = False
    for line in lines:
        added = added or _HEADING.match(line) is not None
        again = added or (repeats and _AGAIN.search(line) is not None)
        for sentence in _SENTENCE.split(line):
            found = _AMENDED.search(sentence)
            if found is not None:
                yield from (
                    Amendment(key, Decimal(found["value"]), line) for key, _ in named_tests(sentence[: found.start()])
                )
            elif again:
                yield from (Amendment(key, value, line) for key, value in _told(sentence))


def _told(sentence: str) -> Iterator[tuple[str, Decimal]]:
    """Each test that a sentence names with the number right behind it."""
    for key, end in named_tests(sentence):
        found = _TOLD.match(sentence[end:])
        if found is not None:
            yield key, Decimal(found["value"])


def named_tests(text: str) -> Iterator[tuple[str, int]]:
    """The tests that a text names: the key of each, and where its name ends."""
    words = list(re.finditer(r"\S+", text))
    start = 0
    while start < len(words):
        for end in range(min(len(words), start + NAME_WORDS), start, -1):
            name = text[words[start].start() : words[end - 1].end()].rstrip(":,;()").lstrip("(")
            found = find_analyte(name)
            if found is not None:
                yield found.key, words[end - 1].end()
                start = end - 1
                break
        start += 1
