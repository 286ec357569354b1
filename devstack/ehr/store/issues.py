"""Allergies, medications and problems (table ``lists``)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import text

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
        """
        now = self._site.local_now()
        with self._site.connect() as connection:
            identifier = register_uuid(connection, self._site.clock(), table_name="lists")
            number = int(
                connection.execute(
                    text(
                        "INSERT INTO lists (uuid, date, type, subtype, title, begdate, enddate, diagnosis, activity,"
                        " comments, pid, user, groupname, outcome, reaction, verification, severity_al)"
                        " VALUES (:uuid, :now, :kind, '', :title, :begdate, :enddate, :diagnosis, 1, :comments, :pid,"
                        " :user, 'Default', 0, :reaction, :verification, :severity)"
                    ),
                    {
                        "uuid": identifier.bytes,
                        "now": now,
                        "kind": kind,
                        "title": title,
                        "begdate": begdate,
                        "enddate": enddate,
                        "diagnosis": diagnosis,
                        "comments": comments,
                        "pid": pid,
                        "user": user,
                        "reaction": reaction,
                        "verification": verification,
                        "severity": severity,
                    },
                ).lastrowid
            )
            if kind == "medication":
                connection.execute(
                    text(
                        "INSERT INTO lists_medication (list_id, drug_dosage_instructions, usage_category,"
                        " usage_category_title, request_intent, request_intent_title)"
                        " VALUES (:list, :dosage, 'community', 'Home/Community', 'plan', 'Plan')"
                    ),
                    {"list": number, "dosage": dosage_instructions},
                )
            connection.execute(
                text("REPLACE INTO lists_touch (pid, type, date) VALUES (:pid, :kind, :now)"),
                {"pid": pid, "kind": kind, "now": now},
            )
        return number

    def end_issue(self, list_id: int, *, enddate: datetime | None = None) -> None:
        """Retires an issue: inactive, with an end date."""
        with self._site.connect() as connection:
            connection.execute(
                text("UPDATE lists SET activity = 0, enddate = :enddate WHERE id = :id"),
                {"id": list_id, "enddate": enddate or self._site.local_now()},
            )
