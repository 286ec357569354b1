"""Lab results in OpenEMR's four procedure tables: OpenEMR's own joins, and a digest of what a row says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, FromClause, Row, Select, and_, select

from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables

__all__ = ["read_labs", "result_join", "stored_digest", "values_digest"]

#: Values that mean "did not run"; OpenEMR leaves such rows out of every view.
NOT_RUN = ("DNR", "TNP")


def result_join(tables: ChartTables) -> FromClause:
    """Order, order line, report and result, joined as OpenEMR joins them.

    A report belongs to a line of its order, so both the order's number and the line's must agree: without the second
    condition an order of two lines would show every result twice.
    """
    order, line = tables.procedure_order, tables.procedure_order_code
    report, result = tables.procedure_report, tables.procedure_result
    return (
        order.join(line, line.c.procedure_order_id == order.c.procedure_order_id)
        .join(
            report,
            and_(
                report.c.procedure_order_id == line.c.procedure_order_id,
                report.c.procedure_order_seq == line.c.procedure_order_seq,
            ),
        )
        .join(result, result.c.procedure_report_id == report.c.procedure_report_id)
    )


def read_labs(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartLab]:
    """All results of this patient's active orders, newest first, values exactly as stored."""
    statement = _lab_select(
        tables,
        tables.procedure_order.c.patient_id == patient_id,
        tables.procedure_order.c.activity == 1,
        tables.procedure_result.c.result.not_in(NOT_RUN),
    ).order_by(
        tables.procedure_report.c.date_report.desc(),
        tables.procedure_result.c.procedure_result_id.desc(),
    )
    return tuple(_chart_lab(row) for row in connection.execute(statement))


def values_digest(
    *,
    code: str,
    name: str,
    value: str,
    unit: str,
    reference_range: str,
    abnormal: str,
    status: str,
    comment: str,
    document_id: int,
    observed_at: datetime | None,
    collected_at: datetime | None,
) -> str:
    """SHA-256 hex of what a result says, so that a clinician's later edit is seen.

    OpenEMR's sign-off page writes every field back trimmed and the dates without seconds (its form shows 16 characters
    of them). Signing is not editing, so the digest leaves seconds and outer white space out.
    """
    said = (code, name, value, unit, reference_range, abnormal, status, comment)
    dates = tuple(moment.strftime("%Y-%m-%d %H:%M") if moment else "" for moment in (observed_at, collected_at))
    plain = json.dumps([*(text.strip() for text in said), document_id, *dates], ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def stored_digest(connection: Connection, tables: ChartTables, result_id: int, *, lock: bool = False) -> str | None:
    """The digest of a stored result; ``None`` where there is no such row.

    Args:
        connection: The transaction to read in.
        tables: OpenEMR's tables.
        result_id: `procedure_result.procedure_result_id`.
        lock: Keep others from changing result and report until the transaction ends.
    """
    report, result = tables.procedure_report, tables.procedure_result
    statement = (
        select(
            result.c.result_code,
            result.c.result_text,
            result.c.result,
            result.c.units,
            result.c.range,
            result.c.abnormal,
            result.c.result_status,
            result.c.comments,
            result.c.document_id,
            report.c.date_report,
            report.c.date_collected,
        )
        .select_from(result.join(report, report.c.procedure_report_id == result.c.procedure_report_id))
        .where(result.c.procedure_result_id == result_id)
    )
    row = connection.execute(statement.with_for_update() if lock else statement).one_or_none()
    if row is None:
        return None
    return values_digest(
        code=_text(row.result_code),
        name=_text(row.result_text),
        value=_text(row.result),
        unit=_text(row.units),
        reference_range=_text(row.range),
        abnormal=_text(row.abnormal),
        status=_text(row.result_status),
        comment=_text(row.comments),
        document_id=int(row.document_id or 0),
        observed_at=_moment(row.date_report),
        collected_at=_moment(row.date_collected),
    )


def _lab_select(tables: ChartTables, *conditions: ColumnElement[bool]) -> Select[tuple[object, ...]]:
    order, report, result = tables.procedure_order, tables.procedure_report, tables.procedure_result
    return (
        select(
            result.c.procedure_result_id,
            order.c.procedure_order_id,
            order.c.patient_id,
            result.c.result_code,
            result.c.result_text,
            result.c.result,
            result.c.units,
            result.c.range,
            result.c.abnormal,
            report.c.date_report,
            report.c.date_collected,
            result.c.result_status,
            result.c.document_id,
        )
        .select_from(result_join(tables))
        .where(*conditions)
    )


def _chart_lab(row: Row[tuple[object, ...]]) -> ChartLab:
    document = int(row.document_id or 0)
    return ChartLab(
        result_id=int(row.procedure_result_id),
        order_id=int(row.procedure_order_id),
        patient_id=PatientId(int(row.patient_id)),
        code=_text(row.result_code),
        name=_text(row.result_text),
        value=_text(row.result),
        unit=_text(row.units),
        reference_range=_text(row.range),
        abnormal=_text(row.abnormal),
        observed_at=_moment(row.date_report),
        collected_at=_moment(row.date_collected),
        status=_text(row.result_status),
        document_id=DocumentId(document) if document else None,
    )


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _moment(value: object) -> datetime | None:
    # OpenEMR's empty sql_mode lets 0000-00-00 in; the driver hands such a value over as text.
    return value if isinstance(value, datetime) else None
