"""Findings and the regions of a format: none reaches over a cell's border, and guesses do not count among terms."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from arbiter_fhir.deid.dates import TIME
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.spans import trim
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.region import RegionKind

__all__ = ["cut_at_borders", "kept_among_terms", "kept_from_codes", "parted_at_borders"]

#: Regions that hold one value each.
_CLOSED: Final = frozenset({RegionKind.CELL, RegionKind.FIELD, RegionKind.FORM_FIELD, RegionKind.CHECKBOX})
#: Shapes that no clinical term has.
_HARD_SHAPES: Final = frozenset(
    {IdentifierKind.SSN, IdentifierKind.EMAIL, IdentifierKind.URL, IdentifierKind.IP, IdentifierKind.AGE_OVER_89}
)
_CLOCK: Final = re.compile(TIME, re.IGNORECASE)
#: An object identifier (ISO/IEC 9834-1) names a code system or a register, and nobody.
_OID: Final = re.compile(r"(?<![\w.])[0-2](?:\.\d{1,10}){4,}(?![\w.]*\d)")
#: Segments of an HL7 v2 message as paths name them: ``OBR[2]``, ``OBX[n]-5``.
_SEGMENT: Final = re.compile(
    r"\b(?:MSH|PID|PD1|NK1|PV1|PV2|IN1|GT1|AL1|DG1|ORC|OBR|OBX|NTE|SPM|EVN|TXA|ZDS)(?=\[(?:\d+|n)\]|-\d)"
)
#: From this score on a date or phone number is complete: a day with its year, an area code with its number.
COMPLETE_SCORE: Final = 0.85


def parted_at_borders(page: Page, folded: FoldedText) -> str:
    """The page's reading with a tab for the blank between two cells: there no name or sentence goes on.

    Args:
        page: Raw page.
        folded: Its reading copy.

    Returns:
        Text of the same length.
    """
    borders = _borders(page, folded)
    if not borders:
        return folded.text
    signs = list(folded.text)
    for border in borders:
        for at in (border - 1, border):
            if 0 <= at < len(signs) and signs[at] == " ":
                signs[at] = "\t"
    return "".join(signs)


def _borders(page: Page, folded: FoldedText) -> list[int]:
    """Where cells and fields begin and end in the reading, ascending."""
    return sorted(
        {
            folded.from_raw(offset)
            for region in page.regions
            if region.kind in _CLOSED
            for span in region.spans
            for offset in span
        }
    )


def cut_at_borders(findings: Iterable[Finding], page: Page, folded: FoldedText, reading: Reading) -> list[Finding]:
    """The findings in pieces of one cell or field each, so that every cell keeps a placeholder of its own."""
    borders = _borders(page, folded)
    if not borders:
        return list(findings)
    return [piece for finding in findings for piece in _cut(finding, borders, reading.text, page.number)]


def _cut(finding: Finding, borders: Sequence[int], text: str, page: int) -> Iterator[Finding]:
    inside = borders[bisect_right(borders, finding.start) : bisect_left(borders, finding.end)]
    if not inside:
        yield finding
        return
    group = finding.group or f"cut:{page}:{finding.start}:{finding.end}:{finding.recognizer}"
    for start, end in pairwise([finding.start, *inside, finding.end]):
        piece = trim(text, start, end)
        # A column of times beside one of dates: by itself a time of day is nobody's identifier.
        if piece is not None and not (finding.kind is IdentifierKind.DATE and _CLOCK.fullmatch(text, *piece)):
            yield replace(finding, start=piece[0], end=piece[1], group=group)


def kept_among_terms(
    findings: Iterable[Finding], clinical: Sequence[tuple[int, int]], *, chart: bool = True
) -> list[Finding]:
    """What of the findings counts, given where the format declares clinical vocabulary.

    There only shapes count that no term has, and what chart or label are certain of; of other findings the part
    outside stays.

    Args:
        findings: Findings of a page.
        clinical: Stretches of the reading, ascending and disjoint.
        chart: Whether findings of a sweep come from the chart.
    """
    if not clinical:
        return list(findings)
    starts = [start for start, _ in clinical]
    return [piece for each in findings for piece in _outside(each, clinical, starts, chart=chart)]


def kept_from_codes(
    findings: Iterable[Finding], clinical: Sequence[tuple[int, int]], reading: Reading
) -> list[Finding]:
    """The findings without those that are part of a code or are a code: object identifiers, and codes of one letter.

    Where the format declares clinical vocabulary, *F* is a status and not the initial of somebody; a declared
    identifier stays one.

    Args:
        findings: Findings of a page.
        clinical: Stretches of the reading, ascending and disjoint.
        reading: The page's reading.
    """
    codes = [match.span() for match in _SEGMENT.finditer(reading.text)]
    codes += [match.span() for start, end in clinical for match in _OID.finditer(reading.text, start, end)]
    codes += [(start, end) for start, end in clinical if end - start == 1 and reading.text[start:end].isalpha()]
    codes.sort()
    return [piece for each in findings for piece in _beside_codes(each, codes, reading.text)]


def _beside_codes(finding: Finding, codes: Sequence[tuple[int, int]], text: str) -> Iterator[Finding]:
    if finding.strength is Strength.DECLARED or finding.group.startswith("declared:"):
        yield finding
        return
    at = finding.start
    for start, end in codes:
        if end <= at or start >= finding.end:
            continue
        piece = trim(text, at, start) if start > at else None
        if piece is not None:
            yield finding.at(*piece)
        at = max(at, end)
    rest = trim(text, at, finding.end) if at < finding.end else None
    if rest is not None:
        yield finding.at(*rest) if at > finding.start else finding


def _outside(
    finding: Finding, clinical: Sequence[tuple[int, int]], starts: Sequence[int], *, chart: bool
) -> Iterator[Finding]:
    if _is_certain(finding, chart=chart):
        yield finding
        return
    at = finding.start
    for start, end in clinical[max(bisect_right(starts, finding.start) - 1, 0) : bisect_left(starts, finding.end)]:
        if end <= at:
            continue
        if start > at:
            yield finding.at(at, start)
        at = max(at, end)
    if at < finding.end:
        yield finding.at(at, finding.end)


def _is_certain(finding: Finding, *, chart: bool) -> bool:
    if finding.kind in _HARD_SHAPES or (chart and finding.strength >= Strength.CHART):
        return True
    if finding.kind in {IdentifierKind.DATE, IdentifierKind.PHONE}:
        return finding.score >= COMPLETE_SCORE
    # "Dr. Reyes", "Reyes, MD": a title makes a person of any word.
    return (
        finding.kind is IdentifierKind.PERSON
        and finding.recognizer in {"clinician", "person"}
        and (finding.strength is Strength.LABELLED)
    )
