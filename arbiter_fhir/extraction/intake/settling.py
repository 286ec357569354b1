"""From everything that was found to what is said once: repeats and echoes dropped, contradictions and doubts marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocumentWarning, WarningCode
from arbiter_fhir.domain.fact import FactType, RejectedCandidate
from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.intake.marks import with_format_doubts
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.contradictions import drop_echoes, mark_contradictions
from arbiter_fhir.extraction.place import blank_beside
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Settled", "injection_warnings", "settled"]

#: Why a name beside an empty line to write on is kept in view and is no fact.
UNANSWERED: Final = "unanswered"


@dataclass(frozen=True, slots=True)
class Settled:
    """What a document says once, and what was not taken.

    Attributes:
        candidates: In reading order.
        rejected: What only lines say that speak to a program: shown, never a fact.
    """

    candidates: list[Candidate]
    rejected: tuple[RejectedCandidate, ...]


def settled(candidates: Iterable[Candidate]) -> Settled:
    """The candidates of a document; contradictions are looked for within each of its parts."""
    ordered = sorted(candidates, key=lambda each: (each.page.number, each.words[0].start))
    parts: dict[int, list[Candidate]] = {}
    rejected: list[RejectedCandidate] = []
    reactions = _reactions(ordered)
    for candidate in _without_repeats(ordered):
        places = {(candidate.page.number, word.start) for word in candidate.words}
        if candidate.fact_type is FactType.PROBLEM and places <= reactions:
            continue
        if Reason.STATED_IN_PROSE in candidate.reasons and (told := _told_to_machine(candidate)) is not None:
            rejected.append(told)
            continue
        blank = blank_beside(candidate.page, candidate.words)
        if blank is not None and RegionMark.UNCHECKED in blank.marks:
            rejected.append(
                RejectedCandidate(candidate.page.number, UNANSWERED, quote_words(candidate.page, candidate.words))
            )
            continue
        heard = candidate if blank is None else candidate.doubted(Reason.CHECKBOX_UNCLEAR)
        parts.setdefault(candidate.page.part, []).append(with_format_doubts(heard))
    kept = [each for part in parts.values() for each in mark_contradictions(drop_echoes(part))]
    return Settled(kept, tuple(dict.fromkeys(rejected)))


def _reactions(candidates: Iterable[Candidate]) -> set[tuple[int, int]]:
    """Page and offset of every word of an allergy: "penicillin (hives)" tells of no hives."""
    return {
        (candidate.page.number, word.start)
        for candidate in candidates
        if candidate.fact_type is FactType.ALLERGY
        for word in candidate.words
    }


def _told_to_machine(candidate: Candidate) -> RejectedCandidate | None:
    """The line of a sentence that speaks to a program; ``None`` where it speaks to people."""
    lines = {word.line for word in candidate.words}
    words = [word for word in candidate.page.words if word.line in lines]
    if not speaks_to_machine(" ".join(word.text for word in words)):
        return None
    quote = quote_words(candidate.page, words)
    return RejectedCandidate(candidate.page.number, Reason.INSTRUCTION_IN_DOCUMENT.value, quote)


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
