"""Orders: all of a patient's, those that wait for results, and what stands under one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, and_, func, select

from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.promotion import OpenOrder, OrderLine
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.lab_rows import NOT_RUN, result_join
from arbiter_fhir.openemr.stored_values import full_name, stored_moment, stored_text

__all__ = ["LAB_ORDER", "OPEN_STATUSES", "lines_without_report", "read_open_orders", "read_orders", "results_under"]

#: Options of list `ord_status` under which an order waits. The fourth, ``canceled``, and ``complete`` close it.
OPEN_STATUSES = ("pending", "routed")
#: `procedure_order_type` of laboratory orders.
LAB_ORDER = "laboratory_test"


def read_open_orders(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[OpenOrder]:
    """The patient's active laboratory orders that wait, oldest first, each with its lines that have no report."""
    order, line, report = tables.procedure_order, tables.procedure_order_code, tables.procedure_report
    statement = (
        select(
            order.c.procedure_order_id,
            order.c.date_ordered,
            order.c.order_status,
            line.c.procedure_order_seq,
            line.c.procedure_code,
            line.c.procedure_name,
        )
        .select_from(
            order.join(line, line.c.procedure_order_id == order.c.procedure_order_id).outerjoin(
                report,
                and_(
                    report.c.procedure_order_id == line.c.procedure_order_id,
                    report.c.procedure_order_seq == line.c.procedure_order_seq,
                ),
            )
        )
        .where(
            order.c.patient_id == patient_id,
            order.c.activity == 1,
            order.c.order_status.in_(OPEN_STATUSES),
            order.c.procedure_order_type == LAB_ORDER,
            report.c.procedure_report_id.is_(None),
        )
        .order_by(order.c.procedure_order_id, line.c.procedure_order_seq)
    )
    heads: dict[int, tuple[datetime | None, str]] = {}
    lines: dict[int, list[OrderLine]] = {}
    for row in connection.execute(statement):
        number = int(row.procedure_order_id)
        ordered = row.date_ordered if isinstance(row.date_ordered, datetime) else None
        heads.setdefault(number, (ordered, str(row.order_status)))
        lines.setdefault(number, []).append(
            OrderLine(int(row.procedure_order_seq), str(row.procedure_code or ""), str(row.procedure_name or ""))
        )
    return tuple(
        OpenOrder(number, patient_id, ordered, status, tuple(lines[number]))
        for number, (ordered, status) in heads.items()
    )


def read_orders(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartOrder]:
    """The patient's active orders of every kind, newest first, each with its lines, results and clinician."""
    order, line, user = tables.procedure_order, tables.procedure_order_code, tables.users
    statement = (
        select(order, line.c.procedure_code, line.c.procedure_name, user.c.fname, user.c.lname)
        .select_from(
            order.outerjoin(line, line.c.procedure_order_id == order.c.procedure_order_id).outerjoin(
                user, user.c.id == order.c.provider_id
            )
        )
        .where(order.c.patient_id == patient_id, order.c.activity == 1)
        .order_by(order.c.date_ordered.desc(), order.c.procedure_order_id.desc(), line.c.procedure_order_seq)
    )
    results = _results_by_order(connection, tables, patient_id)
    heads: dict[int, Row[tuple[object, ...]]] = {}
    tests: dict[int, list[tuple[str, str]]] = {}
    for row in connection.execute(statement):
        number = int(row.procedure_order_id)
        heads.setdefault(number, row)
        named = (stored_text(row.procedure_code), stored_text(row.procedure_name))
        if any(named):
            tests.setdefault(number, []).append(named)
    return tuple(
        ChartOrder(
            order_id=number,
            patient_id=patient_id,
            ordered_at=stored_moment(row.date_ordered),
            status=stored_text(row.order_status),
            tests=tuple(tests.get(number, ())),
            results=len(results.get(number, ())),
            provider=full_name(row.fname, row.lname),
            result_ids=tuple(results.get(number, ())),
            kind=stored_text(row.procedure_order_type),
            back_filled=stored_text(row.history_order) == "1",
        )
        for number, row in heads.items()
    )


def _results_by_order(connection: Connection, tables: ChartTables, patient_id: PatientId) -> dict[int, list[int]]:
    """The results that `lab_rows.read_labs` shows, by their order."""
    order, result = tables.procedure_order, tables.procedure_result
    statement = (
        select(order.c.procedure_order_id, result.c.procedure_result_id)
        .select_from(result_join(tables))
        .where(order.c.patient_id == patient_id, order.c.activity == 1, result.c.result.not_in(NOT_RUN))
        .order_by(result.c.procedure_result_id)
    )
    found: dict[int, list[int]] = {}
    for row in connection.execute(statement):
        found.setdefault(int(row.procedure_order_id), []).append(int(row.procedure_result_id))
    return found


def lines_without_report(connection: Connection, tables: ChartTables, order_id: int) -> int:
    """How many lines of an order nobody has reported on."""
    line, report = tables.procedure_order_code, tables.procedure_report
    reported = select(report.c.procedure_order_seq).where(report.c.procedure_order_id == order_id)
    statement = (
        select(func.count())
        .select_from(line)
        .where(line.c.procedure_order_id == order_id, line.c.procedure_order_seq.not_in(reported))
    )
    return int(connection.execute(statement).scalar_one())


def results_under(
    connection: Connection, tables: ChartTables, order_id: int
) -> Sequence[tuple[int, int, int | None, int]]:
    """All reports and results of an order as (line, report, result or ``None``, the result's document)."""
    report, result = tables.procedure_report, tables.procedure_result
    statement = (
        select(
            report.c.procedure_order_seq,
            report.c.procedure_report_id,
            result.c.procedure_result_id,
            result.c.document_id,
        )
        .select_from(report.outerjoin(result, result.c.procedure_report_id == report.c.procedure_report_id))
        .where(report.c.procedure_order_id == order_id)
    )
    return [
        (
            int(row.procedure_order_seq),
            int(row.procedure_report_id),
            None if row.procedure_result_id is None else int(row.procedure_result_id),
            int(row.document_id or 0),
        )
        for row in connection.execute(statement)
    ]
