"""Writes laboratory results into OpenEMR's procedure tables, and takes them back.

Four rows for one result: order, order line, report, result; or report and result alone under a clinician's open order
that the result answers. Every uuid is left NULL (OpenEMR fills them on its next read), and what was stored is read back
before it counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, TableClause, func, insert, select, update

from arbiter_fhir.domain.promotion import RESULT_TABLE, LabPlan, OrderSlot, PromotedRecord, RetractionAction
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.lab_rows import stored_digest, values_digest
from arbiter_fhir.openemr.list_rows import WITHDRAWN_NOTE
from arbiter_fhir.openemr.order_rows import OPEN_STATUSES, lines_without_report, results_under
from arbiter_fhir.openemr.row_fit import require_fit
from arbiter_fhir.ports.chart import RowState

__all__ = ["LabWriter"]

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


class LabWriter:
    """Results of one transaction; see `SqlChartWriter`, which is its door.

    Args:
        connection: The job's transaction, in strict mode where something is written.
        tables: OpenEMR's tables on the same server.
    """

    def __init__(self, connection: Connection, tables: ChartTables) -> None:
        self._connection = connection
        self._tables = tables

    def write(self, plan: LabPlan) -> PromotedRecord:
        """As `SqlChartWriter.write_lab`."""
        rows = _rows(plan)
        for table, values in rows.items():
            require_fit(table, values)
        digest = _plan_digest(plan)
        existing = self._written_before(plan, digest)
        if existing is not None:
            return existing
        record = self._insert(plan, rows, digest)
        if stored_digest(self._connection, self._tables, record.record_id) != digest:
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"OpenEMR stored procedure_result {record.record_id} differently from what was sent; nothing is kept."
                " Compare the character set of its tables with utf8mb4 and look for triggers on them.",
            )
        return record

    def state(self, record: PromotedRecord, *, lock: bool = False) -> RowState:
        """How the promoted result looks now.

        Args:
            record: The result.
            lock: Keep others from changing it until the transaction ends.
        """
        order = self._tables.procedure_order
        order_id = _parent(record, _ORDER_KEY)
        activity = self._connection.execute(
            select(order.c.activity).where(order.c.procedure_order_id == order_id)
        ).scalar_one_or_none()
        digest = stored_digest(self._connection, self._tables, record.record_id, lock=lock)
        under = [(report, result) for _, report, result, _ in results_under(self._connection, self._tables, order_id)]
        shown = activity is not None and int(activity) == 1
        if record.answered is not None:
            mine = [result for report, result in under if report == _parent(record, _REPORT_KEY)]
            return RowState(active=shown and bool(mine), values_digest=digest, only_ours=mine == [record.record_id])
        reports = {report for report, _ in under}
        results = {result for _, result in under if result is not None}
        alone = self._lines(order_id) <= 1 and reports <= {_parent(record, _REPORT_KEY)}
        return RowState(active=shown, values_digest=digest, only_ours=alone and results <= {record.record_id})

    def inactivate(self, record: PromotedRecord, note: str) -> RetractionAction:
        """As `SqlChartWriter.inactivate`."""
        order = self._tables.procedure_order
        order_id = _parent(record, _ORDER_KEY)
        row = self._connection.execute(
            select(order.c.activity, order.c.patient_id).where(order.c.procedure_order_id == order_id).with_for_update()
        ).one_or_none()
        if row is None or int(row.activity) == 0:
            return RetractionAction.ALREADY_GONE
        if int(row.patient_id) != _parent(record, _PATIENT_KEY):
            return RetractionAction.NEEDS_REVIEW
        state = self.state(record, lock=True)
        if not state.active:
            return RetractionAction.ALREADY_GONE
        if not state.only_ours or state.values_digest not in {record.values_digest, None}:
            return RetractionAction.NEEDS_REVIEW
        if record.answered is not None:
            self._detach(record, record.answered)
        else:
            self._connection.execute(
                update(order)
                .where(order.c.procedure_order_id == order_id, order.c.patient_id == row.patient_id)
                .values(activity=0)
            )
        if note:
            self._annotate(record, note)
        return RetractionAction.CHART_ROW_INACTIVATED

    def _written_before(self, plan: LabPlan, digest: str) -> PromotedRecord | None:
        tables = self._tables
        order, report, result = tables.procedure_order, tables.procedure_report, tables.procedure_result
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
        slot = plan.slot if plan.slot is not None and self._still_open(plan, plan.slot) else None
        if slot is None:
            order_id, sequence = self._own_order(rows), LINE_NUMBER
        else:
            order_id, sequence = slot.order_id, slot.sequence
        place = {"procedure_order_id": order_id, "procedure_order_seq": sequence}
        report_id = self._insert_row(tables.procedure_report, {**rows["procedure_report"], **place})
        result_id = self._insert_row(
            tables.procedure_result, {**rows["procedure_result"], "procedure_report_id": report_id}
        )
        if slot is not None and not lines_without_report(self._connection, tables, order_id):
            self._set_status(order_id, ORDER_STATUS)
        return _record(plan, order_id=order_id, report_id=report_id, result_id=result_id, digest=digest, answered=slot)

    def _own_order(self, rows: Mapping[str, Mapping[str, object]]) -> int:
        order_id = self._insert_row(self._tables.procedure_order, rows["procedure_order"])
        line = {**rows["procedure_order_code"], "procedure_order_id": order_id}
        self._insert_row(self._tables.procedure_order_code, line)
        return order_id

    def _still_open(self, plan: LabPlan, slot: OrderSlot) -> bool:
        """Whether the order still waits: nobody closed it, and only this document has reported on the line."""
        order = self._tables.procedure_order
        row = self._connection.execute(
            select(order.c.patient_id, order.c.activity, order.c.order_status)
            .where(order.c.procedure_order_id == slot.order_id)
            .with_for_update()
        ).one_or_none()
        if row is None or int(row.patient_id) != plan.patient_id or int(row.activity) != 1:
            return False
        under = results_under(self._connection, self._tables, slot.order_id)
        here = {document for sequence, _, _, document in under if sequence == slot.sequence}
        # The first result of a panel closes the order for the others of its document.
        closed_by_us = here == {int(plan.document_id)} and str(row.order_status) == ORDER_STATUS
        return here <= {int(plan.document_id)} and (str(row.order_status) in OPEN_STATUSES or closed_by_us)

    def _detach(self, record: PromotedRecord, slot: OrderSlot) -> None:
        """Move our report under a hidden order of ours, and give the clinician's order its status back."""
        tables = self._tables
        order, report = tables.procedure_order, tables.procedure_report
        dates = self._connection.execute(
            select(order.c.patient_id, order.c.date_collected, order.c.date_ordered).where(
                order.c.procedure_order_id == slot.order_id
            )
        ).one()
        hidden = self._insert_row(
            order,
            {
                "provider_id": 0,
                "patient_id": int(dates.patient_id),
                "encounter_id": 0,
                "date_collected": dates.date_collected,
                "date_ordered": dates.date_ordered,
                "order_status": ORDER_STATUS,
                "external_id": "",
                "history_order": HISTORY_ORDER,
                "activity": 0,
            },
        )
        self._copy_line(slot, hidden)
        self._connection.execute(
            update(report)
            .where(report.c.procedure_report_id == _parent(record, _REPORT_KEY))
            .where(report.c.procedure_order_id == slot.order_id)
            .values(procedure_order_id=hidden, procedure_order_seq=LINE_NUMBER)
        )
        if not results_under(self._connection, tables, slot.order_id):
            self._set_status(slot.order_id, slot.status, only_from=ORDER_STATUS)

    def _copy_line(self, slot: OrderSlot, hidden: int) -> None:
        line = self._tables.procedure_order_code
        said = (
            self._connection.execute(
                select(line.c.procedure_code, line.c.procedure_name, line.c.procedure_order_title).where(
                    line.c.procedure_order_id == slot.order_id, line.c.procedure_order_seq == slot.sequence
                )
            )
            .mappings()
            .one_or_none()
        )
        values = {} if said is None else dict(said)
        self._insert_row(line, {**values, "procedure_order_id": hidden, "procedure_order_seq": LINE_NUMBER})

    def _set_status(self, order_id: int, status: str, *, only_from: str | None = None) -> None:
        order = self._tables.procedure_order
        statement = update(order).where(order.c.procedure_order_id == order_id)
        if only_from is not None:
            statement = statement.where(order.c.order_status == only_from)
        self._connection.execute(statement.values(order_status=status))

    def _annotate(self, record: PromotedRecord, note: str) -> None:
        result = self._tables.procedure_result
        here = result.c.procedure_result_id == record.record_id
        said = self._connection.execute(select(result.c.comments).where(here)).scalar_one_or_none()
        added = f"{WITHDRAWN_NOTE}, {note}"
        comments = f"{said}; {added}" if said else added
        require_fit(RESULT_TABLE, {"comments": comments})
        self._connection.execute(update(result).where(here).values(comments=comments))

    def _insert_row(self, table: TableClause, values: Mapping[str, object]) -> int:
        return int(self._connection.execute(insert(table).values(dict(values))).lastrowid)

    def _lines(self, order_id: int) -> int:
        line = self._tables.procedure_order_code
        statement = select(func.count()).select_from(line).where(line.c.procedure_order_id == order_id)
        return int(self._connection.execute(statement).scalar_one())


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


def _record(
    plan: LabPlan, *, order_id: int, report_id: int, result_id: int, digest: str, answered: OrderSlot | None = None
) -> PromotedRecord:
    return PromotedRecord(
        table=RESULT_TABLE,
        record_id=result_id,
        parents={_ORDER_KEY: order_id, _REPORT_KEY: report_id, _PATIENT_KEY: int(plan.patient_id)},
        values_digest=digest,
        answered=answered,
    )


def _parent(record: PromotedRecord, table: str) -> int:
    try:
        return record.parents[table]
    except KeyError:
        raise ChartError(
            ErrorCode.EHR_WRITE, f"The record of promoted row {record.record_id} does not name its {table}."
        ) from None
