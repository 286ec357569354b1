"""Immunizations: given, refused, or not given; never those that were entered by mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select

from arbiter_fhir.domain.chart_record import ChartImmunization
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.stored_values import stored_day, stored_text
from arbiter_fhir.openemr.terminology_rows import option_titles, vaccine_names

__all__ = ["read_immunizations"]

#: A site's own list of vaccines, for rows without a CVX code.
OWN_LIST: Final = "immunizations"
#: Options of list `Immunization_Completion_Status` that say a dose went in, folded; rows of old versions have none.
_GIVEN: Final = frozenset({"", "completed", "partially_administered"})
_REFUSED: Final = "refused"


def read_immunizations(
    connection: Connection, tables: ChartTables, patient_id: PatientId
) -> Sequence[ChartImmunization]:
    """The patient's immunizations, newest first."""
    table = tables.immunizations
    rows = connection.execute(
        select(table)
        .where(table.c.patient_id == patient_id, table.c.added_erroneously == 0)
        .order_by(table.c.administered_date.desc(), table.c.id.desc())
    ).all()
    names = vaccine_names(connection, tables, [stored_text(row.cvx_code) for row in rows])
    own = option_titles(connection, tables, [OWN_LIST]) if any(not stored_text(row.cvx_code) for row in rows) else {}
    found = []
    for row in rows:
        code = stored_text(row.cvx_code)
        status = stored_text(row.completion_status).casefold()
        # OpenEMR asks for a reason of refusal beside the status; registries take the reason alone as a refusal.
        refused = status == _REFUSED or bool(stored_text(row.refusal_reason))
        found.append(
            ChartImmunization(
                record_id=int(row.id),
                patient_id=patient_id,
                cvx=code,
                name=names.get(code, "") or own.get((OWN_LIST, stored_text(row.immunization_id)), ""),
                given_on=stored_day(row.administered_date),
                refused=refused,
                given=not refused and status in _GIVEN,
            )
        )
    return tuple(found)
