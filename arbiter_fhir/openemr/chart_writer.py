"""Writes into OpenEMR's own tables, inside the job's transaction, and takes back what was written.

No API of OpenEMR writes laboratory results, so rows are written by SQL: strict mode asserted, widths checked first, and
what was stored read back before it counts. Nothing is ever erased, and nothing that a person changed is touched.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from arbiter_fhir.domain.promotion import (
    RESULT_TABLE,
    ChartLab,
    ChartLists,
    LabPlan,
    ListPlan,
    OpenOrder,
    PromotedRecord,
    RetractionAction,
)
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_session import chart_errors, require_strict
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.lab_rows import read_labs
from arbiter_fhir.openemr.lab_writer import LabWriter
from arbiter_fhir.openemr.list_rows import read_lists
from arbiter_fhir.openemr.list_writer import ListWriter
from arbiter_fhir.openemr.order_rows import read_open_orders
from arbiter_fhir.ports.chart import RowState

__all__ = ["SqlChartWriter"]


class SqlChartWriter:
    """Writes into one patient's chart; meets `ports.chart.ChartWriter`.

    Args:
        connection: The job's transaction. It stays the caller's: nothing is committed or rolled back here.
        tables: OpenEMR's tables on the same server.
    """

    def __init__(self, connection: Connection, tables: ChartTables) -> None:
        self._connection = connection
        self._tables = tables
        self._labs = LabWriter(connection, tables)
        self._lists = ListWriter(connection, tables)
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

    def open_orders(self, patient_id: PatientId) -> tuple[OpenOrder, ...]:
        """The patient's laboratory orders that wait for results, inside the transaction, oldest first.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading open orders"):
            return tuple(read_open_orders(self._connection, self._tables, patient_id))

    def lists(self, patient_id: PatientId) -> ChartLists:
        """The patient's allergies, medications and problems, inside the transaction, active or not.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading allergies, medications and problems"):
            return read_lists(self._connection, self._tables, patient_id)

    def write_lab(self, plan: LabPlan) -> PromotedRecord:
        """Write order, order line, report and result, or find them where they were written before.

        Args:
            plan: The rows. Its `external_id` makes the call repeatable: an active order of this patient with the same
                key counts as written. With a slot, report and result go under the clinician's order, as long as it
                still waits.

        Raises:
            ChartError: E_EHR_WRITE: a value does not fit its column, the key is taken by another document, or the
                stored row reads differently; else the database refused or failed. Roll the transaction back.
        """
        self._require_strict()
        with chart_errors("writing a lab result"):
            return self._labs.write(plan)

    def write_list_entry(self, plan: ListPlan) -> PromotedRecord:
        """Write an allergy, medication or problem, or find it where it was written before.

        Args:
            plan: The row. Its `external_id` makes the call repeatable.

        Raises:
            ChartError: As `write_lab`.
        """
        self._require_strict()
        with chart_errors("writing a list entry"):
            return self._lists.write(plan)

    def row_state(self, record: PromotedRecord) -> RowState:
        """How the promoted row looks now.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading a promoted row"):
            return self._labs.state(record) if record.table == RESULT_TABLE else self._lists.state(record)

    def inactivate(self, record: PromotedRecord, note: str = "") -> RetractionAction:
        """Hide a promoted row; nothing is erased.

        A result goes with its order (`activity` = 0), or, where it answered a clinician's order, its report moves under
        a hidden order of ours and the clinician's order gets its status back. A list entry becomes inactive, ended and,
        where its kind knows the word, entered in error.

        Args:
            record: What was written.
            note: Appended to the row's comment: why it went, by ids alone.

        Returns:
            `CHART_ROW_INACTIVATED`; `ALREADY_GONE` where the row is hidden or gone; `NEEDS_REVIEW` where somebody
            changed a value, added to the order, or moved it to another patient: a person decides about a person's work.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("withdrawing a promoted row"):
            if record.table == RESULT_TABLE:
                return self._labs.inactivate(record, note)
            return self._lists.inactivate(record, note)

    def _require_strict(self) -> None:
        if not self._strict:
            with chart_errors("checking the connection"):
                require_strict(self._connection)
            self._strict = True
