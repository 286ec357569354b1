"""Results that forms and letters tell in words that no rule takes: kept in view, so that nothing goes without a word.

``Last A1c: 8.2%`` on a form, ``creatinine went from 1.1 to 2.1`` in a letter: a test is named, a number stands behind
it, and nothing was read there. A person sees the line; nothing is read from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.fact import RejectedCandidate
from arbiter_fhir.extraction.laboratory.amendments import named_tests
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED
from arbiter_fhir.extraction.page_lines import lines_of_fact
from arbiter_fhir.ports.documents import Extraction

__all__ = ["unread_results"]

#: A number near behind a test's name; no date, dose, span of time or code.
_NUMBER: Final = re.compile(
    r"^[^.;\d]{0,32}?(?<![\w./-])[<>]?\d+(?:\.\d+)?(?![\d/:]|\s*(?:mg|mcg|g|units?|tabs?|tablets?|caps?|pills?|iu|ml|days?|weeks?|"
    r"months?|years?|hours?|times|x)\b(?!\s*/))",
    re.IGNORECASE,
)
#: What is wished for, planned or said in general.
_NOT_TOLD: Final = re.compile(
    r"\b(?:goal|target|if(?!\s+known)|until|every|repeat|recheck|check|order(?:ed)?|due|daily)\b", re.IGNORECASE
)
#: Beside a goal: what it is now.
_NOW: Final = re.compile(r"\b(?:today|now|currently|current|most recent)\b[^.;\d]{0,12}\d", re.IGNORECASE)
#: Vital signs with their numbers.
_VITAL: Final = re.compile(
    r"\b(?:bp|blood pressure)\b[^.;\d]{0,24}\d{2,3}\s*/\s*\d{2,3}\b|"
    r"\b(?:weight|wt)\b[\s:=]{1,6}\d{2,3}(?:\.\d)?\s*(?:lbs?|kg)\b"
    r"|\b(?:height|ht)\b[\s:=]{1,6}\d\s*(?:'|ft)|\bheight[\s:=]{1,6}\d{2,3}\s*(?:cm|in)\b",
    re.IGNORECASE,
)
#: More lines of one document are told of by their first ones.
MOST_LINES: Final = 40


def unread_results(document: DeidentifiedDocument, found: Extraction) -> list[RejectedCandidate]:
    """Lines that tell a result of which no reader has said anything.

    Args:
        document: A clean form, letter or packet.
        found: All that was read of it.
    """
    pages = {page.number: page for page in document.pages}
    cited = [(fact, page) for fact in found.facts if (page := pages.get(fact.citation.page or 0)) is not None]
    told = {(page.number, line) for fact, page in cited for line in lines_of_fact(fact, page)}
    quoted = [(reject.page, reject.quote.value) for reject in found.rejected]
    kept = [
        RejectedCandidate(page.number, OVERLOOKED, page.text.slice(words[0].start, words[-1].end))
        for page, number, words, text in _lines(document)
        if (page.number, number) not in told
        and not any(on == page.number and (quote in text or text in quote) for on, quote in quoted)
        and _tells_result(text)
    ]
    return kept[:MOST_LINES]


def _lines(document: DeidentifiedDocument) -> Iterator[tuple[DeidentifiedPage, int, list[CleanWord], str]]:
    for page in document.pages:
        by_line: dict[int, list[CleanWord]] = {}
        for word in page.words:
            by_line.setdefault(word.line, []).append(word)
        for number, words in sorted(by_line.items()):
            ordered = sorted(words, key=lambda word: word.start)
            yield page, number, ordered, " ".join(word.text for word in ordered)


def _tells_result(text: str) -> bool:
    if _VITAL.search(text) is not None:
        return True
    tests = list(named_tests(text))
    if _NOT_TOLD.search(text) is not None:
        return bool(tests) and _NOW.search(text) is not None
    return any(_NUMBER.match(text[end:]) for _, end in tests)
