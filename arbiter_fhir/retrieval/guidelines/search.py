"""From a clean question to the passages of the corpus that answer it, or to none.

Words and vectors each find candidates, both rankings are fused, the reranker says how probable each candidate is, and
what stays below the threshold is not given: a passage on something else is worse than none.

A remote reranker, where one is configured, puts the passages that passed in its own order, and may drop some. It never
brings one back: whether a topic is in the corpus at all is decided here, by a threshold that was measured.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk, GuidelinePassage
from arbiter_fhir.errors import ProviderError
from arbiter_fhir.ports.guidelines import GuidelineCandidate, GuidelineIndex, GuidelinePool
from arbiter_fhir.ports.models import Embedder, Reranker
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.guidelines.population import population_fit
from arbiter_fhir.retrieval.guidelines.rerank import CALIBRATED_MODEL, calibration, features_of
from arbiter_fhir.retrieval.guidelines.terms import QuestionTerms, is_general, question_terms
from arbiter_fhir.retrieval.guidelines.topics import topic_questions
from arbiter_fhir.telemetry import log_event

__all__ = ["GuidelineModels", "passage_text", "search_guidelines", "search_guidelines_about"]

#: Seed: the top 30 of each search go on.
POOL: Final = 30
#: Passages that are given at most (seed: the top 6 of the fused ranking go on; a reader takes in fewer).
PASSAGES: Final = 4
#: Passages per topic where several topics are asked for at once.
PER_TOPIC: Final = 2
#: A remote reranker's score below which a passage is dropped. Cohere's scores are comparable within one question only;
#: this drops what it finds irrelevant and leaves the decision about the corpus to the local threshold.
REMOTE_FLOOR: Final = 0.02

_PLACEHOLDER: Final = re.compile(r"\[[A-Z_]+_\d+\]")


@dataclass(frozen=True, slots=True)
class GuidelineModels:
    """What a search over guidelines computes with.

    Attributes:
        embedder: Makes the question's vector; the index compares it with vectors of the same model only.
        reranker: A remote one, where configured.
    """

    embedder: Embedder
    reranker: Reranker | None = None


def search_guidelines(
    question: DeidentifiedText, *, index: GuidelineIndex, models: GuidelineModels, limit: int = PASSAGES
) -> tuple[GuidelinePassage, ...]:
    """The passages that answer a question, best first; none where nothing in the corpus does.

    Args:
        question: Clean; placeholders in it are left out before anything looks at it.
        index: The active corpus.
        models: The models.
        limit: Most passages.

    Raises:
        StoreError: The database refused or failed.
        ProviderError: The embedding model failed.
    """
    topic = _without_placeholders(question)
    terms = question_terms(topic, index.statistics())
    if all(is_general(term) for term in terms.terms):
        return ()
    pool = index.search(terms.terms, models.embedder.embed([topic])[0], model_id=models.embedder.model_id, limit=POOL)
    passages = _passed(topic, terms, pool, model_id=models.embedder.model_id)
    if models.reranker is not None and passages:
        passages = _reordered(topic, passages, models.reranker)
    return tuple(passages[:limit])


def search_guidelines_about(
    keys: Sequence[str], *, index: GuidelineIndex, models: GuidelineModels, limit: int = PASSAGES
) -> tuple[GuidelinePassage, ...]:
    """Passages about tests and measurements, for "what deserves attention": the best of each topic, best first.

    Args:
        keys: Analyte keys of `domain.analyte`, or ``blood_pressure``; keys without a guideline topic are passed over.
        index: The active corpus.
        models: The models.
        limit: Most passages of all topics together.
    """
    best: dict[str, GuidelinePassage] = {}
    for topic in topic_questions(keys):
        for passage in search_guidelines(topic, index=index, models=models, limit=PER_TOPIC):
            known = best.get(passage.chunk.chunk_id)
            if known is None or known.score < passage.score:
                best[passage.chunk.chunk_id] = passage
    return tuple(sorted(best.values(), key=lambda passage: -passage.score)[:limit])


def passage_text(chunk: GuidelineChunk) -> str:
    """Title, section and text, as vectors and rerankers see a chunk."""
    return f"{chunk.title}. {chunk.section}. {chunk.text.value}"


def _passed(
    question: DeidentifiedText, terms: QuestionTerms, pool: GuidelinePool, *, model_id: str
) -> list[GuidelinePassage]:
    """Candidates at or above the threshold, in the reranker's order; equal ones in the order of the fused rankings."""
    known = [each.similarity for each in pool.candidates if each.similarity is not None]
    # Cosines of another model lie elsewhere, so what was measured with this one says nothing about them.
    with_vectors = model_id == CALIBRATED_MODEL and len(known) == len(pool.candidates) > 0
    model = calibration(with_vectors=with_vectors)
    mean = sum(known) / len(known) if with_vectors else None
    passed: list[tuple[float, GuidelinePassage]] = []
    for each in _fused(pool):
        features = features_of(
            terms,
            each.indexed,
            pool.statistics,
            population=population_fit(question.value, passage_text(each.indexed.chunk)),
            similarity=each.similarity if with_vectors else None,
            mean_similarity=mean,
        )
        score = model.gate.probability(features)
        if score >= model.threshold:
            passed.append((model.order.probability(features), _passage(each, score)))
    return [passage for _, passage in sorted(passed, key=lambda pair: -pair[0])]


def _fused(pool: GuidelinePool) -> list[GuidelineCandidate]:
    """The candidates by both rankings, best first."""
    by_id = {each.indexed.chunk.chunk_id: each for each in pool.candidates}
    return [by_id[chunk_id] for chunk_id, _ in fuse_rankings(_rankings(pool))]


def _rankings(pool: GuidelinePool) -> list[list[str]]:
    """Both rankings, each best first."""
    ranks = [
        {each.indexed.chunk.chunk_id: rank for each in pool.candidates if (rank := each.lexical_rank) is not None},
        {each.indexed.chunk.chunk_id: rank for each in pool.candidates if (rank := each.dense_rank) is not None},
    ]
    return [sorted(found, key=found.__getitem__) for found in ranks if found]


def _passage(candidate: GuidelineCandidate, score: float) -> GuidelinePassage:
    chunk = candidate.indexed.chunk
    citation = Citation(
        source_type=SourceType.GUIDELINE,
        source_id=chunk.chunk_id.partition(".")[0],
        page_or_section=chunk.section,
        field_or_chunk_id=chunk.chunk_id,
        quote=chunk.text,
    )
    return GuidelinePassage(chunk, citation, score, candidate.lexical_rank, candidate.dense_rank)


def _reordered(
    question: DeidentifiedText, passages: Sequence[GuidelinePassage], reranker: Reranker
) -> list[GuidelinePassage]:
    """The passages in the remote reranker's order; as they were where it fails."""
    try:
        scores = reranker.rerank(question, [passage.chunk.text for passage in passages])
    except ProviderError as error:
        log_event("guidelines.rerank_failed", error_code=error.code.value, model=reranker.model_id)
        return list(passages)
    ordered = sorted(zip(scores, passages, strict=True), key=lambda pair: -pair[0])
    kept = [passage for score, passage in ordered if score >= REMOTE_FLOOR]
    log_event("guidelines.reranked", model=reranker.model_id, dropped_count=len(passages) - len(kept))
    return kept


def _without_placeholders(question: DeidentifiedText) -> DeidentifiedText:
    """The question without its placeholders: whoever they stand for is no topic."""
    pieces, start = [], 0
    for match in _PLACEHOLDER.finditer(question.value):
        pieces.append(question.slice(start, match.start()))
        start = match.end()
    pieces.append(question.slice(start, len(question)))
    return DeidentifiedText.join(" ", [piece for piece in pieces if piece.value.strip()])
