"""Vectors of a model that is no longer the configured one, replaced a patient at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Engine, Table, bindparam, or_, select, union, update

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.ports.vectors import NewVectors, StaleTexts
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import chunks, fact_embeddings, facts

__all__ = ["SqlVectorUpkeep"]

_TABLES: Final = (fact_embeddings, chunks)


class SqlVectorUpkeep:
    """`VectorUpkeep` with the worker account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def stale_patients(self, model_id: str, *, limit: int) -> Sequence[PatientId]:
        """As `VectorUpkeep.stale_patients`; two ranges beside the model in an index, whatever the number of rows."""
        each = [
            select(table.c.patient_id).where(
                or_(table.c.embedding_model < model_id, table.c.embedding_model > model_id), table.c.active
            )
            for table in _TABLES
        ]
        found = union(*each).subquery()
        statement = select(found.c.patient_id).limit(limit)
        return [PatientId(row.patient_id) for row in run_unit(self._engine, lambda db: db.execute(statement).all())]

    def stale_texts(self, patient_id: PatientId, model_id: str) -> StaleTexts:
        """As `VectorUpkeep.stale_texts`."""
        of_facts = (
            select(facts.c.id, facts.c.fact_text)
            .join(fact_embeddings, fact_embeddings.c.fact_id == facts.c.id)
            .where(
                facts.c.patient_id == patient_id,
                fact_embeddings.c.patient_id == patient_id,
                fact_embeddings.c.active,
                fact_embeddings.c.embedding_model != model_id,
            )
            .order_by(facts.c.id)
        )
        of_chunks = (
            select(chunks.c.id, chunks.c.chunk_text)
            .where(chunks.c.patient_id == patient_id, chunks.c.active, chunks.c.embedding_model != model_id)
            .order_by(chunks.c.id)
        )

        def work(connection: Connection) -> StaleTexts:
            return StaleTexts(
                tuple((row.id, DeidentifiedText(row.fact_text, DEID_SEAL)) for row in connection.execute(of_facts)),
                tuple((row.id, DeidentifiedText(row.chunk_text, DEID_SEAL)) for row in connection.execute(of_chunks)),
            )

        return run_unit(self._engine, work)

    def replace(self, patient_id: PatientId, vectors: NewVectors, *, model_id: str) -> None:
        """As `VectorUpkeep.replace`.

        Raises:
            ValueError: A vector has the wrong length.
        """

        def work(connection: Connection) -> None:
            for table, key, rows in (
                (fact_embeddings, "fact_id", vectors.facts),
                (chunks, "id", vectors.chunks),
            ):
                if rows:
                    _replace(connection, table, key, rows, patient_id=patient_id, model_id=model_id)

        run_unit(self._engine, work)


def _replace(
    connection: Connection,
    table: Table,
    key: str,
    rows: Sequence[tuple[int, bytes]],
    *,
    patient_id: PatientId,
    model_id: str,
) -> None:
    statement = (
        update(table)
        .where(table.c.patient_id == patient_id, table.c[key] == bindparam("replaced"), table.c.active)
        .values(embedding=bindparam("vector"), embedding_model=model_id)
    )
    connection.execute(statement, [{"replaced": row_id, "vector": vector} for row_id, vector in rows])
