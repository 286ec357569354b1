"""Versions of the guideline corpus, built with the worker account beside the one that is searched."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, and_, bindparam, delete, exists, func, insert, not_, select, update
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.ports.guidelines import GuidelineStanding, IndexedChunk
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.guideline_rows import CHUNK_COLUMNS, indexed_from_row, indexed_to_row, read_standing
from arbiter_fhir.store.guideline_tables import guideline_chunks, guideline_embeddings
from arbiter_fhir.store.session import run_unit

__all__ = ["SqlGuidelineLibrary"]


class SqlGuidelineLibrary:
    """`ports.guidelines.GuidelineLibrary`. Each method is one transaction; repeating it comes to the same end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def standing(self) -> GuidelineStanding | None:
        """As `GuidelineLibrary.standing`."""
        return run_unit(self._engine, read_standing)

    def contents(self, corpus_version: str) -> Sequence[IndexedChunk]:
        """As `GuidelineLibrary.contents`."""
        return run_unit(self._engine, lambda connection: _contents(connection, corpus_version))

    def save_chunks(self, corpus_version: str, chunks: Sequence[IndexedChunk], *, terms_version: str) -> None:
        """As `GuidelineLibrary.save_chunks`.

        Raises:
            StoreError: E_STORE_CONFLICT where the version is searched and a text differs.
        """

        def work(connection: Connection) -> None:
            stored = {each.chunk.chunk_id: each.chunk for each in _contents(connection, corpus_version)}
            wanted = {each.chunk.chunk_id: each.chunk for each in chunks}
            if stored == wanted:
                _renew_terms(connection, corpus_version, chunks, terms_version)
                return
            standing = read_standing(connection)
            if standing is not None and standing.corpus_version == corpus_version:
                raise StoreError(
                    ErrorCode.STORE_CONFLICT,
                    f"Version {corpus_version} of the guideline corpus is in use and its texts differ from the files;"
                    " give the changed corpus a new version in its manifest.",
                )
            _forget(connection, corpus_version)
            rows = [indexed_to_row(each, terms_version=terms_version) for each in chunks]
            connection.execute(insert(guideline_chunks), rows)

        run_unit(self._engine, work)

    def without_vector(self, corpus_version: str, *, model_id: str) -> Sequence[GuidelineChunk]:
        """As `GuidelineLibrary.without_vector`."""
        has = exists().where(
            guideline_embeddings.c.corpus_version == corpus_version,
            guideline_embeddings.c.embedding_model == model_id,
            guideline_embeddings.c.chunk_id == guideline_chunks.c.chunk_id,
        )
        statement = (
            select(*CHUNK_COLUMNS)
            .where(guideline_chunks.c.corpus_version == corpus_version, not_(has))
            .order_by(guideline_chunks.c.chunk_id)
        )
        return run_unit(
            self._engine,
            lambda connection: [indexed_from_row(row).chunk for row in connection.execute(statement)],
        )

    def save_vectors(self, corpus_version: str, vectors: Sequence[tuple[str, bytes]], *, model_id: str) -> None:
        """As `GuidelineLibrary.save_vectors`."""
        rows = [
            {
                "corpus_version": corpus_version,
                "embedding_model": model_id,
                "chunk_id": chunk_id,
                "embedding": vector,
                "active": False,
            }
            for chunk_id, vector in vectors
        ]
        if rows:
            statement = mysql_insert(guideline_embeddings).prefix_with("IGNORE")
            run_unit(self._engine, lambda connection: connection.execute(statement, rows))

    def switch(self, corpus_version: str, *, model_id: str) -> None:
        """As `GuidelineLibrary.switch`.

        Raises:
            StoreError: E_STORE_CONFLICT where a chunk lacks its vector, or the version is not stored.
        """
        chunks, vectors = guideline_chunks, guideline_embeddings
        of_model = and_(vectors.c.corpus_version == corpus_version, vectors.c.embedding_model == model_id)

        def work(connection: Connection) -> None:
            size = connection.execute(
                select(func.count()).select_from(chunks).where(chunks.c.corpus_version == corpus_version)
            ).scalar_one()
            ready = connection.execute(select(func.count()).select_from(vectors).where(of_model)).scalar_one()
            if not size or ready != size:
                raise StoreError(
                    ErrorCode.STORE_CONFLICT,
                    f"Version {corpus_version} of the guideline corpus has {size} chunks and {ready} vectors; index it"
                    " again.",
                )
            connection.execute(update(chunks).values(active=chunks.c.corpus_version == corpus_version))
            connection.execute(update(vectors).values(active=of_model))

        run_unit(self._engine, work)

    def remove_others(self, corpus_version: str, *, model_id: str) -> int:
        """As `GuidelineLibrary.remove_others`; what is searched is never among them."""
        chunks, vectors = guideline_chunks, guideline_embeddings
        other = not_(and_(vectors.c.corpus_version == corpus_version, vectors.c.embedding_model == model_id))

        def work(connection: Connection) -> int:
            removed = connection.execute(delete(vectors).where(other, not_(vectors.c.active))).rowcount
            removed += connection.execute(
                delete(chunks).where(chunks.c.corpus_version != corpus_version, not_(chunks.c.active))
            ).rowcount
            return removed

        return run_unit(self._engine, work)


def _contents(connection: Connection, corpus_version: str) -> list[IndexedChunk]:
    statement = (
        select(*CHUNK_COLUMNS)
        .where(guideline_chunks.c.corpus_version == corpus_version)
        .order_by(guideline_chunks.c.chunk_id)
    )
    return [indexed_from_row(row) for row in connection.execute(statement)]


def _renew_terms(
    connection: Connection, corpus_version: str, chunks: Sequence[IndexedChunk], terms_version: str
) -> None:
    """The same texts under other rules for words: terms change in place, all in this transaction."""
    statement = (
        update(guideline_chunks)
        .where(
            guideline_chunks.c.corpus_version == corpus_version,
            guideline_chunks.c.chunk_id == bindparam("chunk"),
            guideline_chunks.c.terms_version != terms_version,
        )
        .values(
            heading_terms=bindparam("heading"),
            body_terms=bindparam("body"),
            terms_version=terms_version,
            updated_at=NOW,
        )
    )
    rows = [
        {"chunk": each.chunk.chunk_id, "heading": " ".join(each.heading_terms), "body": " ".join(each.body_terms)}
        for each in chunks
    ]
    connection.execute(statement, rows)


def _forget(connection: Connection, corpus_version: str) -> None:
    for table in (guideline_embeddings, guideline_chunks):
        connection.execute(delete(table).where(table.c.corpus_version == corpus_version))
