"""What a workbook says besides results: medications, allergies, problems, histories, notes."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.region import RegionMark
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.narrative.candidate import Candidate, to_facts
from arbiter_fhir.extraction.narrative.narrative_text import read_narrative
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.workbook.grid import GridCell

__all__ = ["read_lists"]


def read_lists(document: DeidentifiedDocument, taken: Iterable[GridCell], source: Source) -> tuple[CitedFact, ...]:
    """Facts of everything outside of tables of results.

    Args:
        document: The clean document.
        taken: Cells of tables of results; nothing that any of their words says is looked at again.
        source: What is cited.
    """
    used = {(cell.view.page.number, fragment.start) for cell in taken for fragment in cell.fragments}
    kept = [
        _with_hidden(candidate)
        for candidate in read_narrative(document)
        if not any((candidate.page.number, word.start) in used for word in candidate.words)
    ]
    return to_facts(kept, source)


def _with_hidden(candidate: Candidate) -> Candidate:
    """The candidate, doubted where the format hides any of its words."""
    hidden = [region for region in candidate.page.regions if RegionMark.HIDDEN in region.marks]
    if any(region.touches(word.start, word.end) for region in hidden for word in candidate.words):
        return candidate.doubted(Reason.HIDDEN_TEXT)
    return candidate
