"""Visits, as OpenEMR's own list of them joins their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, and_, case, func, select

from arbiter_fhir.domain.chart_record import ChartEncounter
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.stored_values import full_name, stored_moment, stored_text

__all__ = ["VISIT_FORM", "read_encounters"]

#: `forms.formdir` of the form that makes a visit; deleting the visit marks it deleted and leaves `form_encounter`.
VISIT_FORM: Final = "newpatient"
#: Values of `form_encounter.sensitivity` that everybody may see who may see visits; ``high`` and whatever a site adds
#: beside it are permissions of their own.
OPEN_SENSITIVITIES: Final = ("", "normal")


def read_encounters(connection: Connection, tables: ChartTables, patient_id: PatientId) -> Sequence[ChartEncounter]:
    """The patient's visits, newest first, with category and clinician where known."""
    visit, form = tables.form_encounter, tables.forms
    category, user = tables.visit_categories, tables.users
    statement = (
        select(
            visit.c.id,
            visit.c.encounter,
            visit.c.date,
            # A sensitive visit's reason never leaves the database: who asks may lack OpenEMR's permission for it.
            case((func.coalesce(visit.c.sensitivity, "").in_(OPEN_SENSITIVITIES), visit.c.reason), else_="").label(
                "reason"
            ),
            visit.c.sensitivity,
            category.c.pc_catname,
            user.c.fname,
            user.c.lname,
        )
        .select_from(
            visit.join(form, and_(form.c.pid == visit.c.pid, form.c.encounter == visit.c.encounter))
            .outerjoin(category, category.c.pc_catid == visit.c.pc_catid)
            .outerjoin(user, user.c.id == visit.c.provider_id)
        )
        .where(visit.c.pid == patient_id, form.c.pid == patient_id)
        .where(form.c.formdir == VISIT_FORM, form.c.deleted == 0)
        .order_by(visit.c.date.desc(), visit.c.id.desc())
    )
    rows = {int(row.id): row for row in connection.execute(statement)}
    return tuple(
        ChartEncounter(
            record_id=number,
            encounter=int(row.encounter or 0),
            patient_id=patient_id,
            seen_at=stored_moment(row.date),
            reason=stored_text(row.reason),
            category=stored_text(row.pc_catname),
            provider=full_name(row.fname, row.lname),
            restricted=stored_text(row.sensitivity).casefold() not in OPEN_SENSITIVITIES,
        )
        for number, row in rows.items()
    )
