"""The guideline corpus, searched with the query account: by words, and by exact distance between vectors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, select
from sqlalchemy.dialects.mysql import match

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.ports.guidelines import (
    GuidelineCandidate,
    GuidelinePool,
    GuidelineStanding,
    TermStatistics,
)
from arbiter_fhir.store.guideline_rows import CHUNK_COLUMNS, indexed_from_row, read_standing
from arbiter_fhir.store.guideline_tables import guideline_chunks, guideline_embeddings
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.vector import cosine_distance

__all__ = ["SqlGuidelineIndex", "nearest_guidelines", "worded_guidelines"]

#: A search that a switch overtakes looks again; a second switch within milliseconds is no reason to go on for ever.
LOOKS: Final = 3
_NOTHING: Final = TermStatistics(0, MappingProxyType({}))
#: What a term may hold: the operators of full-text search are none of it.
_TERM: Final = re.compile(r"[a-z0-9]{1,60}")


class SqlGuidelineIndex:
    """`ports.guidelines.GuidelineIndex`. How common terms are is read once for each version that is searched."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: tuple[tuple[str, str, int], TermStatistics] | None = None

    def standing(self) -> GuidelineStanding | None:
        """As `GuidelineIndex.standing`."""
        return run_unit(self._engine, read_standing)

    def statistics(self) -> TermStatistics:
        """As `GuidelineIndex.statistics`."""

        def work(connection: Connection) -> TermStatistics:
            standing = read_standing(connection)
            return _NOTHING if standing is None else self._statistics(connection, standing)

        return run_unit(self._engine, work)

    def search(self, terms: Sequence[str], vector: bytes | None, *, model_id: str, limit: int) -> GuidelinePool:
        """As `GuidelineIndex.search`.

        Raises:
            StoreError: The database refused or failed, or the corpus changes without an end.
        """

        def work(connection: Connection) -> GuidelinePool:
            for _ in range(LOOKS):
                standing = read_standing(connection)
                if standing is None:
                    return GuidelinePool("", _NOTHING, ())
                pool = self._pool(connection, standing, _safe(terms), vector, model_id=model_id, limit=limit)
                # What was read is of one version only if the same one is still searched; the statements before see
                # what others committed in between.
                if read_standing(connection) == standing:
                    return pool
            raise StoreError(
                ErrorCode.STORE_CONFLICT, "The guideline corpus is being replaced; ask again.", retryable=True
            )

        return run_unit(self._engine, work)

    def _statistics(self, connection: Connection, standing: GuidelineStanding) -> TermStatistics:
        key = (standing.corpus_version, standing.terms_version, standing.chunks)
        known = self._known
        if known is not None and known[0] == key:
            return known[1]
        rows = connection.execute(
            select(guideline_chunks.c.heading_terms, guideline_chunks.c.body_terms).where(
                guideline_chunks.c.active, guideline_chunks.c.corpus_version == standing.corpus_version
            )
        ).all()
        holding: Counter[str] = Counter()
        for heading, body in rows:
            holding.update({*heading.split(), *body.split()})
        statistics = TermStatistics(len(rows), MappingProxyType(dict(holding)))
        self._known = (key, statistics)
        return statistics

    def _pool(
        self,
        connection: Connection,
        standing: GuidelineStanding,
        terms: Sequence[str],
        vector: bytes | None,
        *,
        model_id: str,
        limit: int,
    ) -> GuidelinePool:
        version = standing.corpus_version
        lexical = _ranked(connection, worded_guidelines(version, terms, limit=limit)) if terms else {}
        dense: Mapping[str, int] = {}
        if vector is not None and standing.model_id == model_id:
            dense = _ranked(connection, nearest_guidelines(version, vector, model_id=model_id, limit=limit))
        found = sorted({*lexical, *dense})
        similarity = _similarities(connection, version, vector, found, model_id=model_id) if vector and dense else {}
        rows = connection.execute(
            select(*CHUNK_COLUMNS).where(
                guideline_chunks.c.corpus_version == version, guideline_chunks.c.chunk_id.in_(found)
            )
        ).all()
        candidates = [
            GuidelineCandidate(
                indexed_from_row(row),
                lexical.get(row.chunk_id),
                dense.get(row.chunk_id),
                similarity.get(row.chunk_id),
            )
            for row in rows
        ]
        return GuidelinePool(version, self._statistics(connection, standing), tuple(candidates))


def worded_guidelines(version: str, terms: Sequence[str], *, limit: int) -> Select[tuple[str]]:
    """The best by words: full-text relevance of InnoDB over terms of heading and text."""
    relevance = match(
        guideline_chunks.c.heading_terms, guideline_chunks.c.body_terms, against=" ".join(terms)
    ).in_natural_language_mode()
    return (
        select(guideline_chunks.c.chunk_id)
        .where(guideline_chunks.c.corpus_version == version, guideline_chunks.c.active, relevance)
        .order_by(relevance.desc(), guideline_chunks.c.chunk_id)
        .limit(limit)
    )


def nearest_guidelines(version: str, vector: bytes, *, model_id: str, limit: int) -> Select[tuple[str]]:
    """The best by vectors: exact cosine distance over the version's vectors of one model."""
    return (
        select(guideline_embeddings.c.chunk_id)
        .where(_of_model(version, model_id))
        .order_by(cosine_distance(guideline_embeddings.c.embedding, vector), guideline_embeddings.c.chunk_id)
        .limit(limit)
    )


def _similarities(
    connection: Connection, version: str, vector: bytes, found: Sequence[str], *, model_id: str
) -> dict[str, float]:
    distance = cosine_distance(guideline_embeddings.c.embedding, vector).label("distance")
    rows = connection.execute(
        select(guideline_embeddings.c.chunk_id, distance).where(
            _of_model(version, model_id), guideline_embeddings.c.chunk_id.in_(found)
        )
    )
    return {row.chunk_id: 1.0 - row.distance for row in rows}


def _of_model(version: str, model_id: str) -> ColumnElement[bool]:
    return and_(
        guideline_embeddings.c.corpus_version == version,
        guideline_embeddings.c.embedding_model == model_id,
        guideline_embeddings.c.active,
    )


def _ranked(connection: Connection, statement: Select[tuple[str]]) -> dict[str, int]:
    """Chunk id to its place, from 1."""
    return {row.chunk_id: rank for rank, row in enumerate(connection.execute(statement), start=1)}


def _safe(terms: Sequence[str]) -> list[str]:
    return [term for term in terms if _TERM.fullmatch(term)]
