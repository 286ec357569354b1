"""Patients, clinicians and former names."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy import text

from devstack.ehr.rows import insert_row, update_row
from devstack.ehr.uuids import register_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site


@dataclass(frozen=True, slots=True)
class NewPatient:
    """A patient that was just made.

    Attributes:
        pid: Number that all chart rows refer to.
        uuid: Identifier in FHIR.
        pubpid: Medical record number that people see.
    """

    pid: int
    uuid: uuid.UUID
    pubpid: str


class PatientRecords:
    """Writes to ``patient_data``, ``patient_history`` and ``users``."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def create_patient(
        self,
        *,
        fname: str,
        lname: str,
        dob: date,
        sex: str = "Female",
        pubpid: str = "",
        **columns: str | int | date | None,
    ) -> NewPatient:
        """Adds a patient as the patient service does: next pid, record number defaulting to it, uuid registered.

        Args:
            fname: Given name.
            lname: Family name.
            dob: Date of birth.
            sex: Option of list ``sex``: Female, Male or UNK.
            pubpid: Medical record number; empty to take the pid.
            **columns: Further columns of ``patient_data``, such as ``mname``, ``street`` or ``phone_home``.

        Raises:
            ValueError: A column that ``patient_data`` does not have.
        """
        with self._site.connect() as connection:
            pid = int(connection.execute(text("SELECT COALESCE(MAX(pid), 0) + 1 FROM patient_data")).scalar_one())
            identifier = register_uuid(connection, self._site.clock(), table_name="patient_data")
            now = self._site.local_now()
            insert_row(
                connection,
                "patient_data",
                {
                    "pid": pid,
                    "uuid": identifier.bytes,
                    "fname": fname,
                    "lname": lname,
                    "DOB": dob,
                    "sex": sex,
                    "pubpid": pubpid or str(pid),
                    "date": now,
                    "regdate": now,
                    "created_by": 1,
                    "updated_by": 1,
                    **columns,
                },
            )
        return NewPatient(pid=pid, uuid=identifier, pubpid=pubpid or str(pid))

    def update_patient(self, pid: int, **columns: str | int | date | None) -> None:
        """Changes columns of a patient's row, for example a corrected date of birth.

        Raises:
            ValueError: A column that ``patient_data`` does not have.
        """
        with self._site.connect() as connection:
            update_row(connection, "patient_data", "pid", pid, columns)

    def add_former_name(self, pid: int, *, fname: str = "", lname: str = "", until: date | None = None) -> int:
        """Records a name that the patient had before, as the demographics page does; returns the row's id."""
        with self._site.connect() as connection:
            identifier = register_uuid(connection, self._site.clock(), table_name="patient_history")
            return insert_row(
                connection,
                "patient_history",
                {
                    "uuid": identifier.bytes,
                    "date": self._site.local_now(),
                    "pid": pid,
                    "history_type_key": "name_history",
                    "previous_name_first": fname,
                    "previous_name_last": lname,
                    "previous_name_enddate": until,
                    "created_by": 1,
                },
            )

    def add_clinician(
        self, *, username: str, fname: str, lname: str, npi: str = "", title: str = "", specialty: str = ""
    ) -> int:
        """Adds an active, authorized user; returns the number that ``owner`` and ``provider_id`` refer to."""
        with self._site.connect() as connection:
            identifier = register_uuid(connection, self._site.clock(), table_name="users")
            return insert_row(
                connection,
                "users",
                {
                    "uuid": identifier.bytes,
                    "username": username,
                    "fname": fname,
                    "lname": lname,
                    "npi": npi,
                    "title": title,
                    "specialty": specialty,
                    "authorized": 1,
                    "active": 1,
                    "facility_id": 3,
                    "calendar": 1,
                },
            )
