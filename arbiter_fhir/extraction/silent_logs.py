"""Lines of a log that nobody read: a date and then nothing but numbers, of which a title says what they are.

Home readings of blood sugar or pressure have no name in their lines, and no reader takes them. They are kept in view,
so that nothing goes without a word; nothing is read from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.fact import RejectedCandidate
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED
from arbiter_fhir.extraction.page_lines import lines_of_fact
from arbiter_fhir.ports.documents import Extraction

__all__ = ["unread_log_lines"]

_DATE: Final = re.compile(r"\[DATE_\d+\]")
_CLOCK: Final = re.compile(r"\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
_READING: Final = re.compile(
    r"[<>]?\d{1,4}(?:\.\d+)?|\d{2,3}/\d{2,3}|\d{1,3}(?:\.\d+)?(?:%|kg|lbs?|mg/dl|mmol/l)", re.IGNORECASE
)
_BESIDE: Final = re.compile(
    r"\d{1,2}:\d{2}|[ap]\.?m\.?|fasting|ac|pc|hs|bedtime|breakfast|lunch|dinner|before|after|mon|tues?|wed|thu(?:rs)?|fri|"
    r"sat|sun|hi|lo|mg/dl|mmol/l|units?|u|ok|[-\u2013\u2014|/.,]+",
    re.IGNORECASE,
)
#: More lines of one document are told of by their first ones.
MOST_LINES: Final = 60


def unread_log_lines(document: DeidentifiedDocument, found: Extraction) -> list[RejectedCandidate]:
    """Lines of a log of which no reader has said anything.

    Args:
        document: The clean document.
        found: All that was read of it.
    """
    pages = {page.number: page for page in document.pages}
    cited = [(fact, page) for fact in found.facts if (page := pages.get(fact.citation.page or 0)) is not None]
    told = {(page.number, line) for fact, page in cited for line in lines_of_fact(fact, page)}
    quoted = {(reject.page, reject.quote.value) for reject in found.rejected}
    lines = (line for page in document.pages for line in _log_lines(page))
    kept = [
        RejectedCandidate(page.number, OVERLOOKED, quote)
        for page, number, words in lines
        if (page.number, number) not in told
        and (quote := page.text.slice(words[0].start, words[-1].end))
        and (page.number, quote.value) not in quoted
    ]
    return kept[:MOST_LINES]


def _log_lines(page: DeidentifiedPage) -> Iterator[tuple[DeidentifiedPage, int, list[CleanWord]]]:
    by_line: dict[int, list[CleanWord]] = {}
    for word in page.words:
        by_line.setdefault(word.line, []).append(word)
    for number, words in sorted(by_line.items()):
        ordered = sorted(words, key=lambda word: word.start)
        if _is_log([word.text for word in ordered]):
            yield page, number, ordered


def _is_log(words: list[str]) -> bool:
    """Whether a line holds a date or a time first, then readings, and nothing that is neither."""
    if not words or not (_DATE.fullmatch(words[0]) or _CLOCK.fullmatch(words[0])):
        return False
    rest = [word.strip("(),;") for word in words[1:]]
    readings = [word for word in rest if _READING.fullmatch(word)]
    return bool(readings) and all(
        word in readings or not word or _BESIDE.fullmatch(word) or _DATE.fullmatch(word) for word in rest
    )
