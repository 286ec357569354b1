"""`watch_documents` and `watch_state`: what the watch saw last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, Row, Select, func, select, update
from sqlalchemy.dialects.mysql import insert as mysql_insert

from arbiter_fhir.domain.document import DocType, SourceDocument
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.stores import KnownDocument, KnownState
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.session import run_unit
from arbiter_fhir.store.tables import watch_documents, watch_state

__all__ = ["SqlKnownDocuments"]

_MARK = "documents_high_water_mark"


class SqlKnownDocuments:
    """`KnownDocuments` with the worker's account."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def high_water_mark(self) -> DocumentId:
        """As `KnownDocuments.high_water_mark`."""
        statement = select(watch_state.c.value).where(watch_state.c.name == _MARK)
        found = run_unit(self._engine, lambda connection: connection.execute(statement).scalar_one_or_none())
        return DocumentId(found or 0)

    def raise_high_water_mark(self, document_id: DocumentId) -> None:
        """As `KnownDocuments.raise_high_water_mark`."""
        statement = mysql_insert(watch_state).values(name=_MARK, value=document_id)
        higher = func.greatest(watch_state.c.value, document_id)
        run_unit(self._engine, lambda connection: connection.execute(statement.on_duplicate_key_update(value=higher)))

    def page(self, *, after: DocumentId, limit: int) -> Sequence[KnownDocument]:
        """As `KnownDocuments.page`: followed documents only."""
        return self._rows(
            select(watch_documents)
            .where(watch_documents.c.state == KnownState.ACTIVE.value, watch_documents.c.document_id > after)
            .order_by(watch_documents.c.document_id)
            .limit(limit)
        )

    def find(self, document_id: DocumentId) -> KnownDocument | None:
        """As `KnownDocuments.find`: followed or gone."""
        found = self._rows(select(watch_documents).where(watch_documents.c.document_id == document_id))
        return found[0] if found else None

    def remember(self, document: SourceDocument, doc_type: DocType) -> None:
        """As `KnownDocuments.remember`."""
        seen = {
            "patient_id": document.patient_id,
            "doc_type": doc_type.value,
            "content_hash": document.content_hash,
            "state": KnownState.ACTIVE.value,
        }
        statement = mysql_insert(watch_documents).values(document_id=document.document_id, **seen)
        changed = statement.on_duplicate_key_update({**seen, "updated_at": NOW})
        run_unit(self._engine, lambda connection: connection.execute(changed))

    def mark_gone(self, document_id: DocumentId) -> None:
        """As `KnownDocuments.mark_gone`."""
        statement = (
            update(watch_documents)
            .where(watch_documents.c.document_id == document_id)
            .values(state=KnownState.GONE.value, updated_at=NOW)
        )
        run_unit(self._engine, lambda connection: connection.execute(statement))

    def _rows(self, statement: Select[Any]) -> list[KnownDocument]:
        rows = run_unit(self._engine, lambda connection: connection.execute(statement).all())
        return [_known(row) for row in rows]


def _known(row: Row[Any]) -> KnownDocument:
    return KnownDocument(
        document_id=DocumentId(row.document_id),
        patient_id=PatientId(row.patient_id),
        doc_type=DocType(row.doc_type),
        content_hash=row.content_hash,
        state=KnownState(row.state),
    )
