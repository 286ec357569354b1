"""Lab orders, reports and results, written as OpenEMR's own result entry page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import text

from devstack.ehr.rows import insert_row, update_row

if TYPE_CHECKING:
    from devstack.ehr.site import Site


FINISHED_ORDER = {"order_priority": "normal", "order_status": "complete", "activity": 1}


@dataclass(frozen=True, slots=True)
class LabValue:
    """One result as a clinician types it.

    Attributes:
        code: ``result_code``, a LOINC code or the lab's own.
        name: ``result_text``.
        result: Value as text, for example ``1.9`` or ``<5``.
        units: Unit as printed.
        reference_range: ``range`` as printed.
        abnormal: Option of list ``proc_res_abnormal``, or empty.
        status: Option of list ``proc_res_status``.
        data_type: N numeric, S string, F formatted, E external, L long text.
        comments: Free text.
        document_id: The scanned report, 0 for none.
    """

    code: str
    name: str
    result: str
    units: str = ""
    reference_range: str = ""
    abnormal: str = ""
    status: str = "final"
    data_type: str = "N"
    comments: str = ""
    document_id: int = 0


@dataclass(frozen=True, slots=True)
class EnteredLab:
    """Numbers of the rows of one entered report."""

    order_id: int
    report_id: int
    result_ids: tuple[int, ...]


class LabRecords:
    """Writes to ``procedure_order``, ``procedure_order_code``, ``procedure_report`` and ``procedure_result``."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def enter_lab_report(
        self,
        pid: int,
        *,
        procedure_name: str,
        results: Sequence[LabValue],
        date_report: datetime,
        date_collected: datetime | None = None,
        procedure_code: str = "",
        provider_id: int = 1,
        encounter: int = 0,
        report_status: str = "complete",
        order_title: str | None = "laboratory_test",
    ) -> EnteredLab:
        """Writes one order with one line, one report and its results; every uuid is left NULL.

        Args:
            pid: Patient.
            procedure_name: What was ordered.
            results: The values.
            date_report: Report time in the site's local time, naive.
            date_collected: Time of the specimen, local and naive.
            procedure_code: Code of what was ordered.
            provider_id: Ordering user.
            encounter: Encounter number, 0 for none.
            report_status: Option of list ``proc_rep_status``, or ``complete``.
            order_title: ``procedure_order_title``; with None the report is missing from DiagnosticReport.
        """
        with self._site.connect() as connection:
            order_id = insert_row(
                connection,
                "procedure_order",
                {
                    **FINISHED_ORDER,
                    "provider_id": provider_id,
                    "patient_id": pid,
                    "encounter_id": encounter,
                    "date_collected": date_collected,
                    "date_ordered": date_collected or date_report,
                },
            )
            line = {"procedure_order_id": order_id, "procedure_order_seq": 1}
            named = {"procedure_code": procedure_code, "procedure_name": procedure_name}
            insert_row(connection, "procedure_order_code", {**line, **named, "procedure_order_title": order_title})
            report_id = insert_row(
                connection,
                "procedure_report",
                {
                    **line,
                    "date_collected": date_collected,
                    "date_report": date_report,
                    "source": 1,
                    "report_status": report_status,
                    "review_status": "received",
                },
            )
        numbers = tuple(self.add_lab_result(report_id, value, date=date_report) for value in results)
        return EnteredLab(order_id=order_id, report_id=report_id, result_ids=numbers)

    def place_lab_order(
        self,
        pid: int,
        *procedure_names: str,
        date_ordered: datetime,
        status: str = "pending",
        procedure_code: str = "",
        provider_id: int = 1,
        kind: str = "laboratory_test",
    ) -> int:
        """Orders tests as the order form does, one line for each; returns ``procedure_order_id``.

        Args:
            pid: Patient.
            procedure_names: What is ordered: tests or panels.
            date_ordered: Local time, naive.
            status: Option of list ``ord_status``.
            procedure_code: Code of every line.
            provider_id: Ordering user.
            kind: ``procedure_order_type``: ``laboratory_test``, ``imaging`` ...
        """
        with self._site.connect() as connection:
            order_id = insert_row(
                connection,
                "procedure_order",
                {
                    "order_priority": "normal",
                    "order_status": status,
                    "activity": 1,
                    "provider_id": provider_id,
                    "patient_id": pid,
                    "date_ordered": date_ordered,
                    "procedure_order_type": kind,
                },
            )
            for number, name in enumerate(procedure_names, start=1):
                line = {"procedure_order_id": order_id, "procedure_order_seq": number}
                named = {"procedure_code": procedure_code, "procedure_name": name}
                insert_row(connection, "procedure_order_code", {**line, **named, "procedure_order_title": kind})
        return order_id

    def add_lab_result(self, report_id: int, value: LabValue, *, date: datetime | None = None) -> int:
        """Adds one result to a report; returns ``procedure_result_id``."""
        with self._site.connect() as connection:
            return insert_row(
                connection,
                "procedure_result",
                {
                    "procedure_report_id": report_id,
                    "result_data_type": value.data_type,
                    "result_code": value.code,
                    "result_text": value.name,
                    "date": date,
                    "units": value.units,
                    "result": value.result,
                    "range": value.reference_range,
                    "abnormal": value.abnormal,
                    "comments": value.comments,
                    "document_id": value.document_id,
                    "result_status": value.status,
                },
            )

    def edit_lab_result(self, result_id: int, **columns: str | int | datetime) -> None:
        """Changes columns of a result, as a clinician does who corrects it in the chart.

        Raises:
            ValueError: A column that ``procedure_result`` does not have.
        """
        with self._site.connect() as connection:
            update_row(connection, "procedure_result", "procedure_result_id", result_id, columns)

    def sign_lab_report(self, report_id: int) -> None:
        """Marks a report as reviewed, as the sign-off button does."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE procedure_report SET review_status = 'reviewed' WHERE procedure_report_id = :id"),
                {"id": report_id},
            )

    def deactivate_lab_order(self, order_id: int) -> None:
        """Hides an order and all under it."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE procedure_order SET activity = 0 WHERE procedure_order_id = :id"), {"id": order_id}
            )
