"""Guideline chunks to rows and back, and the one question that reading and building share: what is searched now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, distinct, func, select

from arbiter_fhir.domain.citation import Citation, SourceType, citation_to_json
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.ports.guidelines import GuidelineStanding, IndexedChunk
from arbiter_fhir.store.guideline_tables import guideline_chunks, guideline_embeddings

__all__ = ["CHUNK_COLUMNS", "indexed_from_row", "indexed_to_row", "read_standing"]

#: What `indexed_from_row` reads.
CHUNK_COLUMNS: Final = tuple(
    guideline_chunks.c[name]
    for name in (
        *("chunk_id", "corpus_version", "source_title", "source_organisation", "source_year", "source_url_or_file"),
        *("section", "grade", "topic", "quoted", "chunk_text", "heading_terms", "body_terms"),
    )
)


def indexed_to_row(indexed: IndexedChunk, *, terms_version: str) -> Mapping[str, object]:
    """A row of `clinical_guideline_chunks`, inactive."""
    chunk = indexed.chunk
    citation = Citation(
        SourceType.GUIDELINE, chunk.chunk_id.partition(".")[0], chunk.section, chunk.chunk_id, chunk.text
    )
    return {
        "chunk_id": chunk.chunk_id,
        "corpus_version": chunk.corpus_version,
        "source_title": chunk.title,
        "source_organisation": chunk.organisation,
        "source_year": chunk.year,
        "source_url_or_file": chunk.url,
        "section": chunk.section,
        "grade": chunk.grade,
        "topic": chunk.topic,
        "quoted": chunk.quoted,
        "chunk_text": chunk.text.value,
        "citation_json": citation_to_json(citation),
        "heading_terms": " ".join(indexed.heading_terms),
        "body_terms": " ".join(indexed.body_terms),
        "terms_version": terms_version,
        "active": False,
    }


def indexed_from_row(row: Row[Any]) -> IndexedChunk:
    """What `indexed_to_row` stored: text that de-identification released before."""
    chunk = GuidelineChunk(
        chunk_id=row.chunk_id,
        corpus_version=row.corpus_version,
        title=row.source_title,
        organisation=row.source_organisation,
        year=row.source_year,
        url=row.source_url_or_file,
        section=row.section,
        grade=row.grade,
        topic=row.topic,
        text=DeidentifiedText(row.chunk_text, DEID_SEAL),
        quoted=bool(row.quoted),
    )
    return IndexedChunk(chunk, tuple(row.heading_terms.split()), tuple(row.body_terms.split()))


def read_standing(connection: Connection) -> GuidelineStanding | None:
    """What is searched now; a version in which chunks lack their vector has no model."""
    chunks, vectors = guideline_chunks.c, guideline_embeddings.c
    found = connection.execute(
        select(chunks.corpus_version, func.min(chunks.terms_version).label("terms_version"), func.count().label("size"))
        .where(chunks.active)
        .group_by(chunks.corpus_version)
    ).one_or_none()
    if found is None:
        return None
    model = connection.execute(
        select(vectors.embedding_model, func.count(distinct(vectors.chunk_id)).label("size"))
        .where(and_(vectors.corpus_version == found.corpus_version, vectors.active))
        .group_by(vectors.embedding_model)
    ).one_or_none()
    complete = model is not None and model.size == found.size
    return GuidelineStanding(
        found.corpus_version, found.terms_version, found.size, model.embedding_model if complete and model else None
    )
