"""Visits, their forms of vital signs, and immunizations."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from devstack.ehr.rows import insert_row, update_row
from devstack.ehr.uuids import register_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site

#: `form_encounter.pc_catid` of an established patient's visit.
ESTABLISHED = 9


class VisitRecords:
    """Writes to ``form_encounter``, ``forms``, ``form_vitals`` and ``immunizations``."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def create_encounter(
        self,
        pid: int,
        *,
        reason: str = "",
        provider_id: int = 0,
        seen_at: datetime | None = None,
        category_id: int = ESTABLISHED,
        sensitivity: str = "normal",
    ) -> int:
        """Opens an encounter; returns its number, which comes from ``sequences`` and is not the row's id."""
        with self._site.connect() as connection:
            connection.execute(text("UPDATE sequences SET id = LAST_INSERT_ID(id + 1)"))
            number = int(connection.execute(text("SELECT LAST_INSERT_ID()")).scalar_one())
            identifier = register_uuid(connection, self._site.clock(), table_name="form_encounter")
            when = seen_at or self._site.local_now()
            row = insert_row(
                connection,
                "form_encounter",
                {
                    "uuid": identifier.bytes,
                    "date": when,
                    "reason": reason,
                    "facility_id": 3,
                    "pid": pid,
                    "encounter": number,
                    "provider_id": provider_id,
                    "pc_catid": category_id,
                    "sensitivity": sensitivity,
                },
            )
            _add_form(connection, pid, number, row, name="New Patient Encounter", folder="newpatient", when=when)
            return number

    def record_vitals(
        self, pid: int, *, encounter: int = 0, taken_at: datetime | None = None, **signs: str | float
    ) -> int:
        """Fills in a form of vital signs; returns ``form_vitals.id``.

        Args:
            pid: Patient.
            encounter: The visit's number.
            taken_at: Local time, naive.
            **signs: Columns of ``form_vitals``: ``bps``, ``bpd``, ``weight`` in pounds, ``temperature`` in Fahrenheit.

        Raises:
            ValueError: A column that ``form_vitals`` does not have.
        """
        when = taken_at or self._site.local_now()
        with self._site.connect() as connection:
            row = insert_row(
                connection,
                "form_vitals",
                {"date": when, "pid": pid, "user": "admin", "groupname": "Default", "authorized": 1, "activity": 1}
                | dict(signs),
            )
            _add_form(connection, pid, encounter, row, name="Vitals", folder="vitals", when=when)
            return row

    def delete_form(self, folder: str, form_id: int) -> None:
        """Deletes a form as its page does: ``forms.deleted``, and nothing else."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE forms SET deleted = 1 WHERE formdir = :folder AND form_id = :id"),
                {"folder": folder, "id": form_id},
            )

    def delete_encounter(self, pid: int, encounter: int) -> None:
        """Deletes a visit: all its forms are marked, the row of ``form_encounter`` stays."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE forms SET deleted = 1 WHERE encounter = :encounter AND pid = :pid"),
                {"encounter": encounter, "pid": pid},
            )

    def immunize(
        self,
        pid: int,
        cvx: str,
        *,
        on: date | datetime | None = None,
        status: str = "Completed",
        refusal_reason: str = "",
        own_vaccine_id: int = 0,
    ) -> int:
        """Records an immunization; returns ``immunizations.id``.

        Args:
            pid: Patient.
            cvx: CVX code; empty for a vaccine of the site's own list.
            on: When it was given or refused.
            status: Option of list ``Immunization_Completion_Status``.
            refusal_reason: Option of list ``immunization_refusal_reason``.
            own_vaccine_id: Option of list ``immunizations``.
        """
        with self._site.connect() as connection:
            identifier = register_uuid(connection, self._site.clock(), table_name="immunizations")
            return insert_row(
                connection,
                "immunizations",
                {
                    "uuid": identifier.bytes,
                    "patient_id": pid,
                    "administered_date": on,
                    "immunization_id": own_vaccine_id,
                    "cvx_code": cvx,
                    "create_date": self._site.local_now(),
                    "created_by": 1,
                    "completion_status": status,
                    "refusal_reason": refusal_reason,
                },
            )

    def edit_immunization(self, number: int, **columns: str | int | datetime | None) -> None:
        """Changes columns of an immunization, such as ``added_erroneously``.

        Raises:
            ValueError: A column that ``immunizations`` does not have.
        """
        with self._site.connect() as connection:
            update_row(connection, "immunizations", "id", number, columns)


def _add_form(
    connection: Connection, pid: int, encounter: int, form_id: int, *, name: str, folder: str, when: datetime
) -> None:
    insert_row(
        connection,
        "forms",
        {
            "date": when,
            "encounter": encounter,
            "form_name": name,
            "form_id": form_id,
            "pid": pid,
            "user": "admin",
            "groupname": "Default",
            "authorized": 1,
            "formdir": folder,
        },
    )
