"""What the line needs of the guideline corpus in our database: a search over the active version, and its rebuilding.

Guidelines are about nobody: no method takes or gives a patient.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.guideline import GuidelineChunk

__all__ = [
    "GuidelineCandidate",
    "GuidelineIndex",
    "GuidelineLibrary",
    "GuidelinePool",
    "GuidelineStanding",
    "IndexedChunk",
    "TermStatistics",
]


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """A chunk with the terms that lexical search knows it by.

    Attributes:
        heading_terms: Of title, section and topic; as `retrieval` normalises words, in order, repeated as written.
        body_terms: Of the text, likewise.
    """

    chunk: GuidelineChunk
    heading_terms: tuple[str, ...]
    body_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuidelineStanding:
    """The version of the corpus that is searched now.

    Attributes:
        terms_version: By which rules its words were made.
        chunks: How many it has.
        model_id: Embedding model whose vectors are searched; ``None`` where a chunk has none.
    """

    corpus_version: str
    terms_version: str
    chunks: int
    model_id: str | None


@dataclass(frozen=True, slots=True)
class GuidelineCandidate:
    """A chunk that one of the two searches found.

    Attributes:
        lexical_rank: 1-based place in the lexical ranking; ``None`` where it was not among its best.
        dense_rank: The same for vectors.
        similarity: Cosine with the question, -1 to 1; ``None`` where no vectors of the asked model are stored.
    """

    indexed: IndexedChunk
    lexical_rank: int | None
    dense_rank: int | None
    similarity: float | None


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """How common the terms of a corpus are.

    Attributes:
        chunks: Chunks in all.
        holding: Term to the number of chunks whose heading or body has it.
    """

    chunks: int
    holding: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GuidelinePool:
    """What both searches found in one version of the corpus, in no particular order."""

    corpus_version: str
    statistics: TermStatistics
    candidates: tuple[GuidelineCandidate, ...]


class GuidelineIndex(Protocol):
    """Searches the active corpus with the query account."""

    def standing(self) -> GuidelineStanding | None:
        """What is searched now; ``None`` where nothing is indexed."""
        ...

    def statistics(self) -> TermStatistics:
        """How common each term is; empty where nothing is indexed."""
        ...

    def search(self, terms: Sequence[str], vector: bytes | None, *, model_id: str, limit: int) -> GuidelinePool:
        """The best by words and the best by vectors, all of one version even while another takes its place.

        Args:
            terms: Normalised words of the question.
            vector: Of the question, 384 little-endian float32; ``None`` for lexical search only.
            model_id: Which model made it; vectors of other models are never looked at.
            limit: Most from each of the two searches.
        """
        ...


class GuidelineLibrary(Protocol):
    """Builds versions of the corpus with the worker account. Searches go on over the active one meanwhile."""

    def standing(self) -> GuidelineStanding | None:
        """What is searched now; ``None`` where nothing is indexed."""
        ...

    def contents(self, corpus_version: str) -> Sequence[IndexedChunk]:
        """The chunks of a version, active or not, by `chunk_id`; empty where it is not stored."""
        ...

    def save_chunks(self, corpus_version: str, chunks: Sequence[IndexedChunk], *, terms_version: str) -> None:
        """Make a version hold exactly these chunks. A version that is searched keeps its texts: only terms may change.

        Raises:
            StoreError: The version is active and a text or the set of chunks differs.
        """
        ...

    def without_vector(self, corpus_version: str, *, model_id: str) -> Sequence[GuidelineChunk]:
        """Chunks of a version that have no vector of this model yet."""
        ...

    def save_vectors(self, corpus_version: str, vectors: Sequence[tuple[str, bytes]], *, model_id: str) -> None:
        """Store vectors by `chunk_id`; one that is there already is kept."""
        ...

    def switch(self, corpus_version: str, *, model_id: str) -> None:
        """Let searches use this version and this model's vectors, from one moment to the next.

        Raises:
            StoreError: A chunk of it has no vector of the model.
        """
        ...

    def remove_others(self, corpus_version: str, *, model_id: str) -> int:
        """Delete the other versions, and this one's vectors of other models; gives how many rows."""
        ...
