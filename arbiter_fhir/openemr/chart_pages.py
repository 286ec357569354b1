"""From a citation of the chart to the page of OpenEMR that shows the row.

Every row is looked up with its patient, so a link to another patient's row cannot be made. Paths and parameters are
those that OpenEMR's own pages use for their links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from sqlalchemy import Connection, Select, and_, select

from arbiter_fhir.domain.chart_record import ChartPage, PageOpening
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.encounter_rows import VISIT_FORM
from arbiter_fhir.openemr.vital_rows import VITALS_FORM

__all__ = ["page_of"]

_SOURCE: Final = re.compile(r"([a-z_]{1,64}):([1-9]\d{0,18})")


def page_of(connection: Connection, tables: ChartTables, patient_id: PatientId, source_id: str) -> ChartPage | None:
    """The page for ``table:id``.

    Args:
        connection: As an account that may read the table.
        tables: OpenEMR's tables.
        patient_id: Whose row it must be.
        source_id: A citation's, such as ``procedure_result:45``.

    Returns:
        ``None`` for a table without pages, a row that is gone or deleted, and a row of somebody else.
    """
    named = _SOURCE.fullmatch(source_id)
    finder = _FINDERS.get(named[1]) if named else None
    if named is None or finder is None:
        return None
    return finder(connection, tables, patient_id, int(named[2]))


def _summary(patient_id: PatientId) -> ChartPage:
    query = urlencode({"set_pid": patient_id})
    return ChartPage(
        f"interface/patient_file/summary/demographics.php?{query}", PageOpening.TAB, patient_id, "Patient summary"
    )


def _patient(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    """The patient's own row, and the marker of an empty list, are named by the patient's number."""
    table = tables.patient_data
    known = _one(connection, select(table.c.pid).where(table.c.pid == patient_id)) if number == patient_id else None
    return None if known is None else _summary(patient_id)


def _order_page(patient_id: PatientId, order_id: int) -> ChartPage:
    query = urlencode({"orderid": order_id})
    return ChartPage(
        f"interface/orders/single_order_results.php?{query}", PageOpening.DIALOG, patient_id, "Laboratory order"
    )


def _order(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    order = tables.procedure_order
    found = _one(
        connection,
        select(order.c.procedure_order_id).where(
            order.c.procedure_order_id == number, order.c.patient_id == patient_id, order.c.activity == 1
        ),
    )
    return None if found is None else _order_page(patient_id, found)


def _result(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    order, report, result = tables.procedure_order, tables.procedure_report, tables.procedure_result
    found = _one(
        connection,
        select(order.c.procedure_order_id)
        .select_from(
            result.join(report, report.c.procedure_report_id == result.c.procedure_report_id).join(
                order, order.c.procedure_order_id == report.c.procedure_order_id
            )
        )
        .where(result.c.procedure_result_id == number, order.c.patient_id == patient_id, order.c.activity == 1),
    )
    return None if found is None else _order_page(patient_id, found)


def _issue(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    entry = tables.lists
    kind = connection.execute(
        select(entry.c.type).where(entry.c.id == number, entry.c.pid == patient_id)
    ).scalar_one_or_none()
    if kind is None:
        return None
    query = urlencode({"issue": number, "thistype": str(kind)})
    return ChartPage(
        f"interface/patient_file/summary/add_edit_issue.php?{query}", PageOpening.DIALOG, patient_id, "Issue"
    )


def _prescription(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    table = tables.prescriptions
    found = _one(connection, select(table.c.id).where(table.c.id == number, table.c.patient_id == patient_id))
    if found is None:
        return None
    # The controller reads the order of its parameters: what, then what to do with it.
    query = urlencode({"id": number, "pid": patient_id})
    return ChartPage(f"controller.php?prescription&edit&{query}", PageOpening.DIALOG, patient_id, "Prescription")


def _visit_page(patient_id: PatientId, encounter: int, title: str) -> ChartPage:
    query = urlencode({"set_encounter": encounter, "set_pid": patient_id})
    return ChartPage(f"interface/patient_file/encounter/encounter_top.php?{query}", PageOpening.TAB, patient_id, title)


def _visit(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    visit, form = tables.form_encounter, tables.forms
    encounter = _one(
        connection,
        select(visit.c.encounter)
        .select_from(visit.join(form, and_(form.c.pid == visit.c.pid, form.c.encounter == visit.c.encounter)))
        .where(visit.c.id == number, visit.c.pid == patient_id)
        .where(form.c.formdir == VISIT_FORM, form.c.deleted == 0),
    )
    return None if encounter is None else _visit_page(patient_id, encounter, "Visit")


def _vitals(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    """A form opens within its visit, which has to be the session's first; one without a visit is in the summary."""
    vitals, form = tables.form_vitals, tables.forms
    encounter = _one(
        connection,
        select(form.c.encounter)
        .select_from(vitals.join(form, and_(form.c.form_id == vitals.c.id, form.c.pid == vitals.c.pid)))
        .where(vitals.c.id == number, vitals.c.pid == patient_id)
        .where(form.c.formdir == VITALS_FORM, form.c.deleted == 0),
    )
    if encounter is None:
        return None
    return _visit_page(patient_id, encounter, "Vital signs of the visit") if encounter else _summary(patient_id)


def _immunization(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    """The list: opening one entry takes a token of the session."""
    table = tables.immunizations
    found = _one(
        connection,
        select(table.c.id).where(
            table.c.id == number, table.c.patient_id == patient_id, table.c.added_erroneously == 0
        ),
    )
    if found is None:
        return None
    return ChartPage("interface/patient_file/summary/immunizations.php", PageOpening.TAB, patient_id, "Immunizations")


def _document(connection: Connection, tables: ChartTables, patient_id: PatientId, number: int) -> ChartPage | None:
    table = tables.documents
    found = _one(
        connection,
        select(table.c.id).where(table.c.id == number, table.c.foreign_id == patient_id, table.c.deleted == 0),
    )
    if found is None:
        return None
    query = urlencode({"patient_id": patient_id, "doc_id": number})
    return ChartPage(f"controller.php?document&view&{query}", PageOpening.TAB, patient_id, "Document")


def _one(connection: Connection, statement: Select[tuple[object]]) -> int | None:
    found = connection.execute(statement.limit(1)).scalar_one_or_none()
    return None if found is None else int(str(found))


_Finder = Callable[[Connection, ChartTables, PatientId, int], ChartPage | None]

#: The tables that citations of the chart name.
_FINDERS: Mapping[str, _Finder] = MappingProxyType(
    {
        "patient_data": _patient,
        "lists_touch": _patient,
        "procedure_order": _order,
        "procedure_result": _result,
        "lists": _issue,
        "prescriptions": _prescription,
        "form_encounter": _visit,
        "form_vitals": _vitals,
        "immunizations": _immunization,
        "documents": _document,
    }
)
