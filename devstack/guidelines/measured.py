"""The corpus indexed in a scratch schema, and what the search computes for a question on its way to an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.pipelines.index_guidelines import IndexGuidelinesPipeline
from arbiter_fhir.ports.guidelines import GuidelinePool
from arbiter_fhir.providers import LocalEmbedder
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.guidelines.population import population_fit
from arbiter_fhir.retrieval.guidelines.rerank import features_of
from arbiter_fhir.retrieval.guidelines.search import POOL, passage_text
from arbiter_fhir.retrieval.guidelines.terms import QuestionTerms, is_general, question_terms
from arbiter_fhir.retrieval.sparse import bm25_scores, content_words
from arbiter_fhir.store import SqlGuidelineIndex, SqlGuidelineLibrary, migrate, open_engine
from devstack.guidelines.questions import GuidelineQuestion
from devstack.mariadb import MariaDBHandle, scratch_schema

__all__ = ["Looked", "MeasuredIndex", "measured_index"]

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Looked:
    """What was computed for one question.

    Attributes:
        topical: Whether a word of it names a topic at all; nothing is given otherwise.
        candidates: Chunk ids.
        features: One row for each candidate, in the order of `rerank.Features`.
        lexical: Chunk ids by the full-text index, best first.
        dense: By vectors.
        fused: By both, fused.
        plain: By BM25 over plain words without synonyms, for comparison.
    """

    question: GuidelineQuestion
    topical: bool
    candidates: tuple[str, ...]
    features: Matrix
    lexical: tuple[str, ...]
    dense: tuple[str, ...]
    fused: tuple[str, ...]
    plain: tuple[str, ...]


class MeasuredIndex:
    """An indexed corpus that questions are looked up in, one part of the search at a time.

    Args:
        index: The index.
        embedder: The model that its vectors are of.
        passages: Chunk id to its text, heading included.
    """

    def __init__(self, index: SqlGuidelineIndex, embedder: LocalEmbedder, passages: Mapping[str, str]) -> None:
        self.index = index
        self.embedder = embedder
        self._ids = tuple(passages)
        self._words = [content_words(text) for text in passages.values()]
        self._clean = build_deidentifier("month_first")

    def look_up(self, question: GuidelineQuestion, *, lexical: bool = True, dense: bool = True) -> Looked:
        """Candidates and features of one question.

        Args:
            question: Passes de-identification first, as every question does.
            lexical: Let words find candidates.
            dense: Let vectors find candidates, and be compared.
        """
        clean = self._clean.deidentify_text(question.text, patient=None)
        terms = question_terms(clean, self.index.statistics())
        vector = self.embedder.embed([clean])[0] if dense else None
        pool = self.index.search(terms.terms if lexical else (), vector, model_id=self.embedder.model_id, limit=POOL)
        rankings = _rankings(pool)
        return Looked(
            question=question,
            topical=not all(is_general(term) for term in terms.terms),
            candidates=tuple(each.indexed.chunk.chunk_id for each in pool.candidates),
            features=_features(clean, terms, pool),
            lexical=rankings[0],
            dense=rankings[1],
            fused=tuple(chunk for chunk, _ in fuse_rankings([ranking for ranking in rankings if ranking])),
            plain=self._plain(question.text),
        )

    def _plain(self, text: str) -> tuple[str, ...]:
        scores = bm25_scores(self._words, content_words(text))
        order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
        return tuple(self._ids[at] for at in order[:POOL])


@contextmanager
def measured_index(server: MariaDBHandle, corpus: Path) -> Iterator[MeasuredIndex]:
    """The corpus, indexed in a schema of its own as the product does it, while the context lasts."""
    embedder = LocalEmbedder()
    with scratch_schema(server, "guidelines") as schema:
        migrate(server.url(), schema)
        engine = open_engine(server.url(schema))
        library = SqlGuidelineLibrary(engine)
        outcome = IndexGuidelinesPipeline(
            folder=corpus, library=library, embedder=embedder, deidentifier=build_deidentifier("month_first")
        ).run()
        chunks = [each.chunk for each in library.contents(outcome.corpus_version)]
        passages = {chunk.chunk_id: passage_text(chunk) for chunk in chunks}
        try:
            yield MeasuredIndex(SqlGuidelineIndex(engine), embedder, passages)
        finally:
            engine.dispose()


def _rankings(pool: GuidelinePool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    def ranked(ranks: Sequence[tuple[int | None, str]]) -> tuple[str, ...]:
        return tuple(chunk for rank, chunk in sorted((rank, chunk) for rank, chunk in ranks if rank is not None))

    return (
        ranked([(each.lexical_rank, each.indexed.chunk.chunk_id) for each in pool.candidates]),
        ranked([(each.dense_rank, each.indexed.chunk.chunk_id) for each in pool.candidates]),
    )


#: Columns of `Looked.features`.
FEATURES: Final = 10


def _features(question: DeidentifiedText, terms: QuestionTerms, pool: GuidelinePool) -> Matrix:
    known = [each.similarity for each in pool.candidates if each.similarity is not None]
    mean = sum(known) / len(known) if known else None
    rows = [
        astuple(
            features_of(
                terms,
                each.indexed,
                pool.statistics,
                population=population_fit(question.value, passage_text(each.indexed.chunk)),
                similarity=each.similarity,
                mean_similarity=mean,
            )
        )
        for each in pool.candidates
    ]
    return np.array(rows, dtype=np.float64).reshape(len(rows), FEATURES)
