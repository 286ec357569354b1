"""Writes lab results into OpenEMR's own tables, inside the job's transaction, and takes them back.

No API of OpenEMR writes labs, so the rows are written by SQL: four rows for one result, every uuid left NULL (OpenEMR
fills them on its next read), strict mode asserted, widths checked first, and what was stored read back before
it counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, TableClause, func, insert, select, update

from arbiter_fhir.domain.promotion import ChartLab, LabPlan, PromotedRecord, RetractionAction
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_session import chart_errors, require_strict
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.core_tables import CORE_TABLES, SqlKind
from arbiter_fhir.openemr.lab_rows import read_labs, stored_digest, values_digest
from arbiter_fhir.ports.chart import RowState

__all__ = ["SqlChartWriter"]

# Option ids of OpenEMR's lists `ord_status`, `proc_rep_status` and `proc_res_status`. `final` is the one word that the
# result page and FHIR both understand; `complete` is no option of `proc_rep_status`, so its form would lose it.
ORDER_STATUS = "complete"
REPORT_STATUS = "final"
RESULT_STATUS = "final"
#: Puts the report on OpenEMR's own list of results that wait for a signature.
REVIEW_STATUS = "received"
#: Without this title OpenEMR 7.0.1 leaves the report out of DiagnosticReport.
ORDER_TITLE = "laboratory_test"
#: "Added for history purpose only": the order was not placed here.
HISTORY_ORDER = "1"
#: Stands where no LOINC code is known. An empty code would match every uncoded entry of the site's catalogue.
UNCODED = "uncoded"
LINE_NUMBER = 1
TYPE_NUMERIC = "N"
TYPE_STRING = "S"

_ORDER_KEY = "procedure_order"
_REPORT_KEY = "procedure_report"
_PATIENT_KEY = "patient_data"


class SqlChartWriter:
    """Writes into one patient's chart; meets `ports.chart.ChartWriter`.

    Args:
        connection: The job's transaction. It stays the caller's: nothing is committed or rolled back here.
        tables: OpenEMR's tables on the same server.
    """

    def __init__(self, connection: Connection, tables: ChartTables) -> None:
        self._connection = connection
        self._tables = tables
        self._strict = False

    def lock_patient(self, patient_id: PatientId) -> None:
        """Serialise promotions of one patient until the transaction ends.

        The lock is on the patient's own row, so that deleting the patient waits as well. MariaDB grants it on SELECT.

        Raises:
            ChartError: E_EHR_WRITE: no such patient; or the database failed.
        """
        table = self._tables.patient_data
        with chart_errors("locking the patient"):
            found = self._connection.execute(
                select(table.c.pid).where(table.c.pid == patient_id).with_for_update()
            ).one_or_none()
        if found is None:
            raise ChartError(ErrorCode.EHR_WRITE, f"Patient {patient_id} is not in OpenEMR; nothing was written.")

    def labs(self, patient_id: PatientId) -> tuple[ChartLab, ...]:
        """All results of the patient's active orders, inside the transaction, newest first.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading lab results"):
            return tuple(read_labs(self._connection, self._tables, patient_id))

    def write_lab(self, plan: LabPlan) -> PromotedRecord:
        """Write order, order line, report and result, or find them where they were written before.

        Args:
            plan: The rows. Its `external_id` makes the call repeatable: an active order of this patient with the same
                key counts as written.

        Raises:
            ChartError: E_EHR_WRITE: a value does not fit its column, the key is taken by another document, or the
                stored row reads differently; else the database refused or failed. Roll the transaction back.
        """
        self._require_strict()
        rows = _rows(plan)
        for table, values in rows.items():
            _require_fit(table, values)
        digest = _plan_digest(plan)
        with chart_errors("writing a lab result"):
            existing = self._written_before(plan, digest)
            if existing is not None:
                return existing
            record = self._insert(plan, rows, digest)
            stored = stored_digest(self._connection, self._tables, record.record_id)
        if stored != digest:
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"OpenEMR stored procedure_result {record.record_id} differently from what was sent; nothing is kept."
                " Compare the character set of its tables with utf8mb4 and look for triggers on them.",
            )
        return record

    def row_state(self, record: PromotedRecord) -> RowState:
        """How the promoted row looks now.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading a promoted result"):
            return self._row_state(record, lock=False)

    def inactivate_lab(self, record: PromotedRecord) -> RetractionAction:
        """Hide a promoted result by `procedure_order.activity` = 0; nothing is erased.

        Returns:
            `CHART_ROW_INACTIVATED`; `ALREADY_GONE` where the order is hidden or gone; `NEEDS_REVIEW` where somebody
            changed a value, added to the order, or moved it to another patient: a person decides about a person's work.

        Raises:
            ChartError: The database refused or failed.
        """
        order = self._tables.procedure_order
        order_id = _parent(record, _ORDER_KEY)
        with chart_errors("withdrawing a promoted result"):
            row = self._connection.execute(
                select(order.c.activity, order.c.patient_id)
                .where(order.c.procedure_order_id == order_id)
                .with_for_update()
            ).one_or_none()
            if row is None or int(row.activity) == 0:
                return RetractionAction.ALREADY_GONE
            if int(row.patient_id) != _parent(record, _PATIENT_KEY):
                return RetractionAction.NEEDS_REVIEW
            state = self._row_state(record, lock=True)
            if not state.only_ours or state.values_digest not in {record.values_digest, None}:
                return RetractionAction.NEEDS_REVIEW
            self._connection.execute(
                update(order)
                .where(order.c.procedure_order_id == order_id, order.c.patient_id == row.patient_id)
                .values(activity=0)
            )
        return RetractionAction.CHART_ROW_INACTIVATED

    def _require_strict(self) -> None:
        if not self._strict:
            with chart_errors("checking the connection"):
                require_strict(self._connection)
            self._strict = True

    def _written_before(self, plan: LabPlan, digest: str) -> PromotedRecord | None:
        order, report, result = (
            self._tables.procedure_order,
            self._tables.procedure_report,
            self._tables.procedure_result,
        )
        found = self._connection.execute(
            select(
                order.c.procedure_order_id,
                report.c.procedure_report_id,
                result.c.procedure_result_id,
                result.c.document_id,
            )
            .select_from(
                order.join(report, report.c.procedure_order_id == order.c.procedure_order_id).join(
                    result, result.c.procedure_report_id == report.c.procedure_report_id
                )
            )
            .where(
                order.c.patient_id == plan.patient_id,
                order.c.external_id == plan.external_id,
                order.c.activity == 1,
            )
            .order_by(result.c.procedure_result_id)
        ).all()
        if not found:
            return None
        ours = [row for row in found if int(row.document_id) == plan.document_id]
        if not ours:
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"procedure_order {found[0].procedure_order_id} carries the key of this result for another document"
                f" than {plan.document_id}; nothing was written.",
            )
        first = ours[0]
        return _record(
            plan,
            order_id=int(first.procedure_order_id),
            report_id=int(first.procedure_report_id),
            result_id=int(first.procedure_result_id),
            digest=digest,
        )

    def _insert(self, plan: LabPlan, rows: Mapping[str, Mapping[str, object]], digest: str) -> PromotedRecord:
        tables = self._tables
        order_id = self._insert_row(tables.procedure_order, rows["procedure_order"])
        self._insert_row(tables.procedure_order_code, {**rows["procedure_order_code"], "procedure_order_id": order_id})
        report_id = self._insert_row(
            tables.procedure_report, {**rows["procedure_report"], "procedure_order_id": order_id}
        )
        result_id = self._insert_row(
            tables.procedure_result, {**rows["procedure_result"], "procedure_report_id": report_id}
        )
        return _record(plan, order_id=order_id, report_id=report_id, result_id=result_id, digest=digest)

    def _insert_row(self, table: TableClause, values: Mapping[str, object]) -> int:
        return int(self._connection.execute(insert(table).values(dict(values))).lastrowid)

    def _row_state(self, record: PromotedRecord, *, lock: bool) -> RowState:
        order = self._tables.procedure_order
        order_id = _parent(record, _ORDER_KEY)
        activity = self._connection.execute(
            select(order.c.activity).where(order.c.procedure_order_id == order_id)
        ).scalar_one_or_none()
        digest = stored_digest(self._connection, self._tables, record.record_id, lock=lock)
        return RowState(
            active=activity is not None and int(activity) == 1,
            values_digest=digest,
            only_ours=self._holds_only(record, order_id),
        )

    def _holds_only(self, record: PromotedRecord, order_id: int) -> bool:
        line, report, result = (
            self._tables.procedure_order_code,
            self._tables.procedure_report,
            self._tables.procedure_result,
        )
        lines = self._connection.execute(
            select(func.count()).select_from(line).where(line.c.procedure_order_id == order_id)
        ).scalar_one()
        under = self._connection.execute(
            select(report.c.procedure_report_id, result.c.procedure_result_id)
            .select_from(report.outerjoin(result, result.c.procedure_report_id == report.c.procedure_report_id))
            .where(report.c.procedure_order_id == order_id)
        ).all()
        reports = {int(row.procedure_report_id) for row in under}
        results = {int(row.procedure_result_id) for row in under if row.procedure_result_id is not None}
        return lines <= 1 and reports <= {_parent(record, _REPORT_KEY)} and results <= {record.record_id}


def _rows(plan: LabPlan) -> Mapping[str, Mapping[str, object]]:
    """The four rows, without the keys that only exist after the insert."""
    return {
        "procedure_order": {
            "provider_id": 0,
            "patient_id": int(plan.patient_id),
            "encounter_id": 0,
            "date_collected": plan.collected_at,
            "date_ordered": plan.collected_at or plan.observed_at,
            "order_status": ORDER_STATUS,
            "external_id": plan.external_id,
            "history_order": HISTORY_ORDER,
            "activity": 1,
        },
        "procedure_order_code": {
            "procedure_order_seq": LINE_NUMBER,
            "procedure_code": plan.code or UNCODED,
            "procedure_name": plan.name,
            "procedure_order_title": ORDER_TITLE,
        },
        "procedure_report": {
            "procedure_order_seq": LINE_NUMBER,
            "date_collected": plan.collected_at,
            "date_report": plan.observed_at,
            "report_status": REPORT_STATUS,
            "review_status": REVIEW_STATUS,
        },
        "procedure_result": {
            "result_data_type": TYPE_NUMERIC if plan.value_is_numeric else TYPE_STRING,
            "result_code": plan.code,
            "result_text": plan.name,
            # OpenEMR's C-CDA export dates a result by this column, FHIR by the report's.
            "date": plan.observed_at,
            "units": plan.unit,
            "result": plan.value,
            "range": plan.reference_range,
            "abnormal": plan.abnormal.value if plan.abnormal else "",
            "comments": plan.comment,
            "document_id": int(plan.document_id),
            "result_status": RESULT_STATUS,
        },
    }


def _require_fit(table: str, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        column = CORE_TABLES[table].column(name)
        if column.kind is SqlKind.TEXT and len(str(value)) > column.chars:
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"A value of {len(str(value))} characters does not fit {table}.{name}, which holds {column.chars};"
                " nothing was written.",
            )
        if column.kind is SqlKind.TEXT and not _is_encodable(str(value)):
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"A value for {table}.{name} holds half of a character, which no column stores; nothing was written.",
            )
        if column.kind is SqlKind.MOMENT and isinstance(value, datetime) and (value.tzinfo or value.microsecond):
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"{table}.{name} holds the site's local time in whole seconds, without a zone; nothing was written.",
            )


def _is_encodable(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _plan_digest(plan: LabPlan) -> str:
    return values_digest(
        code=plan.code,
        name=plan.name,
        value=plan.value,
        unit=plan.unit,
        reference_range=plan.reference_range,
        abnormal=plan.abnormal.value if plan.abnormal else "",
        status=RESULT_STATUS,
        comment=plan.comment,
        document_id=int(plan.document_id),
        observed_at=plan.observed_at,
        collected_at=plan.collected_at,
    )


def _record(plan: LabPlan, *, order_id: int, report_id: int, result_id: int, digest: str) -> PromotedRecord:
    return PromotedRecord(
        table="procedure_result",
        record_id=result_id,
        parents={_ORDER_KEY: order_id, _REPORT_KEY: report_id, _PATIENT_KEY: int(plan.patient_id)},
        values_digest=digest,
    )


def _parent(record: PromotedRecord, table: str) -> int:
    try:
        return record.parents[table]
    except KeyError:
        raise ChartError(
            ErrorCode.EHR_WRITE, f"The record of promoted row {record.record_id} does not name its {table}."
        ) from None
