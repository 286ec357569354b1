"""The words of rejected facts, cut out of the text that answers may quote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact

__all__ = ["without_rejected"]


def without_rejected(text: DeidentifiedText, page: int, rejected: Sequence[CitedFact]) -> DeidentifiedText:
    """A window of a page without the quotes of rejected facts.

    A quote is found whatever blanks and line ends stand between its words. Where it is not in the window as a whole,
    the lines that hold any of its lines go.

    Args:
        text: The window.
        page: Its 1-based page.
        rejected: Rejected facts of the document.
    """
    spans = sorted(
        span
        for fact in rejected
        if fact.citation.page == page
        for span in _spans(text.value, fact.citation.quote.value)
    )
    kept, end = [], 0
    for start, stop in spans:
        if start > end:
            kept.append(text.slice(end, start))
        end = max(end, stop)
    if end < len(text):
        kept.append(text.slice(end, len(text)))
    return text if not spans else DeidentifiedText.join("", kept)


def _spans(text: str, quote: str) -> Iterator[tuple[int, int]]:
    """Where a quote stands; nowhere for an empty one."""
    words = quote.split()
    if not words:
        return
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    found = [match.span() for match in pattern.finditer(text)]
    if found:
        yield from found
        return
    lines = {" ".join(line.split()) for line in quote.splitlines() if line.strip()}
    start = 0
    for line in text.splitlines(keepends=True):
        if " ".join(line.split()) in lines:
            yield start, start + len(line)
        start += len(line)
