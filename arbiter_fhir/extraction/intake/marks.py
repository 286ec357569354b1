"""What a format says about the words of a fact besides their letters: hidden, a comment, unlike what the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.place import regions_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["format_doubts", "with_format_doubts"]

_ASIDE: Final = frozenset({RegionKind.COMMENT, RegionKind.NOTE})


def format_doubts(page: DeidentifiedPage, words: Sequence[CleanWord]) -> tuple[Reason, ...]:
    """The doubts that the format itself raises about words of a page."""
    doubts: list[Reason] = []
    for index in regions_of(page, words):
        region = page.regions[index]
        if RegionMark.HIDDEN in region.marks:
            is_field = region.kind is RegionKind.FORM_FIELD
            doubts.append(Reason.FIELD_UNLIKE_SHOWN if is_field else Reason.HIDDEN_TEXT)
        if region.kind in _ASIDE:
            doubts.append(Reason.IN_COMMENT)
    return tuple(dict.fromkeys(doubts))


def with_format_doubts(candidate: Candidate) -> Candidate:
    """The candidate with the doubts that the format raises about its words."""
    doubts = format_doubts(candidate.page, candidate.words)
    return candidate.doubted(*doubts) if doubts else candidate
