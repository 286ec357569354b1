"""Allergies, medications and problems (table ``lists``)."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from devstack.ehr.rows import insert_row, update_row
from devstack.ehr.uuids import register_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site


class IssueRecords:
    """Writes to ``lists``, ``lists_medication`` and ``lists_touch``."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def add_issue(
        self,
        pid: int,
        kind: str,
        title: str,
        *,
        begdate: datetime | None = None,
        enddate: datetime | None = None,
        diagnosis: str = "",
        reaction: str = "",
        severity: str | None = None,
        verification: str = "",
        comments: str = "",
        user: str = "admin",
        dosage_instructions: str = "",
        recorded_at: datetime | None = None,
    ) -> int:
        """Adds an issue as the issue page does; returns ``lists.id``.

        Args:
            pid: Patient.
            kind: ``allergy``, ``medication``, ``medical_problem`` or ``surgery``.
            title: What it is, for example the drug's name.
            begdate: Begin, local time.
            enddate: End, local time.
            diagnosis: Codes such as ``ICD10:I10;SNOMED-CT:38341003``.
            reaction: Option of list ``reaction`` (allergies).
            severity: Option of list ``severity_ccda`` (allergies).
            verification: Option of the kind's verification list.
            comments: Free text.
            user: User name of who entered it.
            dosage_instructions: For a medication.
            recorded_at: When it was entered, local time; now where not said.
        """
        now = recorded_at or self._site.local_now()
        entered = {"date": now, "user": user, "groupname": "Default", "activity": 1}
        said = {"type": kind, "title": title, "diagnosis": diagnosis, "comments": comments, "reaction": reaction}
        judged = {"begdate": begdate, "enddate": enddate, "verification": verification, "severity_al": severity}
        with self._site.connect() as connection:
            identifier = register_uuid(connection, self._site.clock(), table_name="lists")
            number = insert_row(
                connection,
                "lists",
                {"uuid": identifier.bytes, "pid": pid, **entered, **said, **judged},
            )
            if kind == "medication":
                _add_medication(connection, number, dosage_instructions)
            _touch(connection, pid, kind, now)
        return number

    def end_issue(self, list_id: int, *, enddate: datetime | None = None) -> None:
        """Retires an issue: inactive, with an end date."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE lists SET activity = 0, enddate = :enddate WHERE id = :id"),
                {"id": list_id, "enddate": enddate or self._site.local_now()},
            )

    def edit_issue(self, list_id: int, **columns: str | int | datetime | None) -> None:
        """Changes columns of an issue, as a clinician does on the issue page.

        Raises:
            ValueError: A column that ``lists`` does not have.
        """
        with self._site.connect() as connection:
            update_row(connection, "lists", "id", list_id, columns)

    def mark_none(self, pid: int, kind: str) -> None:
        """Ticks "None" beside an empty list."""
        with self._site.connect() as connection:
            _touch(connection, pid, kind, self._site.local_now())

    def prescribe(
        self,
        pid: int,
        drug: str,
        *,
        rxnorm: str = "",
        dosage: str = "",
        active: bool = True,
        **columns: str | int | date | datetime | None,
    ) -> int:
        """Writes a prescription; returns ``prescriptions.id``.

        Args:
            pid: Patient.
            drug: As typed.
            rxnorm: Code.
            dosage: How much at a time, as typed.
            active: Whether it is a current one.
            **columns: Further columns, such as ``size``, ``unit``, ``route``, ``interval``, ``provider_id``.

        Raises:
            ValueError: A column that ``prescriptions`` does not have.
        """
        now = self._site.local_now()
        with self._site.connect() as connection:
            return insert_row(
                connection,
                "prescriptions",
                {
                    "patient_id": pid,
                    "drug": drug,
                    "rxnorm_drugcode": rxnorm,
                    "dosage": dosage,
                    "active": int(active),
                    "date_added": now,
                    "start_date": now.date(),
                    "txDate": now.date(),
                    "usage_category_title": "Home/Community",
                    "request_intent_title": "Order",
                    **columns,
                },
            )


def _add_medication(connection: Connection, list_id: int, dosage_instructions: str) -> None:
    insert_row(
        connection,
        "lists_medication",
        {
            "list_id": list_id,
            "drug_dosage_instructions": dosage_instructions,
            "usage_category": "community",
            "usage_category_title": "Home/Community",
            "request_intent": "plan",
            "request_intent_title": "Plan",
        },
    )


def _touch(connection: Connection, pid: int, kind: str, now: datetime) -> None:
    connection.execute(
        text("REPLACE INTO lists_touch (pid, type, date) VALUES (:pid, :kind, :now)"),
        {"pid": pid, "kind": kind, "now": now},
    )
