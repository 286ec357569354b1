"""Everything that a clean document says in words: all finders over all passages."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.narrative.allergies import find_allergies
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.contradictions import drop_echoes, mark_contradictions
from arbiter_fhir.extraction.narrative.family_history import find_family_history
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.open_answers import find_open_answers
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.problems import find_problems
from arbiter_fhir.extraction.narrative.procedures import find_immunizations, find_procedures
from arbiter_fhir.extraction.narrative.social_history import find_social_history
from arbiter_fhir.extraction.narrative.statements import find_statements
from arbiter_fhir.extraction.narrative.vital_signs import find_vital_signs
from arbiter_fhir.extraction.place import blank_beside, regions_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["read_narrative"]

_ASIDE: Final = frozenset({RegionKind.COMMENT, RegionKind.NOTE})


def read_narrative(document: DeidentifiedDocument) -> tuple[Candidate, ...]:
    """All candidates of a document, in reading order, contradictions marked, echoes in prose dropped.

    Args:
        document: The clean document; contradictions are looked for within each of its parts.
    """
    passages = read_passages(document)
    dates = document.dates
    found = [
        *find_statements(passages),
        *find_open_answers(passages),
        *find_medications(passages, dates=dates),
        *find_allergies(passages, dates=dates),
        *find_problems(passages, dates=dates),
        *find_procedures(passages, dates=dates),
        *find_immunizations(passages),
        *find_family_history(passages),
        *find_social_history(passages),
        *find_vital_signs(passages, dates=dates),
    ]
    parts: dict[int, list[Candidate]] = {}
    for candidate in found:
        parts.setdefault(candidate.page.part, []).append(candidate)
    marked = [each for part in parts.values() for each in mark_contradictions(drop_echoes(part))]
    marked = [_placed(each) for each in marked]
    order = list(FactType)
    return tuple(sorted(marked, key=lambda each: (each.page.number, each.words[0].start, order.index(each.fact_type))))


def _placed(candidate: Candidate) -> Candidate:
    """The candidate, doubted where its words are hidden, in a comment, or beside a line that nobody wrote on."""
    if blank_beside(candidate.page, candidate.words) is not None:
        candidate = candidate.doubted(Reason.CHECKBOX_UNCLEAR)
    regions = [candidate.page.regions[index] for index in regions_of(candidate.page, candidate.words)]
    aside = any(region.kind in _ASIDE or RegionMark.HIDDEN in region.marks for region in regions)
    return candidate.doubted(Reason.SECTION_UNCLEAR) if aside else candidate
