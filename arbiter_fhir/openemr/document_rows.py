"""The patient's documents, as a list of what is on file."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from arbiter_fhir.domain.chart_record import ChartDocument
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.stored_values import stored_day, stored_text

__all__ = ["read_documents"]


def read_documents(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartDocument]:
    """Documents that are not deleted, newest first; one in several categories stands in the first of them."""
    document, link, category = tables.dated_documents, tables.categories_to_documents, tables.categories
    statement = (
        select(document.c.id, document.c.docdate, document.c.date, category.c.name)
        .select_from(
            # By way of the categories: the links' only key begins with the category (see `register`).
            document.outerjoin(
                category.join(link, link.c.category_id == category.c.id), link.c.document_id == document.c.id
            )
        )
        .where(document.c.foreign_id == patient_id, document.c.deleted == 0)
        .order_by(document.c.docdate.desc(), document.c.id.desc(), category.c.id)
    )
    found: dict[int, ChartDocument] = {}
    for row in connection.execute(statement):
        found.setdefault(
            int(row.id),
            ChartDocument(
                document_id=DocumentId(int(row.id)),
                patient_id=patient_id,
                category=stored_text(row.name),
                stored_on=stored_day(row.docdate) or stored_day(row.date),
            ),
        )
    return tuple(found.values())
