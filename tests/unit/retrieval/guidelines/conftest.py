"""A small corpus held in memory, searched as the database would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.ports.guidelines import (
    GuidelineCandidate,
    GuidelinePool,
    GuidelineStanding,
    IndexedChunk,
    TermStatistics,
)
from arbiter_fhir.retrieval import index_chunk

TEXTS = {
    "ada.a1c-goal": ("Glycemic Goals", "A1C goal for adults", "An A1C goal below 7% suits many adults with diabetes."),
    "ada.a1c-frequency": ("Glycemic Goals", "How often", "A1C is assessed at least twice a year in stable diabetes."),
    "kdigo.stages": ("CKD guideline", "GFR categories", "CKD stages by eGFR: G3a 45 to 59, G3b 30 to 44."),
    "uspstf.mammography": ("Breast Cancer: Screening", "Summary", "Mammography every 2 years for women aged 40 to 74."),
    "uspstf.older": ("Breast Cancer: Screening", "Age 75", "Evidence is insufficient for women aged 75 or older."),
    "cdc.zoster": ("Adult schedule", "Zoster", "Two doses of zoster vaccine for adults aged 50 or older."),
}


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def chunk_of(chunk_id: str) -> GuidelineChunk:
    title, section, text = TEXTS[chunk_id]
    where = ("ORG", 2025, "https://guideline.example", section, "B", "screening")
    return GuidelineChunk(chunk_id, "v1", title, *where, clean(text), quoted=False)


@dataclass
class MemoryIndex:
    """`GuidelineIndex` over `TEXTS`; similarity is the share of common terms."""

    chunks: dict[str, IndexedChunk] = field(default_factory=dict)
    asked: list[tuple[tuple[str, ...], bytes | None, str]] = field(default_factory=list)
    vectors_of: str | None = "other-model"

    def standing(self) -> GuidelineStanding | None:
        return GuidelineStanding("v1", "t", len(self.chunks), self.vectors_of) if self.chunks else None

    def statistics(self) -> TermStatistics:
        holding: Counter[str] = Counter()
        for each in self.chunks.values():
            holding.update({*each.heading_terms, *each.body_terms})
        return TermStatistics(len(self.chunks), MappingProxyType(dict(holding)))

    def search(self, terms: Sequence[str], vector: bytes | None, *, model_id: str, limit: int) -> GuidelinePool:
        self.asked.append((tuple(terms), vector, model_id))
        common = {
            chunk_id: len(set(terms) & {*each.heading_terms, *each.body_terms})
            for chunk_id, each in self.chunks.items()
        }
        best = sorted((chunk_id for chunk_id, count in common.items() if count), key=lambda each: -common[each])[:limit]
        dense = self.vectors_of == model_id
        candidates = tuple(
            GuidelineCandidate(
                self.chunks[chunk_id],
                rank,
                rank if dense else None,
                common[chunk_id] / len(terms) if dense else None,
            )
            for rank, chunk_id in enumerate(best, start=1)
        )
        return GuidelinePool("v1", self.statistics(), candidates)


@pytest.fixture
def index() -> MemoryIndex:
    return MemoryIndex({chunk_id: index_chunk(chunk_of(chunk_id)) for chunk_id in TEXTS})
