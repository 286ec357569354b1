"""What of a document is in OpenEMR's tables: the chart's half of proving a withdrawal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sqlalchemy import Connection, select

from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.list_rows import KEY_PREFIX

__all__ = ["TracedEntry", "TracedResult", "chart_trace", "list_trace"]


@dataclass(frozen=True, slots=True)
class TracedResult:
    """One row of `procedure_result` that names a document.

    Attributes:
        result_id: `procedure_result.procedure_result_id`.
        order_id: `procedure_order.procedure_order_id`.
        patient_id: Whose order it is.
        external_id: `procedure_order.external_id`: our key on our rows; people may link results to documents as well.
        active: Whether OpenEMR shows it: `procedure_order.activity` is 1.
    """

    result_id: int
    order_id: int
    patient_id: PatientId
    external_id: str
    active: bool


@dataclass(frozen=True, slots=True)
class TracedEntry:
    """One row of `lists` that we wrote from a document.

    Attributes:
        list_id: `lists.id`.
        patient_id: Whose list it is.
        active: Whether OpenEMR shows it: `lists.activity` is 1.
    """

    list_id: int
    patient_id: PatientId
    active: bool


def list_trace(connection: Connection, tables: ChartTables, document_id: DocumentId) -> tuple[TracedEntry, ...]:
    """Every list entry of ours that names this document in its comment, in any chart, ascending.

    Raises:
        ChartError: The database refused or failed.
    """
    entry = tables.lists
    statement = (
        select(entry.c.id, entry.c.pid, entry.c.activity, entry.c.comments)
        .where(entry.c.external_id.like(f"{KEY_PREFIX}%"), entry.c.comments.contains(f"documents:{int(document_id)}"))
        .order_by(entry.c.id)
    )
    # The comment of documents:12 also contains documents:1.
    names = re.compile(rf"arbiter-fhir: documents:{int(document_id)}(?!\d)")
    with chart_errors("tracing a document"):
        rows = connection.execute(statement).all()
    return tuple(
        TracedEntry(int(row.id), PatientId(int(row.pid or 0)), row.activity is not None and int(row.activity) == 1)
        for row in rows
        if names.search(str(row.comments))
    )


def chart_trace(connection: Connection, tables: ChartTables, document_id: DocumentId) -> tuple[TracedResult, ...]:
    """Every result that names this document, whoever wrote it and whichever patient's it is, ascending.

    The search is by document and not by patient on purpose: a row left behind in another chart must be found.

    Raises:
        ChartError: The database refused or failed.
    """
    order, report, result = tables.procedure_order, tables.procedure_report, tables.procedure_result
    statement = (
        select(
            result.c.procedure_result_id,
            order.c.procedure_order_id,
            order.c.patient_id,
            order.c.external_id,
            order.c.activity,
        )
        .select_from(
            result.join(report, report.c.procedure_report_id == result.c.procedure_report_id).join(
                order, order.c.procedure_order_id == report.c.procedure_order_id
            )
        )
        .where(result.c.document_id == document_id)
        .order_by(result.c.procedure_result_id)
    )
    with chart_errors("tracing a document"):
        rows = connection.execute(statement).all()
    return tuple(
        TracedResult(
            result_id=int(row.procedure_result_id),
            order_id=int(row.procedure_order_id),
            patient_id=PatientId(int(row.patient_id)),
            external_id=str(row.external_id or ""),
            active=int(row.activity) == 1,
        )
        for row in rows
    )
