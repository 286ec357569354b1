"""OpenEMR's own list of documents, by SQL.

FHIR never shows a move and shows a deletion only by chance, so the rows of `documents` and
`categories_to_documents` are read. Each call is one statement: a document and its categories are seen at the same
moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Engine, Row, Select, select, union

from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr.chart_reader import dashed_uuid
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables

__all__ = ["SqlDocumentRegister"]

#: Ids in one `IN` list: keeps a statement far below `max_allowed_packet` and its plan cheap.
MANY_IDS = 1_000


class SqlDocumentRegister:
    """Reads the list of documents; meets `ports.chart.DocumentRegister`.

    OpenEMR writes a document's row first and its category link in a second statement, each committed by itself. A
    document may therefore be seen without categories for a moment; `in_categories` finds it later.

    Args:
        engine: Connections that may read the columns of `core_tables`.
        tables: OpenEMR's tables.
    """

    def __init__(self, engine: Engine, tables: ChartTables) -> None:
        self._engine = engine
        self._tables = tables

    def find(self, document_id: DocumentId) -> SourceDocument | None:
        """One document with its categories and state; ``None`` where the row is gone.

        Raises:
            ChartError: The database refused or failed.
        """
        found = self._read((self._tables.documents.c.id == document_id,), limit=1)
        return found[0] if found else None

    def of_patient(self, patient_id: PatientId) -> Sequence[SourceDocument]:
        """The rows of a patient's documents, ascending, deleted ones included.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.documents
        return self._with_categories(select(table).where(table.c.foreign_id == patient_id))

    def newer_than(self, document_id: DocumentId, *, limit: int) -> Sequence[SourceDocument]:
        """Documents of patients with a higher id, ascending, at most ``limit``, deleted ones included.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.documents
        return self._read((table.c.id > document_id, table.c.foreign_id > 0), limit=limit)

    def find_many(self, document_ids: Sequence[DocumentId]) -> Sequence[SourceDocument]:
        """The rows of these documents that exist, ascending.

        Raises:
            ChartError: The database refused or failed.
        """
        wanted = sorted(set(document_ids))
        found: list[SourceDocument] = []
        for start in range(0, len(wanted), MANY_IDS):
            part = wanted[start : start + MANY_IDS]
            found.extend(self._read((self._tables.documents.c.id.in_(part),), limit=len(part)))
        return tuple(found)

    def in_categories(self, category_ids: Sequence[int], *, after: DocumentId, limit: int) -> Sequence[SourceDocument]:
        """Active documents of patients in any of these categories with id > ``after``, ascending, at most ``limit``.

        Raises:
            ChartError: The database refused or failed.
        """
        if not category_ids:
            return ()
        table, link = self._tables.documents, self._tables.categories_to_documents
        # The links' key is (category, document): each category is walked in the order of that key and left after one
        # page. As one list of categories the server would collect all their links first, for every page again.
        pages = (
            select(table)
            .select_from(link.join(table, table.c.id == link.c.document_id))
            .where(link.c.category_id == category_id, link.c.document_id > after)
            .where(table.c.foreign_id > 0, table.c.deleted == 0)
            .order_by(link.c.document_id)
            .limit(limit)
            .subquery()
            for category_id in sorted(set(category_ids))
        )
        both = union(*(select(page) for page in pages)).subquery()
        return self._with_categories(select(both).order_by(both.c.id).limit(limit))

    def category_names(self) -> Mapping[int, str]:
        """Every document category of the site, by id.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.categories
        with chart_errors("reading the document categories"), self._engine.connect() as connection:
            rows = connection.execute(select(table.c.id, table.c.name).order_by(table.c.id)).all()
        return {int(row.id): str(row.name or "") for row in rows}

    def _read(self, conditions: Iterable[ColumnElement[bool]], *, limit: int) -> tuple[SourceDocument, ...]:
        table = self._tables.documents
        return self._with_categories(select(table).where(*conditions).order_by(table.c.id).limit(limit))

    def _with_categories(self, documents: Select[tuple[object, ...]]) -> tuple[SourceDocument, ...]:
        link, category = self._tables.categories_to_documents, self._tables.categories
        chosen = documents.subquery("chosen")
        statement = (
            select(chosen, link.c.category_id)
            # The links' only key begins with the category: by way of the categories each look-up is one of that key,
            # without them every document would walk through all links of the site.
            .select_from(
                chosen.outerjoin(
                    category.join(link, link.c.category_id == category.c.id), link.c.document_id == chosen.c.id
                )
            )
            .order_by(chosen.c.id, link.c.category_id)
        )
        with chart_errors("reading the list of documents"), self._engine.connect() as connection:
            rows = connection.execute(statement).all()
        by_document: dict[int, list[Row[tuple[object, ...]]]] = {}
        for row in rows:
            by_document.setdefault(int(row.id), []).append(row)
        return tuple(_source_document(group) for group in by_document.values())


def _source_document(rows: Sequence[Row[tuple[object, ...]]]) -> SourceDocument:
    row = rows[0]
    return SourceDocument(
        document_id=DocumentId(int(row.id)),
        uuid=dashed_uuid(row.uuid),
        patient_id=PatientId(int(row.foreign_id or 0)),
        category_ids=tuple(int(each.category_id) for each in rows if each.category_id is not None),
        content_hash=str(row.hash or ""),
        size_bytes=int(row.size or 0),
        media_type_claimed=str(row.mimetype or ""),
        # OpenEMR's empty sql_mode lets 0000-00-00 in; the driver hands such a value over as text.
        stored_at=row.date if isinstance(row.date, datetime) else None,
        state=SourceState.DELETED if int(row.deleted or 0) else SourceState.ACTIVE,
    )
