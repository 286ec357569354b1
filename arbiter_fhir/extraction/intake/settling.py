"""From everything that was found to what is said once: repeats and echoes dropped, contradictions and doubts marked."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocumentWarning, WarningCode
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.intake.marks import with_format_doubts
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.contradictions import drop_echoes, mark_contradictions

__all__ = ["injection_warnings", "settled"]


def settled(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates of a document in reading order; contradictions are looked for within each of its parts."""
    ordered = sorted(candidates, key=lambda each: (each.page.number, each.words[0].start))
    parts: dict[int, list[Candidate]] = {}
    for candidate in _without_repeats(ordered):
        parts.setdefault(candidate.page.part, []).append(with_format_doubts(candidate))
    return [each for part in parts.values() for each in mark_contradictions(drop_echoes(part))]


def _without_repeats(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Without a second candidate of the same kind and value on the same words."""
    kept: dict[tuple[object, ...], Candidate] = {}
    for candidate in candidates:
        words = tuple(word.start for word in candidate.words)
        kept.setdefault((candidate.fact_type, candidate.page.number, words, candidate.value), candidate)
    return list(kept.values())


def injection_warnings(document: DeidentifiedDocument) -> tuple[DocumentWarning, ...]:
    """A warning for each page with a line that speaks to a program."""
    pages = [page.number for page in document.pages if any(map(speaks_to_machine, page.text.value.split("\n")))]
    return tuple(
        DocumentWarning(
            WarningCode.INJECTION, "Text that reads like an instruction to a program; it was not followed.", number
        )
        for number in pages
    )
