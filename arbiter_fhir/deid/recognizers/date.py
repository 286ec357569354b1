"""Dates in every usual form. Years alone, ages, durations and dosing frequencies are kept: they are no dates here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from arbiter_fhir.deid.dates import DATE_FORMS, MONTH, TIME, is_plausible, parse_date
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.ocr_digits import is_mostly_digits
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["DateRecognizer"]

#: A time belongs to the date before it, also after a line break, comma or "at".
_CLOCK: Final = rf"(?:[\s,]{{0,3}}(?:at |@ ?|T|- ?)?{TIME}(?!\w))?"
_SURE_FORMS: Final = (
    "iso",
    "iso_parted",
    "numeric",
    "parted",
    "dotted",
    "day_month",
    "month_day",
    "month_year",
    "compact",
)
_ISO_MOMENT: Final = re.compile(
    r"(?<![\w.])(?P<y>(?:19|20)\d\d)-\d\d-\d\dT\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)"
)
_SURE: Final = (
    *(
        (name, re.compile(rf"(?<![\w.])(?<!\d[/-])(?:{DATE_FORMS[name]})(?![\dA-Za-z]|[/-]\d){_CLOCK}", re.IGNORECASE))
        for name in _SURE_FORMS
    ),
    ("iso", _ISO_MOMENT),
)
_PLAUSIBLE_ONLY: Final = frozenset({"iso_parted", "numeric", "parted", "dotted", "compact"})
_DATE_LABEL: Final = (
    r"\b(?:d\.?o\.?b\.?|born(?: on)?|birth ?date|date of birth|birthday|date|dated|collected|collection|"
    r"drawn|received|reported|"
    r"printed|signed|performed|ordered|admit(?:ted)?|admission|discharged?|visit|service|dos|expires?|"
    r"effective|d\.?o\.?d\.?|died(?: on)?)"
)
_LABELLED: Final = re.compile(
    rf"{_DATE_LABEL}[ \t]{{0,3}}[:#=|-]?[ \t]{{0,3}}(?P<value>\d{{1,2}} \d{{1,2}} (?:\d{{4}}|\d\d)|"
    rf"\d{{1,2}}[ \t]?[/-][ \t]?\d{{1,2}}[ \t]?[/-][ \t]?\d\d|"
    rf"\d{{8}}(?:\d{{4}}(?:\d\d)?)?|\d{{6}}|\d{{1,2}}/\d{{1,2}}|\d{{1,2}}-\d{{1,2}}(?=\s*(?:$|"
    r"\n)))(?![\w/.%-])",
    re.IGNORECASE,
)  # fmt: skip
_MONTH_YEAR: Final = tuple(
    re.compile(rf"(?<![\w./-])(?:{DATE_FORMS[name]})(?!\w|[/-]|\.\d)") for name in ("numeric_month_year", "year_month")
)
#: Month and day without a year. Small letters mean a verb or a preposition ("may 2 tablets", "march on").
_MONTH_DAY: Final = re.compile(
    rf"(?<![\w.])(?=[A-Z])(?i:{MONTH})(?:\.|\b)[ \t\n]{{0,2}}\d{{1,2}}(?:st|nd|rd|th)?(?![\w/]|\.\d|:\d)"
    rf"(?:[ ]?(?:-|to|and|through)[ ]?\d{{1,2}}(?:st|nd|rd|th)?(?![\w/]|\.\d))?(?:,? (?:19|20)\d\d)?"
)
_DAY_MONTH: Final = re.compile(
    rf"(?<![\w./-])\d{{1,2}}(?:st|nd|rd|th)?[ \t-]{{1,2}}(?:of )?(?=[A-Z])(?i:{MONTH})\b(?!'?[a-z])"
)
_DAY_RANGE: Final = re.compile(
    r"(?<![\w./-])\d{1,2}/\d{1,2}(?:/\d{2,4})?[ ]?(?:-|to|through|thru)[ ]?\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)(?![\w/])"
)
_CUED_DAY: Final = re.compile(
    r"\b(?:on|since|until|around|about|approx|circa|cancel(?:l?ed)?|no[ \n-]show|rescheduled(?: to)?|moved to|appt|"
    r"appointment|starting|start(?:ed)?|ended|till|thru|through|after|before|due|seen|of|from|for|by|last|next|dated?|"
    r"week of|as of|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|"
    r"sun(?:day)?),?[ \n](?P<value>(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01]))(?![\w/%]|\.\d|[ ]?-)",
    re.IGNORECASE,
)  # fmt: skip
#: After these stands a day, also among doses and results.
_SURE_CUES: Final = frozenset(("on", "since", "until", "till"))
#: After these stand scores and strengths as well.
_SCORE_CUES: Final = frozenset(("of", "from", "for", "by", "about", "around", "approx"))
#: What begins or happens does so on a day: "cough began around 11/12 and".
_BEGUN: Final = re.compile(
    r"\b(?:began|started|onset|beg[iu]n|happened|occurred|resolved|noticed|fell)[ \n]$", re.IGNORECASE
)
#: A day before a time of day: "04/13 at 0930".
_TIMED_DAY: Final = re.compile(
    r"(?<![\w./-])(?P<value>(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01]))"
    rf"(?=,?\s(?:at|@)\s?(?:{TIME}|[012]\d[0-5]\d\b|noon))",
    re.IGNORECASE,
)
#: "5/5 strength", "1/2 tablet", "20/20 vision": fractions and scales.
_FRACTION_AFTER: Final = re.compile(
    r"[ ]?(?:%|strength|power|motor|score|pain|scale|vision|tab|tablet|cap|cup|of\b|and\b|mg|mcg|ml|units|"
    r"pupils|murmur|sem)",
    re.IGNORECASE,
)
#: Lower numbers of fractions and scales in notes: 1/2, 5/5, 2/6, 10/10, 20/20.
_SCALES: Final = frozenset((2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 30))
_BARE_MONTH: Final = re.compile(
    rf"\b(?i:in|since|last|until|till|early|late|mid|by|this|next|during|of|from|through|before|after|between|"
    # "and May repeat" is a verb.
    r"and(?![ -](?:May|March)[ ][a-z]{4,}))[ -]"
    rf"(?P<value>(?=[A-Z])(?i:{MONTH}))\b(?!['.]?[a-z])"
)
_HOLIDAYS: Final = re.compile(
    r"\b(?:on|since|at|after|before|around|until|by|over|last|this|for)[ ](?P<value>(?:Christmas|"
    r"Thanksgiving|Easter|Halloween|"
    r"Independence|Labor|Memorial|Veterans'?|Valentine'?s|Mother'?s|Father'?s|New Year'?s?|Groundhog|St\.? "
    r"Patrick'?s)(?: (?:Day|Eve))?|"
    r"the (?:4th|fourth) of july)\b",
    re.IGNORECASE,
)
_ORDINAL_DAY: Final = re.compile(
    r"\bon the (?P<value>\d{1,2}(?:st|nd|rd|th))\b(?! (?:percentile|rib|vertebra|digit|finger|toe|day|week|"
    r"floor|postop|hospital|attempt|dose|cranial|nerve|metatarsal|metacarpal|ray|visit|side|hole|"
    r"interspace|intercostal))",
    re.IGNORECASE,
)  # fmt: skip
_WEEKDAY_ORDINAL: Final = re.compile(
    r"\b(?P<value>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? the \d{1,2}(?:st|nd|rd|th))\b", re.IGNORECASE
)
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|"
    "sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|"
    "eighth|ninth)|thirtieth|thirty[- ]first"
)
#: "March fourth 1957", "the fourth of March".
_IN_WORDS: Final = re.compile(
    rf"(?P<value>\b(?=[A-Z])(?i:{MONTH})[ ](?:the[ ])?(?i:{_ORDINALS})\b(?:,?[ ](?:19|20)\d\d)?"
    rf"|\b(?i:{_ORDINALS})[ ]of[ ](?=[A-Z])(?i:{MONTH})\b(?:,?[ ](?:19|20)\d\d)?)"
)
#: A month that is hardly another word, whatever stands around it, and a day and year whose month a reader lost.
_MONTH_ALONE: Final = re.compile(
    r"(?<![\w-])(?P<value>January|February|April|June|July|August|September|October|November|December"
    r"|Feb|Aug|Sept|Oct|Nov)(?![\w'-])"
)
_DAY_AND_YEAR: Final = re.compile(r"(?<![\w./,-])(?P<value>(?:0?[1-9]|[12]\d|3[01]), (?:19|20)\d\d)(?![\w/-]|[.,]\d)")
#: A day of birth with stops and two digits of its year: "dob 3.4.57".
_BIRTH_WITH_STOPS: Final = re.compile(
    r"\b(?:d\.?o\.?b\.?|born(?: on)?|birth ?date|date of birth)[ \t:]{1,4}(?P<value>\d{1,2}\.\d{1,2}\.\d{2})(?![\w.])",
    re.IGNORECASE,
)
#: Far enough ahead that no two-digit year is taken for the last century while checking plausibility.
_ANY_DAY: Final = date(2099, 12, 31)


class DateRecognizer:
    """Dates down to the month; the time of day goes with its date."""

    name = "date"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All dates; fractions, ratios, ranges, doses and durations are none."""
        text = reading.text
        for name, pattern in _SURE:
            for match in pattern.finditer(text):
                if name not in _PLAUSIBLE_ONLY or self._is_real(match, text):
                    yield self._finding(*match.span(), Strength.PATTERN, 0.9)
        for match in _LABELLED.finditer(text):
            if not has_unit_after(text, match.end()):
                yield self._finding(*match.span("value"), Strength.LABELLED, 0.95)
        yield from self._partial(reading)
        yield from self._alone(reading)

    def _is_real(self, match: re.Match[str], text: str) -> bool:
        if not is_mostly_digits(match[0]):
            return False
        printed = parse_date(match[0], _ANY_DAY)
        if printed is not None and is_plausible(printed):
            return not (
                has_unit_after(text, match.end()) and len(match["y"]) == 2 and match.groupdict().get("sep") != "/"
            )
        # Misread or impossible, but written as a date with its century: it is somebody's date all the same.
        return len(match["y"]) == 4 and match.groupdict().get("sep") is not None

    def _partial(self, reading: Reading) -> Iterator[Finding]:
        """Dates without a day, a month or a year, where their surroundings allow it."""
        text = reading.text
        for match in _matches(text, *_MONTH_YEAR):
            if not reading.in_lab_row(match.start()):
                yield self._finding(*match.span(), Strength.PATTERN, 0.7)
        for match in _matches(text, _MONTH_DAY, _DAY_MONTH):
            if not has_unit_after(text, match.end()):
                yield self._finding(*match.span(), Strength.PATTERN, 0.7)
        for match in _matches(text, _DAY_RANGE):
            yield self._finding(*match.span(), Strength.PATTERN, 0.95)
        for match in _matches(text, _CUED_DAY):
            if _is_day(match, text, in_lab_row=reading.in_lab_row(match.start())):
                yield self._finding(*match.span("value"), Strength.PATTERN, 0.6)
        for match in _matches(
            text, _TIMED_DAY, _BARE_MONTH, _HOLIDAYS, _ORDINAL_DAY, _WEEKDAY_ORDINAL, _IN_WORDS, _BIRTH_WITH_STOPS
        ):
            yield self._finding(*match.span("value"), Strength.PATTERN, 0.6)

    def _alone(self, reading: Reading) -> Iterator[Finding]:
        for match in _matches(reading.text, _MONTH_ALONE, _DAY_AND_YEAR):
            if not reading.in_lab_row(match.start()):
                yield self._finding(*match.span("value"), Strength.PATTERN, 0.4)

    def _finding(self, start: int, end: int, strength: Strength, score: float) -> Finding:
        return Finding(start, end, IdentifierKind.DATE, strength, self.name, score)


def _is_day(match: re.Match[str], text: str, *, in_lab_row: bool) -> bool:
    """Whether two numbers after a cue are month and day: "07/22 and" is a day, "5/5 and" is a strength."""
    cue = match[0].split()[0].lower()
    if in_lab_row and cue not in _SURE_CUES:
        # "levothyroxine 75 mcg on 03/06" reads as a result, but no result is *on* a number.
        return False
    month, _, day = match["value"].partition("/")
    if "0" in {month[0], day[0]} or int(day) not in _SCALES:
        return True
    fraction = _FRACTION_AFTER.match(text, match.end())
    joined = fraction is not None and fraction[0].strip().lower() in {"and", "of"}
    begun = _BEGUN.search(text, max(0, match.start() - 16), match.start()) is not None
    return fraction is None or (joined and (begun or cue not in _SCORE_CUES))


def _matches(text: str, *patterns: re.Pattern[str]) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(text)
