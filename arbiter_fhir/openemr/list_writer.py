"""Writes allergies, medications and problems into OpenEMR's `lists`, and takes them back.

An entry from paper is a reported record: verification says *unconfirmed*, a medication has no prescription. OpenEMR's
own "None" marker (`lists_touch`) is added as its issue page adds it, and never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time

from sqlalchemy import Connection, TableClause, func, insert, select, update

from arbiter_fhir.domain.promotion import LIST_TABLE, ListKind, ListPlan, PromotedRecord, RetractionAction
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.list_rows import WITHDRAWN_NOTE, entry_digest, stored_entry_digest
from arbiter_fhir.openemr.row_fit import require_fit
from arbiter_fhir.ports.chart import RowState

__all__ = ["ListWriter"]

# Options of the lists `allergyintolerance-verification` and `condition-verification`; medications have none.
UNCONFIRMED = "unconfirmed"
ENTERED_IN_ERROR = "entered-in-error"
# Options of `medication-usage-category` and `medication-request-intent`, with the titles that the columns want as well.
USAGE = ("community", "Home/Community")
INTENT = ("plan", "Plan")
#: `lists_medication.is_primary_record` of a record that was reported to us.
REPORTED = 0

_PATIENT_KEY = "patient_data"
_MEDICATION_KEY = "lists_medication"


class ListWriter:
    """List entries of one transaction; see `SqlChartWriter`, which is its door.

    Args:
        connection: The job's transaction, in strict mode where something is written.
        tables: OpenEMR's tables on the same server.
    """

    def __init__(self, connection: Connection, tables: ChartTables) -> None:
        self._connection = connection
        self._tables = tables

    def write(self, plan: ListPlan) -> PromotedRecord:
        """As `SqlChartWriter.write_list_entry`."""
        values = _entry_values(plan)
        require_fit(LIST_TABLE, values)
        digest = _plan_digest(plan)
        existing = self._written_before(plan, digest)
        if existing is not None:
            return existing
        list_id = self._insert(self._tables.lists, values)
        parents = {_PATIENT_KEY: int(plan.patient_id)}
        if plan.kind is ListKind.MEDICATION:
            parents[_MEDICATION_KEY] = self._add_medication(list_id, plan)
        self._touch(plan)
        if stored_entry_digest(self._connection, self._tables, list_id)[0] != digest:
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"OpenEMR stored lists {list_id} differently from what was sent; nothing is kept. Compare the character"
                " set of its tables with utf8mb4 and look for triggers on them.",
            )
        return PromotedRecord(LIST_TABLE, list_id, parents, digest)

    def state(self, record: PromotedRecord, *, lock: bool = False) -> RowState:
        """How the promoted entry looks now.

        Args:
            record: The entry.
            lock: Keep others from changing it until the transaction ends.
        """
        digest, active, owner = stored_entry_digest(self._connection, self._tables, record.record_id, lock=lock)
        moved = owner is not None and owner != record.parents.get(_PATIENT_KEY)
        return RowState(active=active, values_digest=digest, only_ours=not moved and self._medications(record) <= 1)

    def inactivate(self, record: PromotedRecord, note: str) -> RetractionAction:
        """As `SqlChartWriter.inactivate`."""
        state = self.state(record, lock=True)
        if state.values_digest is None or not state.active:
            return RetractionAction.ALREADY_GONE
        if not state.only_ours or state.values_digest != record.values_digest:
            return RetractionAction.NEEDS_REVIEW
        entry = self._tables.lists
        here = entry.c.id == record.record_id
        row = self._connection.execute(select(entry.c.comments, entry.c.verification).where(here)).one()
        comments = f"{row.comments}; {WITHDRAWN_NOTE}" + (f", {note}" if note else "")
        require_fit(LIST_TABLE, {"comments": comments})
        # The day of entry ends it: an end that needs no clock, and says that the entry never held.
        ending = {"activity": 0, "comments": comments, "enddate": entry.c.date}
        if row.verification:
            ending["verification"] = ENTERED_IN_ERROR
        self._connection.execute(update(entry).where(here).values(ending))
        return RetractionAction.CHART_ROW_INACTIVATED

    def _written_before(self, plan: ListPlan, digest: str) -> PromotedRecord | None:
        entry, medication = self._tables.lists, self._tables.lists_medication
        list_id = self._connection.execute(
            select(entry.c.id)
            .where(
                entry.c.pid == plan.patient_id,
                entry.c.type == plan.kind.value,
                entry.c.external_id == plan.external_id,
                entry.c.activity == 1,
            )
            .order_by(entry.c.id)
        ).scalar()
        if list_id is None:
            return None
        parents = {_PATIENT_KEY: int(plan.patient_id)}
        detail = self._connection.execute(
            select(func.min(medication.c.id)).where(medication.c.list_id == list_id)
        ).scalar()
        if detail is not None:
            parents[_MEDICATION_KEY] = int(detail)
        return PromotedRecord(LIST_TABLE, int(list_id), parents, digest)

    def _add_medication(self, list_id: int, plan: ListPlan) -> int:
        table = self._tables.lists_medication
        values: dict[str, object] = {
            "list_id": list_id,
            "drug_dosage_instructions": plan.instructions,
            "usage_category": USAGE[0],
            "usage_category_title": USAGE[1],
            "request_intent": INTENT[0],
            "request_intent_title": INTENT[1],
        }
        if "is_primary_record" in table.c:
            values["is_primary_record"] = REPORTED
        require_fit(_MEDICATION_KEY, values)
        return self._insert(table, values)

    def _touch(self, plan: ListPlan) -> None:
        values = {
            "pid": int(plan.patient_id),
            "type": plan.kind.value,
            "date": datetime.combine(plan.recorded_on, time()),
        }
        # OpenEMR's page may add the marker at the same moment, and either is right.
        self._connection.execute(insert(self._tables.lists_touch).prefix_with("IGNORE").values(values))

    def _medications(self, record: PromotedRecord) -> int:
        table = self._tables.lists_medication
        statement = select(func.count()).select_from(table).where(table.c.list_id == record.record_id)
        return int(self._connection.execute(statement).scalar_one())

    def _insert(self, table: TableClause, values: Mapping[str, object]) -> int:
        return int(self._connection.execute(insert(table).values(dict(values))).lastrowid)


def _entry_values(plan: ListPlan) -> dict[str, object]:
    return {
        "date": datetime.combine(plan.recorded_on, time()),
        "type": plan.kind.value,
        "title": plan.title,
        "begdate": datetime.combine(plan.began, time()) if plan.began else None,
        "diagnosis": plan.diagnosis,
        "activity": 1,
        "comments": plan.comment,
        "pid": int(plan.patient_id),
        "reaction": plan.reaction,
        "verification": _verification(plan),
        "severity_al": plan.severity or None,
        "external_id": plan.external_id,
    }


def _verification(plan: ListPlan) -> str:
    return "" if plan.kind is ListKind.MEDICATION else UNCONFIRMED


def _plan_digest(plan: ListPlan) -> str:
    return entry_digest(
        kind=plan.kind.value,
        title=plan.title,
        diagnosis=plan.diagnosis,
        began=datetime.combine(plan.began, time()) if plan.began else None,
        ended=None,
        reaction=plan.reaction,
        severity=plan.severity,
        verification=_verification(plan),
        comments=plan.comment,
        instructions=plan.instructions if plan.kind is ListKind.MEDICATION else "",
    )
