"""A clinician's question before it is de-identified: dates get the year that they lack, known words small letters.

"On March 14", "since 3/14", "since January" mean the last such day or month. Without a year they would stay in the text
as no dates, or be replaced as dates that nobody can read; with it they are replaced like any other date, and the
supervisor gets to know which day was meant.

The first word of a question has a capital, and some people type them all so. Beside few others a capital alone can look
like a name ("Cholesterol 6 months ago"), and the question would be taken for one about another person.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from arbiter_fhir.deid.dates import MONTH, DateOrder, PrintedDate, parse_date, resolve
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.ports.terminology import QuestionWords

__all__ = ["in_small_letters", "with_years"]

_NO_YEAR: Final = r"(?![\w/]|[-.]\d|[,.]?\s*'?\d)"
#: What a day follows in a question; without it "3/14" may be a score, a vision, "5/325" the strength of a drug.
_BEFORE_A_DAY: Final = r"(?:\b(?:on|at|since|before|after|from|until|till|by|around|near|of|dated|the)|[-(])\s*"
_MONTH_DAY: Final = re.compile(
    rf"\b(?P<date>(?P<mon>{MONTH})\b\.?\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?){_NO_YEAR}", re.IGNORECASE
)
_DAY_MONTH: Final = re.compile(
    rf"\b(?P<date>(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<mon>{MONTH})\b\.?){_NO_YEAR}", re.IGNORECASE
)
_NUMBERS: Final = re.compile(rf"{_BEFORE_A_DAY}(?P<date>(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})){_NO_YEAR}", re.IGNORECASE)
#: A month by itself stands behind a word that says when; "march" and "may" are words of other questions as well.
_MONTH_ONLY: Final = re.compile(
    rf"\b(?:in|since|before|after|from|until|till|by|during|through|of|back in|between|and)\s+(?P<mon>{MONTH})\b"
    rf"{_NO_YEAR}",
    re.IGNORECASE,
)
_MONTHS: Final = re.compile(
    rf"\b(?P<word>between|from)\s+(?P<one>{MONTH})\s+(?P<joint>and|to|through|until|till|-)\s+(?P<other>{MONTH})\b"
    r"(?:,?\s+(?P<y>(?:19|20)\d\d)\b)?(?!\s*\d)",
    re.IGNORECASE,
)
#: "may" is a word of questions too: "may 5 tablets".
_MAY: Final = re.compile(rf"{_BEFORE_A_DAY}$", re.IGNORECASE)

_CAPITALISED: Final = re.compile(r"\b[A-Z][a-z]+\b")
_TITLES: Final = frozenset({"mr", "mrs", "ms", "miss", "mx", "dr", "prof"})
_TITLE: Final = re.compile(rf"\b(?:{'|'.join(_TITLES)}|doctor|patient|pt|named?)\.?\s+$", re.IGNORECASE)


def with_years(text: str, today: date, order: DateOrder) -> str:
    """The question with the year put behind each date that lacks it: the last such day up to today.

    Args:
        text: As typed.
        today: The site's day.
        order: Which number is the month in "3/4".
    """
    text = _MONTHS.sub(lambda match: _months(match, today), text)
    text = _MONTH_ONLY.sub(lambda match: _month(match, today), text)
    text = _NUMBERS.sub(lambda match: _numbers(match, today, order), text)
    text = _MONTH_DAY.sub(lambda match: _named(match, today), text)
    return _DAY_MONTH.sub(lambda match: _named(match, today), text)


def _months(match: re.Match[str], today: date) -> str:
    """Two months, the second perhaps with its year: the first is the one before it."""
    first, second = (_month_number(match[name], today) for name in ("one", "other"))
    year = int(match["y"]) if match["y"] else _year_of_last(second, today)
    began = year if first <= second else year - 1
    return f"{match['word']} {match['one']} {began} {match['joint']} {match['other']} {year}"


def _month_number(name: str, today: date) -> int:
    named = parse_date(f"{name} 2000", today)
    return named.first if named is not None else 1


def _year_of_last(month: int, today: date) -> int:
    return today.year if month <= today.month else today.year - 1


def _month(match: re.Match[str], today: date) -> str:
    """A month by itself is the last one of that name that has begun."""
    return f"{match[0]} {_year_of_last(_month_number(match['mon'], today), today)}"


def _numbers(match: re.Match[str], today: date, order: DateOrder) -> str:
    meant = _last(int(match["a"]), int(match["b"]), today, order, numeric=True)
    return match[0] if meant is None else f"{match[0]}/{meant.year}"


def _named(match: re.Match[str], today: date) -> str:
    if match["mon"] == "may" and not _MAY.search(match.string[: match.start()]):
        return match[0]
    month = parse_date(f"{match['mon']} 2000", today)
    meant = _last(month.first, int(match["d"]), today, DateOrder.MONTH_FIRST, numeric=False) if month else None
    return match[0] if meant is None else f"{match[0]} {meant.year}"


def _last(first: int, second: int, today: date, order: DateOrder, *, numeric: bool) -> date | None:
    """The last day of that day and month up to today; a leap day is looked for in up to eight years."""
    for year in range(today.year, today.year - 9, -1):
        meant = resolve(PrintedDate(year, first, second, None, numeric=numeric), order)
        if meant is not None and meant.day <= today:
            return meant.day
    return None


def in_small_letters(text: str, lexicon: Lexicon, words: QuestionWords) -> str:
    """The question with its known words in small letters, where nothing beside them could be somebody's name.

    Args:
        text: As typed.
        lexicon: A listed name keeps its capital, whatever else it means.
        words: The vocabularies that questions are read by.
    """
    capitals = list(_CAPITALISED.finditer(text))
    small = [_is_known(match, text, lexicon, words) for match in capitals]
    pieces, at = "", 0
    for index, match in enumerate(capitals):
        beside = [index - 1] if index and _next_to(capitals[index - 1], match, text) else []
        beside += [index + 1] if index + 1 < len(capitals) and _next_to(match, capitals[index + 1], text) else []
        if small[index] and all(small[other] for other in beside):
            pieces += text[at : match.start()] + match[0].lower()
            at = match.end()
    return pieces + text[at:]


def _is_known(match: re.Match[str], text: str, lexicon: Lexicon, words: QuestionWords) -> bool:
    word = plain(match[0])
    return (
        words.knows(word)
        and word not in _TITLES
        and not lexicon.is_name(word)
        and not _TITLE.search(text[: match.start()])
    )


def _next_to(one: re.Match[str], other: re.Match[str], text: str) -> bool:
    return not text[one.end() : other.start()].strip(" -'")
