"""Allergies, medications and problems in OpenEMR's tables, and a digest of what an entry says."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, func, select

from arbiter_fhir.domain.promotion import LIST_TABLE, ChartListEntry, ChartLists, ListKind
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.prescription_rows import (
    OPTION_LISTS,
    PRESCRIPTION_TABLE,
    REACTIONS,
    SEVERITIES,
    UNASSIGNED,
    Titles,
    prescription_entry,
    read_detailed_prescriptions,
)
from arbiter_fhir.openemr.stored_values import stored_day, stored_moment, stored_text
from arbiter_fhir.openemr.terminology_rows import option_titles

__all__ = [
    "KEY_PREFIX",
    "PRESCRIPTION_TABLE",
    "WITHDRAWN_NOTE",
    "entry_digest",
    "read_lists",
    "stored_entry_digest",
]

#: How our keys in `lists.external_id` begin.
KEY_PREFIX = "arb"
#: Appended to the comment of an entry that we take back; a person's own retirement of an entry lacks it.
WITHDRAWN_NOTE = "arbiter-fhir: withdrawn"
#: `lists.outcome` of a problem that is over (list option "Resolved").
RESOLVED = 1

_CODE = re.compile(r"\s*([^:;]+?)\s*:\s*([^;|]+?)\s*(?:;|\||$)")


def read_lists(
    connection: Connection, tables: ChartTables, patient_id: PatientId, *, detailed: bool = False
) -> ChartLists:
    """The patient's allergies, medications (prescriptions among them) and problems, active or not, oldest first.

    Args:
        connection: As an account that may read the lists.
        tables: OpenEMR's tables.
        patient_id: Whose lists.
        detailed: Read what `ChartPart.LIST_DETAILS` is of as well: the query account may.
    """
    titles = option_titles(connection, tables, OPTION_LISTS) if detailed else {}
    prescriptions = (
        read_detailed_prescriptions(connection, tables, patient_id, titles)
        if detailed
        else _prescriptions(connection, tables, patient_id)
    )
    entries = (*_entries(connection, tables, patient_id, titles), *prescriptions)
    touch = tables.lists_touch
    touched = {str(row.type) for row in connection.execute(select(touch.c.type).where(touch.c.pid == patient_id)).all()}
    known = {entry.kind for entry in entries}
    # A marker beside entries that were retired says only that somebody once opened the list.
    stated = frozenset(kind for kind in ListKind if kind.value in touched and kind not in known)
    return ChartLists(entries, stated)


def entry_digest(
    *,
    kind: str,
    title: str,
    diagnosis: str,
    began: datetime | None,
    ended: datetime | None,
    reaction: str,
    severity: str,
    verification: str,
    comments: str,
    instructions: str,
) -> str:
    """SHA-256 hex of what an entry says, so that a clinician's later edit is seen. Outer white space does not count."""
    said = (kind, title, diagnosis, reaction, severity, verification, comments, instructions)
    dates = tuple(moment.strftime("%Y-%m-%d") if moment else "" for moment in (began, ended))
    plain = json.dumps([*(text.strip() for text in said), *dates], ensure_ascii=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def stored_entry_digest(
    connection: Connection, tables: ChartTables, list_id: int, *, lock: bool = False
) -> tuple[str | None, bool, PatientId | None]:
    """What a stored entry says, whether it is active, and whose it is; (``None``, false, ``None``) where it is gone."""
    entry, medication = tables.lists, tables.lists_medication
    statement = select(entry).where(entry.c.id == list_id)
    row = connection.execute(statement.with_for_update() if lock else statement).one_or_none()
    if row is None:
        return None, False, None
    instructions = connection.execute(
        select(medication.c.drug_dosage_instructions).where(medication.c.list_id == list_id).order_by(medication.c.id)
    ).scalars()
    digest = entry_digest(
        kind=_text(row.type),
        title=_text(row.title),
        diagnosis=_text(row.diagnosis),
        began=stored_moment(row.begdate),
        ended=stored_moment(row.enddate),
        reaction=_text(row.reaction),
        severity=_text(row.severity_al),
        verification=_text(row.verification),
        comments=_text(row.comments),
        instructions="\n".join(_text(each) for each in instructions),
    )
    return digest, row.activity is None or int(row.activity) == 1, PatientId(int(row.pid or 0))


def _entries(
    connection: Connection, tables: ChartTables, patient_id: PatientId, titles: Titles
) -> Sequence[ChartListEntry]:
    entry, medication = tables.lists, tables.lists_medication
    statement = (
        select(entry, (entry.c.enddate > func.now()).label("runs_on"), medication.c.drug_dosage_instructions)
        .select_from(entry.outerjoin(medication, medication.c.list_id == entry.c.id))
        .where(entry.c.pid == patient_id, entry.c.type.in_([kind.value for kind in ListKind]))
        .order_by(entry.c.id, medication.c.id)
    )
    if "prescription_id" in medication.c:
        # Newer versions copy a prescription into the list; OpenEMR itself then shows the prescription alone.
        statement = statement.where(medication.c.prescription_id.is_(None))
    found: dict[int, ChartListEntry] = {}
    for row in connection.execute(statement):
        found.setdefault(int(row.id), _entry(row, patient_id, titles))
    return tuple(found.values())


def _entry(row: Row[tuple[object, ...]], patient_id: PatientId, titles: Titles) -> ChartListEntry:
    ours = stored_text(row.external_id).startswith(KEY_PREFIX)
    # An end that lies ahead has not come: so OpenEMR's own check of drugs against allergies counts it.
    ended = stored_moment(row.enddate) is not None and not row.runs_on
    over = ended or int(row.outcome or 0) == RESOLVED
    # OpenEMR's own forms set activity to 1; imports may leave it NULL, and such an entry is shown.
    shown = row.activity is None or int(row.activity) == 1
    reaction, severity = stored_text(row.reaction), stored_text(row.severity_al)
    return ChartListEntry(
        table=LIST_TABLE,
        record_id=int(row.id),
        patient_id=patient_id,
        kind=ListKind(str(row.type)),
        title=stored_text(row.title),
        details=stored_text(row.drug_dosage_instructions),
        codes=tuple((match[1], match[2]) for match in _CODE.finditer(stored_text(row.diagnosis))),
        active=shown and not over,
        verification=stored_text(row.verification),
        taken_back=ours and not shown and WITHDRAWN_NOTE in stored_text(row.comments),
        began=stored_day(row.begdate),
        ended=stored_day(row.enddate),
        recorded_at=stored_moment(row.date),
        reaction="" if reaction == UNASSIGNED else titles.get((REACTIONS, reaction), reaction),
        severity="" if severity == UNASSIGNED else titles.get((SEVERITIES, severity), severity),
        options=(reaction, severity),
    )


def _prescriptions(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartListEntry]:
    table = tables.prescriptions
    statement = (
        select(table, (table.c.end_date > func.current_date()).label("runs_on"))
        .where(table.c.patient_id == patient_id)
        .order_by(table.c.id)
    )
    return tuple(prescription_entry(row, patient_id) for row in connection.execute(statement))


def _text(value: object) -> str:
    return "" if value is None else str(value)
