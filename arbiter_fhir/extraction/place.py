"""Where words stand, in the words of their format: a page, a cell range, a field path."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage

__all__ = ["place_of", "regions_of"]


def regions_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> list[int]:
    """Indexes into `DeidentifiedPage.regions` of those that hold any of the words, in reading order."""
    return [
        index
        for index, region in enumerate(page.regions)
        if any(region.touches(word.start, word.end) for word in words)
    ]


def place_of(page: DeidentifiedPage, words: Sequence[CleanWord]) -> str:
    """``page 2`` for plain pages; the region's path where the format has one, first to last where there are several."""
    paths = list(dict.fromkeys(page.regions[index].path for index in regions_of(page, words)))
    if not paths:
        return f"page {page.number}"
    return paths[0] if len(paths) == 1 else f"{paths[0]} to {paths[-1]}"
