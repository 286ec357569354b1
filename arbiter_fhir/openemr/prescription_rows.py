"""Prescriptions as medications: always with their drug and code, in detail for the account that may read it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, Row, func, select

from arbiter_fhir.domain.chart_record import ChartDosage
from arbiter_fhir.domain.promotion import ChartListEntry, ListKind
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.stored_values import full_name, stored_day, stored_moment, stored_number, stored_text

__all__ = [
    "OPTION_LISTS",
    "PRESCRIPTION_TABLE",
    "REACTIONS",
    "SEVERITIES",
    "UNASSIGNED",
    "Titles",
    "prescription_entry",
    "read_detailed_prescriptions",
]

PRESCRIPTION_TABLE: Final = "prescriptions"
#: Option lists that name what the lists' columns hold.
REACTIONS: Final = "reaction"
SEVERITIES: Final = "severity_ccda"
_FORMS: Final = "drug_form"
_UNITS: Final = "drug_units"
_ROUTES: Final = "drug_route"
_INTERVALS: Final = "drug_interval"
OPTION_LISTS: Final = (REACTIONS, SEVERITIES, _FORMS, _UNITS, _ROUTES, _INTERVALS)
#: The option that says nothing.
UNASSIGNED: Final = "unassigned"

_PARTS: Final = re.compile(r"\d[\d.,]*|[^\s\d]+")

#: (list, option) to title.
Titles = Mapping[tuple[str, str], str]


def prescription_entry(row: Row[tuple[object, ...]], patient_id: PatientId) -> ChartListEntry:
    """What every account may read of a prescription; ``runs_on``: whether its end lies ahead."""
    code, ended = stored_text(row.rxnorm_drugcode), stored_day(row.end_date)
    parts = (stored_text(row.size), stored_text(row.dosage), stored_text(row.drug_dosage_instructions))
    return ChartListEntry(
        table=PRESCRIPTION_TABLE,
        record_id=int(row.id),
        patient_id=patient_id,
        kind=ListKind.MEDICATION,
        title=stored_text(row.drug),
        details=" ".join(part for part in parts if part),
        codes=(("RXNORM", code),) if code else (),
        active=int(row.active or 0) == 1 and (ended is None or bool(row.runs_on)),
        verification="",
        taken_back=False,
        ended=ended,
    )


def read_detailed_prescriptions(
    connection: Connection, tables: ChartTables, patient_id: PatientId, titles: Titles
) -> Sequence[ChartListEntry]:
    """The patient's prescriptions, oldest first, with dosage, dates and prescriber."""
    table, user = tables.detailed_prescriptions, tables.users
    statement = (
        select(table, (table.c.end_date > func.current_date()).label("runs_on"), user.c.fname, user.c.lname)
        .select_from(table.outerjoin(user, user.c.id == table.c.provider_id))
        .where(table.c.patient_id == patient_id)
        .order_by(table.c.id)
    )
    return tuple(
        replace(
            prescription_entry(row, patient_id),
            began=stored_day(row.start_date),
            recorded_at=stored_moment(row.date_added),
            dosage=_dosage(row, titles),
            prescriber=full_name(row.fname, row.lname),
        )
        for row in connection.execute(statement)
    )


def _dosage(row: Row[tuple[object, ...]], titles: Titles) -> ChartDosage:
    unit, form = (_title(titles, name, value) for name, value in ((_UNITS, row.unit), (_FORMS, row.form)))
    size, dose = stored_text(row.size), stored_text(row.dosage)
    # People type the unit into the size as well, and both into the drug.
    strength = " ".join(part for part in (size, unit) if part) if stored_number(size) else size
    return ChartDosage(
        strength="" if _bears(stored_text(row.drug), strength) else strength,
        dose=" ".join(part for part in (dose, form) if part) if stored_number(dose) else dose,
        route=_title(titles, _ROUTES, row.route),
        frequency=_title(titles, _INTERVALS, row.interval),
        quantity=stored_text(row.quantity),
        refills=None if row.refills is None else int(row.refills),
        indication=stored_text(row.indication),
        instructions=stored_text(row.drug_dosage_instructions),
    )


def _bears(drug: str, strength: str) -> bool:
    """Whether the drug's name holds the strength as a whole: 10 mg is in "10mg tablet" and not in "110 mg"."""
    spelling = r"\s*".join(re.escape(part) for part in _PARTS.findall(strength))
    return re.search(rf"(?<![\d.,]){spelling}(?!\w)", drug, re.IGNORECASE) is not None


def _title(titles: Titles, name: str, value: object) -> str:
    """The option's title; a word that is no option stays as typed, an unknown number says nothing."""
    stored = stored_text(value)
    known = titles.get((name, stored))
    if known is not None:
        return known
    return "" if stored.isdigit() else stored
