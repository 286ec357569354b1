"""The time that a question asks about, computed from the site's day; what cannot be computed is handed back in words.

| written                                   | window                                                    |
|-------------------------------------------|-----------------------------------------------------------|
| last 6 months, past year, in the last week | from that long ago until today                           |
| last month, last year, last week          | the calendar month, year, week (Sunday to Saturday) before |
| this year, this month, today, yesterday   | that span                                                 |
| 6 months ago, around / on / at a day      | `around`: the nearest result is asked for                 |
| since / after / before / until / in / between | by the precision that was written                     |
| since the last visit, at her last visit   | `anchor`: the retriever knows the day                     |
| before the surgery, during her pregnancy  | not computed: the words                                   |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Final

from arbiter_fhir.answering.question.calendar import (
    MONTHS,
    WEEKDAYS,
    Span,
    back,
    calendar_before,
    current,
    last_month_named,
    last_weekday,
    month_span,
    quarter_span,
    span_of,
    year_span,
)
from arbiter_fhir.answering.question.patterns import rules
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.question import DateAnchor, DateWindow

__all__ = ["AskedTime", "find_time"]

_COUNTS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "eighteen": 18, "couple": 2, "a couple": 2, "couple of": 2, "a couple of": 2,
}  # fmt: skip
_COUNT: Final = (
    r"(?P<n>\d{1,3}|a couple of|a couple|couple of|couple|"
    + "|".join(sorted((word for word in _COUNTS if " " not in word and word != "couple"), key=len, reverse=True))
    + r")"
)
_UNIT: Final = r"(?P<unit>hours?|hrs?|h|days?|d|weeks?|wks?|wk|w|months?|mos?|mths?|m|years?|yrs?|yr|y|quarters?)\b"
_MONTH: Final = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_WEEKDAY: Final = r"(?P<weekday>" + "|".join(WEEKDAYS) + r")\b"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)\b(?!\s*(?:mg|mcg|units?|iu|ml|ckd|equation|goal|guidelines?|ada|aha|acc))"
_LABEL: Final = r"(?P<label>\[DATE_\d+\])"
_QUARTER: Final = r"q(?P<quarter>[1-4])[\s-]*(?P<qyear>(?:19|20)\d\d)\b"
_REF: Final = (
    rf"(?:{_LABEL}|{_QUARTER}|(?:the )?(?P<edge>beginning|start|end) of (?:the |this )?(?P<edge_unit>year|month|week)"
    rf"|(?:this past |this |last |the )?{_MONTH}(?:,? (?:of )?(?P<myear>(?:19|20)\d\d)\b)?"
    rf"|(?:this past |this |last )?{_WEEKDAY}"
    rf"|(?P<relative>yesterday|today|last (?:week|month|year)|this (?:week|month|year))\b|{_YEAR})"
)
_NAMED: Final = re.compile(r"\(\?P<(\w+)>")
_TABLE: Final = "times.tsv"
_ANCHORS: Final = {
    "since_visit": DateAnchor.SINCE_LAST_VISIT,
    "before_visit": DateAnchor.BEFORE_LAST_VISIT,
    "at_visit": DateAnchor.AT_LAST_VISIT,
    "bare_visit": DateAnchor.AT_LAST_VISIT,
}
_WHOLE: Final = r"(?:in|over|within|during|for|from)? ?(?:the )?"


@dataclass(frozen=True, slots=True)
class AskedTime:
    """What a question says about time.

    Attributes:
        window: Computed; ``None`` where no time is named, or none that can be computed.
        spans: Where it stands in the text.
        uncomputed: Words of a time that cannot be computed here.
        compared: Two times are set side by side.
        as_of: The state on that day or in that span is asked for: what was known or held then.
    """

    window: DateWindow | None = None
    spans: tuple[tuple[int, int], ...] = ()
    uncomputed: tuple[str, ...] = ()
    as_of: bool = False
    compared: bool = False


def _numbered(pattern: str, number: int) -> str:
    """A pattern whose groups carry a number, so that it can stand twice in one expression."""
    return _NAMED.sub(lambda match: f"(?P<{match[1]}{number}>", pattern)


_BETWEEN: Final = re.compile(
    rf"\b(?:between|from)\s+{_numbered(_REF, 1)}\s+(?:and|to|through|thru|until|till|-)\s+{_numbered(_REF, 2)}",
    re.IGNORECASE,
)
#: Two times side by side: from the earlier to the end of the later.
_VERSUS: Final = re.compile(
    rf"\b(?:{_numbered(_REF, 1)}|(?P<now>now|current(?:ly)?))\s+(?:vs\.?|versus|compared (?:to|with)|against)"
    rf"\s+{_numbered(_REF, 2)}",
    re.IGNORECASE,
)
_ROLLING: Final = re.compile(
    rf"\b{_WHOLE}(?:last|past|previous|prior|preceding|recent)\s+{_COUNT}\s*-?{_UNIT}"
    r"|\b(?:in|over|within|during)\s+(?:the\s+)?(?:(?:last|past|previous)\s+)?"
    rf"{_numbered(_COUNT, 2)}\s*{_numbered(_UNIT, 2)}(?!\s+ago)"
    rf"|\bx\s*{_numbered(_COUNT, 3)}\s*{_numbered(_UNIT, 3)}",
    re.IGNORECASE,
)
_ROLLING_ONE: Final = re.compile(
    r"\b(?:(?:in|over|within|during|for)\s+(?:the\s+)?last|(?:in |over |within |during |for )?(?:the |this )?past)"
    rf"\s+{_UNIT}",
    re.IGNORECASE,
)
_AGO: Final = re.compile(
    r"\b(?P<word>since|about|around|approximately|~|over|more than|from|until|before)?\s*"
    rf"{_COUNT}\s*{_UNIT}\s+(?:ago|back|prior)\b",
    re.IGNORECASE,
)
_CALENDAR: Final = re.compile(
    r"\b(?:(?P<word>since|before|until|after)\s+)?(?:in |from |during |for |so far |all )?(?:the )?"
    r"(?P<which>last|previous|prior|this|current)\s+(?P<unit>week|wk|month|mo|year|yr|quarter)s?\b(?:'s)?"
    r"|\b(?P<ytd>ytd|year to date|so far this year)\b",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"\b(?:from |as of |for )?(?P<day>today(?:'s)?|this (?:morning|afternoon|evening|am|pm)|tonight|yesterday(?:'s)?"
    r"|overnight|last night)\b",
    re.IGNORECASE,
)
_WORDED: Final = re.compile(
    r"\b(?P<word>since|after|from|before|prior to|until|till|by|through|thru|up to|in|during|on|at|around|near|about"
    rf"|circa|as of|of|for|dated|back in)\s+(?:the\s+)?(?:date\s+|year\s+)?{_REF}(?P<on> (?:on|onwards?|forward))?",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"{_LABEL}|\b{_QUARTER}|(?<![\w.,/-]){_YEAR}(?![\w.,/-]*\d)"
    r"|\b(?P<month>january|february|march|april|june|july|august|september|october|november|december)\b(?:'s)?"
    r"(?=\s+(?:labs?|results?|visit|a1c|hba1c|cbc|bmp|cmp|ldl|lipids?|tsh|psa|bp|weight|potassium|creatinine|egfr))"
    rf"|\blast {_numbered(_MONTH, 2)}",
    re.IGNORECASE,
)


def find_time(text: str, dates: Mapping[str, ClinicalDate], today: date, *, beside: bool) -> AskedTime:
    """What a question says about time.

    Args:
        text: Written out; labels of dates such as ``[DATE_1]`` in their places.
        dates: What the labels stand for.
        today: The site's day.
        beside: Something of the record is named, so that "last visit" says when, not what.
    """
    reader = _Reader(dates, today)
    rest = reader.consume(text, beside=beside)
    for rule in rules(_TABLE):
        for match in rule.pattern.finditer(rest) if rule.kind == "event" else ():
            reader.uncomputed.append(match[0].strip())
            reader.spans.append(match.span())
            rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    as_of = any(text[start:end].casefold().startswith("as of") for start, end in reader.spans)
    return AskedTime(
        reader.window(), tuple(sorted(reader.spans)), tuple(reader.uncomputed), as_of=as_of, compared=reader.compared
    )


def _anchored(anchor: DateAnchor, _: re.Match[str]) -> DateWindow:
    return DateWindow(anchor=anchor)


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _COUNTS[text.casefold()]


class _Reader:
    """Takes time out of a text piece by piece: what is read is blanked, so that nothing is read twice."""

    def __init__(self, dates: Mapping[str, ClinicalDate], today: date) -> None:
        self._dates, self._today = dates, today
        self.windows: list[DateWindow] = []
        self.spans: list[tuple[int, int]] = []
        self.uncomputed: list[str] = []
        self.compared = False

    def consume(self, text: str, *, beside: bool) -> str:
        """The text with everything that was read blanked."""
        text = self._anchors(text, beside=beside)
        text = self._each(_BETWEEN, text, self._between)
        text = self._each(_VERSUS, text, self._versus)
        text = self._each(_AGO, text, self._ago)
        text = self._each(_ROLLING, text, self._rolling)
        text = self._each(_ROLLING_ONE, text, lambda match: DateWindow(start=back(self._today, 1, match["unit"])))
        text = self._each(_WORDED, text, self._worded)
        text = self._each(_CALENDAR, text, self._calendar)
        text = self._each(_DAY, text, self._day)
        return self._each(_BARE, text, self._bare)

    def window(self) -> DateWindow | None:
        """All windows as one: "since March and until May" meet, "2023 and 2024" join."""
        if not self.windows:
            return None
        anchored = next((each for each in self.windows if each.anchor is not None), None)
        if anchored is not None or len(self.windows) == 1:
            return anchored or self.windows[0]
        starts = [each.start or each.around for each in self.windows]
        ends = [each.end or each.around for each in self.windows]
        if any(start is None for start in starts) and any(end is None for end in ends):
            return DateWindow(_first(starts), _first(ends))
        return DateWindow(_least(starts), _greatest(ends))

    def _each(self, pattern: re.Pattern[str], text: str, read: Callable[[re.Match[str]], DateWindow | None]) -> str:
        for match in list(pattern.finditer(text)):
            window = read(match)
            if window is None:
                continue
            self.windows.append(window)
            self.spans.append(match.span())
            text = text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
        return text

    def _anchors(self, text: str, *, beside: bool) -> str:
        for rule in rules(_TABLE):
            anchor = _ANCHORS.get(rule.kind)
            if anchor is not None and (beside or rule.kind != "bare_visit"):
                text = self._each(rule.pattern, text, partial(_anchored, anchor))
        return text

    def _between(self, match: re.Match[str]) -> DateWindow | None:
        first, second = self._ref(match, "1"), self._ref(match, "2")
        if first is None or second is None:
            return None
        if match["month1"] and not match["myear1"] and match["myear2"]:
            first = month_span(int(match["myear2"]), MONTHS[match["month1"].casefold()])
        return DateWindow(min(first[0], second[0]), max(first[1], second[1]))

    def _versus(self, match: re.Match[str]) -> DateWindow | None:
        then = self._ref(match, "2")
        window = self._between(match) if not match["now"] else DateWindow(start=then[0]) if then is not None else None
        self.compared = window is not None
        return window

    def _ago(self, match: re.Match[str]) -> DateWindow:
        day = back(self._today, _count(match["n"]), match["unit"])
        match (match["word"] or "").casefold():
            case "since" | "from":
                return DateWindow(start=day)
            case "over" | "more than" | "before" | "until":
                return DateWindow(end=day)
            case _:
                return DateWindow(around=day)

    def _rolling(self, match: re.Match[str]) -> DateWindow:
        number = next(suffix for suffix in ("", "2", "3") if match["n" + suffix])
        return DateWindow(start=back(self._today, _count(match["n" + number]), match["unit" + number]))

    def _calendar(self, match: re.Match[str]) -> DateWindow:
        if match["ytd"]:
            return DateWindow(date(self._today.year, 1, 1), self._today)
        unit = match["unit"].casefold()
        now = match["which"].casefold() in {"this", "current"}
        span = current(self._today, unit) if now else calendar_before(self._today, unit)
        return _worded((match["word"] or "in").casefold(), span, around=False)

    def _day(self, match: re.Match[str]) -> DateWindow:
        named = match["day"].casefold()
        if named.startswith(("yesterday", "overnight", "last night")):
            day = self._today - timedelta(days=1)
            return DateWindow(day, day if named.startswith("yesterday") else self._today)
        return DateWindow(self._today, self._today)

    def _worded(self, match: re.Match[str]) -> DateWindow | None:
        word = match["word"].casefold()
        may = (match["month"] or "").casefold() in {"may", "march", "mar", "sun", "sat"}
        if may and word in {"of", "for", "by", "about"}:
            return None
        span = self._ref(match, "")
        if span is None or (match["relative"] and word in {"in", "of", "about"}):
            return None
        if match["on"] and word in {"from", "on", "as of"}:
            word = "since"
        return _worded(word, span, around=self._is_day(match))

    def _bare(self, match: re.Match[str]) -> DateWindow | None:
        if match["month2"]:
            return _worded("in", self._month(match["month2"], "last"), around=False)
        span = self._ref(match, "")
        return None if span is None else _worded("on", span, around=bool(match["label"]))

    def _is_day(self, match: re.Match[str]) -> bool:
        """Whether one day was named, so that "on" and "at" ask for the nearest result."""
        label = self._dates.get(match["label"] or "")
        named = label is not None and label.precision in {DatePrecision.DAY, DatePrecision.MINUTE}
        return named or bool(match["weekday"])

    def _month(self, name: str, written: str) -> Span:
        span = last_month_named(self._today, MONTHS[name.casefold().rstrip(".")])
        is_now = span[0] <= self._today <= span[1]
        return last_month_named(span[0] - timedelta(days=1), span[0].month) if is_now and "last" in written else span

    def _ref(self, match: re.Match[str], number: str) -> Span | None:
        """The days that a reference covers; ``None`` where its date could not be read."""
        groups = {
            name.removesuffix(number): (value or "").casefold()
            for name, value in match.groupdict().items()
            if name.endswith(number)
        }
        readers: tuple[tuple[str, Callable[[dict[str, str]], Span | None]], ...] = (
            ("label", lambda named: self._label(named["label"].upper())),
            ("quarter", lambda named: quarter_span(int(named["qyear"]), int(named["quarter"]))),
            ("edge", self._edge),
            ("month", lambda named: self._named_month(named, match[0].casefold())),
            ("weekday", self._weekday),
            ("relative", lambda named: self._relative(named["relative"])),
            ("year", lambda named: year_span(int(named["year"]))),
        )
        return next((read(groups) for name, read in readers if groups.get(name)), None)

    def _edge(self, named: dict[str, str]) -> Span:
        start, end = current(self._today, named["edge_unit"])
        return (end, end) if named["edge"] == "end" else (start, start)

    def _named_month(self, named: dict[str, str], written: str) -> Span:
        if year := named.get("myear"):
            return month_span(int(year), MONTHS[named["month"]])
        return self._month(named["month"], written)

    def _weekday(self, named: dict[str, str]) -> Span:
        day = last_weekday(self._today, WEEKDAYS.index(named["weekday"]))
        return day, day

    def _relative(self, word: str) -> Span:
        if word in {"today", "yesterday"}:
            day = self._today - timedelta(days=word == "yesterday")
            return day, day
        which, unit = word.split()
        return current(self._today, unit) if which == "this" else calendar_before(self._today, unit)

    def _label(self, label: str) -> Span | None:
        meant = self._dates.get(label)
        if meant is None or meant.ambiguous:
            if label not in self.uncomputed:
                self.uncomputed.append(label)
            return None
        return span_of(meant)


def _worded(word: str, span: Span, *, around: bool) -> DateWindow:
    """What a preposition makes of a span."""
    start, end = span
    match word:
        case "since":
            return DateWindow(start=start)
        case "after":
            return DateWindow(start=end + timedelta(days=1))
        case "before" | "prior to":
            return DateWindow(end=start - timedelta(days=1))
        case "until" | "till" | "by" | "through" | "thru" | "up to":
            return DateWindow(end=end)
        case "around" | "near" | "about" | "circa":
            return DateWindow(around=start + (end - start) / 2)
        case _:
            return DateWindow(around=start) if around and word != "as of" else DateWindow(start, end)


def _first(days: Sequence[date | None]) -> date | None:
    return next((day for day in days if day is not None), None)


def _least(days: Sequence[date | None]) -> date | None:
    known = [day for day in days if day is not None]
    return min(known) if len(known) == len(days) else None


def _greatest(days: Sequence[date | None]) -> date | None:
    known = [day for day in days if day is not None]
    return max(known) if len(known) == len(days) else None
