"""Published guidance: passages of the corpus, with what a reader needs to find them again."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["GuidelineChunk", "GuidelinePassage"]


@dataclass(frozen=True, slots=True)
class GuidelineChunk:
    """One passage of the corpus.

    Attributes:
        chunk_id: Stable within a corpus version, such as ``ada-2025-glycemic-goals-1``.
        corpus_version: Version of the corpus it stands in.
        title: Title of the publication.
        organisation: Who published it.
        year: Year of publication.
        url: Where it can be read in full.
        section: Section or recommendation number.
        grade: Grade or class of the recommendation as published; empty where none is given.
        topic: Stable word: ``diabetes``, ``lipids``, ``local`` ...
        text: Our own summary, or the quoted words of a source in the public domain.
        quoted: Whether the words are the source's own.
    """

    chunk_id: str
    corpus_version: str
    title: str
    organisation: str
    year: int
    url: str
    section: str
    grade: str
    topic: str
    text: DeidentifiedText
    quoted: bool


@dataclass(frozen=True, slots=True)
class GuidelinePassage:
    """A chunk that was retrieved for a question.

    Attributes:
        score: Of the reranker, 0-1, comparable with the threshold.
        lexical_rank: 1-based place in the sparse ranking; ``None`` where it was not in it.
        dense_rank: The same for vectors.
    """

    chunk: GuidelineChunk
    citation: Citation
    score: float
    lexical_rank: int | None = None
    dense_rank: int | None = None
