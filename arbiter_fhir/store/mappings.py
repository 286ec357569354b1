"""`clinical_document_type_mappings`."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Engine, select
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import mappings

__all__ = ["SqlMappingStore"]


class SqlMappingStore:
    """`MappingStore`. Worker and query account read; only the query account, which serves administrators, writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def active(self) -> Mapping[int, DocType]:
        """As `MappingStore.active`."""
        statement = select(mappings.c.category_id, mappings.c.doc_type).where(mappings.c.active)
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return {int(row.category_id): DocType(row.doc_type) for row in rows}

    def put(self, category_id: int, doc_type: DocType, *, active: bool) -> None:
        """As `MappingStore.put`."""
        statement = (
            mysql_insert(mappings)
            .values(category_id=category_id, doc_type=doc_type.value, active=active)
            .on_duplicate_key_update(doc_type=doc_type.value, active=active, updated_at=NOW)
        )
        run_unit(self._engine, lambda connection: connection.execute(statement))
