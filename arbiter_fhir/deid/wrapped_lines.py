"""Prose on paper, read over its line ends: a name, number or address that a line break parts is still one.

Only recognizers with rules read it; the model has seen the lines already. Offsets are the page's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from arbiter_fhir.deid.findings import Finding
from arbiter_fhir.deid.name_growth import grown_names
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers import RECOGNIZERS
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["findings_over_line_ends", "names_over_line_ends"]

#: A line of prose reaches at least this share of the page's longest line before it wraps, and has so many small words.
FULL_SHARE: Final = 0.6
FULLER_SHARE: Final = 0.75
SMALL_WORDS: Final = 3
#: What is found by its capital alone is not found where the capital begins a line.
LEAST_SCORE: Final = 0.5


def findings_over_line_ends(reading: Reading) -> Iterator[Finding]:
    """What the recognizers find where a line of prose ends, with the line break read as a blank."""
    ends = _wraps(reading)
    if not ends:
        return
    unwrapped = _unwrapped(reading, ends)
    for recognizer in RECOGNIZERS:
        for finding in recognizer.find(unwrapped):
            # Also what ends or begins at the line's end: the words that tell what it is stand on the other line.
            weak = finding.score < LEAST_SCORE and finding.start - 1 in ends
            if not weak and any(finding.start <= end + 1 and end <= finding.end for end in ends):
                yield finding


def names_over_line_ends(reading: Reading, findings: Sequence[Finding]) -> Iterator[Finding]:
    """The other half of names of one word at the end of a full line: ``From: Styalaie`` and ``Field`` below it.

    Args:
        reading: The page.
        findings: What was found on it.
    """
    ends = frozenset(_full_ends(reading))
    halves = [
        each
        for each in findings
        if each.kind is IdentifierKind.PERSON and each.end in ends and len(reading.tokens_in(each.start, each.end)) == 1
    ]
    if not halves:
        return
    unwrapped = _unwrapped(reading, sorted({each.end for each in halves}))
    for finding in grown_names(unwrapped, halves):
        if any(finding.start <= half.start and half.end < finding.end for half in halves):
            following = unwrapped.text[finding.end : finding.end + 2].strip()
            if not following.startswith(":"):
                yield finding


def _unwrapped(reading: Reading, ends: Sequence[int]) -> Reading:
    signs = list(reading.text)
    for end in ends:
        signs[end] = " "
    return Reading("".join(signs), reading.lexicon)


def _full_ends(reading: Reading) -> list[int]:
    """Offsets of the line breaks of lines that reach nearly as far as the longest."""
    spans = [reading.line_span(number) for number in range(reading.line_count)]
    longest = max((end - start for start, end in spans), default=0)
    return [end for (start, end), _ in pairwise(spans) if end - start >= FULLER_SHARE * longest]


def _wraps(reading: Reading) -> list[int]:
    """Offsets of the line breaks inside prose."""
    spans = [reading.line_span(number) for number in range(reading.line_count)]
    longest = max((end - start for start, end in spans), default=0)
    return [
        end
        for (start, end), (_, after) in pairwise(spans)
        if end - start >= FULL_SHARE * longest and after > end + 1 and _is_prose(reading, start, end)
    ]


def _is_prose(reading: Reading, start: int, end: int) -> bool:
    small = sum(token.text.islower() and token.is_alphabetic for token in reading.tokens_in(start, end))
    return small >= SMALL_WORDS and not reading.in_lab_row(start)
