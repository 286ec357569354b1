"""Days without a year where no cue word stands before them, and days that are written in rarer ways.

``Phone msg 4/7``, ``drain out 3/6``, ``PE 4/13-4/27``, ``DR HOLT 4/14.``, ``10.IV.26``, ``april 7th``. Scores,
strengths, fractions and ratios are written with the same sign; they are told by what stands beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.word_lists import read_sections, read_words
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["ShortDateRecognizer"]

_DAY: Final = r"(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])"
_BORDER: Final = r"(?<![\w./+%-])"
_END: Final = r"(?![\w/%+]|\.\d|-\d)"
#: Words of desks, clinics and phones, behind which a day stands and no score.
_CUED: Final = re.compile(
    r"\b(?:msg|message|vm|lvm|f/u|fu|follow[- ]?up|appt|appointment|next|rtc|recheck|phoned|called|paged|faxed|"
    r"rec'?d|coll|out|d/c'?d?|dc|admitted|adm|placed|removed|crown|surgery|visit|scheduled|r/s|seen|board|clinic|mailed|sent|dictated|"
    rf"signed|lmp|edd|due|effective|exp|postponed|fly|flies|flight)[ ]?[:\-]?[ ](?P<value>{_DAY}|\d{{1,2}}-\d{{1,2}})"
    r"(?![\w/%+]|\.\d|-\d|[ ]?(?:pain|strength|mg|mcg|tabs?|murmur|scale|score|of\b))",
    re.IGNORECASE,
)
#: From the thirteenth on, or with a zero before a digit, no fraction, scale or strength of a drug is written so.
_LATE: Final = re.compile(
    rf"{_BORDER}(?P<value>(?:[1-9]|1[0-2])/(?:1[3-9]|2[1-9]|31)|0[1-9]/(?:0[1-9]|[12]\d|3[01])|(?:1[0-2]|[1-9])/0[1-9]|"
    rf"0[1-9]-(?:0[1-9]|[12]\d|3[01])){_END}"
)
#: From one day to another, or days in a list.
_SPAN: Final = re.compile(
    rf"{_BORDER}(?P<value>{_DAY}[ ]?(?:-|to|thru|through)[ ]?{_DAY}|"
    rf"{_DAY}(?:,[ ]{_DAY})*,?[ ](?:and|&)[ ]{_DAY}){_END}",
    re.IGNORECASE,
)
#: Beside a time of day: "4/13 0800", "13:20 4/3".
_TIMED: Final = re.compile(
    rf"{_BORDER}(?P<value>{_DAY})(?=[ ](?:[012]\d[0-5]\d|\d{{1,2}}:\d\d)\b(?![ ]?(?:mg|mcg|ml|units|K|x)))|"
    rf"(?<=\d\d:\d\d[ ])(?P<after>{_DAY}){_END}",
)
_ROMAN: Final = re.compile(
    rf"{_BORDER}(?P<value>(?:[12]\d|3[01]|0?[1-9])(?P<sep>[.\-/ ])(?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII)(?P=sep)"
    r"(?:(?:19|20)\d\d|\d\d))(?!\w|\.\d)"
)
_STOPS: Final = re.compile(
    r"\b(?:date|dated|am|vom|on|le|den|fecha)[ ]?:?[ ]"
    r"(?P<value>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|[12]\d|3[01])\.\d\d)"
    r"(?![\w.])",
    re.IGNORECASE,
)
_MOMENT: Final = re.compile(
    r"(?<![\w.])(?P<value>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[T_ ][012]\d[0-5]\d(?:[0-5]\d)?Z?)(?!\w)"
)
#: Months in small letters that are no other word, with their day.
_SMALL_MONTH: Final = re.compile(
    r"\b(?P<value>(?:january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|"
    r"jul|aug|sept|oct|nov|dec)\.?[ ](?:\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)(?:,?[ ](?:19|20)\d\d)?)"
    r"(?![\w/]|\.\d|[ ]?(?:mg|mcg))"
)
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_YEAR_WORDS: Final = re.compile(
    rf"\b(?P<value>(?:two[ -]thousand(?:[ -]and)?[ -](?:(?:twenty|thirty)(?:[ -](?:{_ONES}))?|ten|eleven|twelve|"
    rf"\w+teen)|nineteen[ -](?:\w+ty)(?:[ -](?:{_ONES}))?))\b",
    re.IGNORECASE,
)
_WORD_BEFORE: Final = re.compile(r"([^\W\d_][\w'-]*)[ :(]{0,2}$")
#: Words that stand before scores and ratios: tests, drugs and units.
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt", "clinical_words.txt")
_SCALES: Final = frozenset(read_sections("name_grammar.txt")["scales"].split())
#: The second number of a scale or fraction in a list is seldom higher: "5/5, 4/5 and 5/5", "3/10 to 8/10".
MOST_OF_SCALES: Final = 12
#: Characters before a day in which its word may stand.
REACH: Final = 24


class ShortDateRecognizer:
    """Month and day by themselves."""

    name = "short_date"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All days that desk words, their own numbers or a time of day tell from scores and strengths."""
        text = reading.text
        for match in _CUED.finditer(text):
            if not has_unit_after(text, match.end("value")):
                yield self._finding(*match.span("value"), 0.6)
        for pattern in (_LATE, _SPAN):
            for match in pattern.finditer(text):
                if self._is_day(reading, match, listed=pattern is _SPAN):
                    yield self._finding(*match.span("value"), 0.55)
        for match in _TIMED.finditer(text):
            group = "value" if match["value"] else "after"
            if not reading.in_lab_row(match.start()):
                yield self._finding(*match.span(group), 0.6)
        for pattern in (_ROMAN, _STOPS, _MOMENT, _SMALL_MONTH, _YEAR_WORDS):
            for match in pattern.finditer(text):
                yield self._finding(*match.span("value"), 0.6)

    @staticmethod
    def _is_day(reading: Reading, match: re.Match[str], *, listed: bool) -> bool:
        if reading.in_lab_row(match.start()) or has_unit_after(reading.text, match.end()):
            return False
        value = match["value"]
        days = [int(number) for number in re.findall(r"[/-](\d{1,2})(?!\d|/)", value)]
        if listed and not ("0" in re.findall(r"\b0", value) or max(days, default=0) > MOST_OF_SCALES):
            return False
        word = _WORD_BEFORE.search(reading.text, max(0, match.start() - REACH), match.start())
        key = word[1].casefold() if word else ""
        if key.partition("-")[0] in _SCALES:
            return False
        return "-" in value or key not in _MEDICAL

    def _finding(self, start: int, end: int, score: float) -> Finding:
        return Finding(start, end, IdentifierKind.DATE, Strength.PATTERN, self.name, score)
