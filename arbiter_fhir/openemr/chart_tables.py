"""OpenEMR's tables as statements see them: qualified with the schema, and only the columns that we rely on.

The worker's connection stands in our own schema, OpenEMR's tables lie beside it on the same server: that is what
lets one transaction span both. So every statement names the schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import ColumnClause, Connection, TableClause, column, select, table

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.core_tables import CORE_TABLES

__all__ = ["ChartTables", "optional_columns"]

# MariaDB allows far more in a name; what nobody needs stays out of statements and grants.
_SCHEMA_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")


class ChartTables:
    """The core tables of one schema.

    Args:
        schema: OpenEMR's schema on this server.
        optional: Optional columns, as (table, column), to use as well.

    Raises:
        ChartError: E_EHR_SCHEMA: not a schema name of letters, digits and ``_``.
    """

    def __init__(self, schema: str, *, optional: Iterable[tuple[str, str]] = ()) -> None:
        if not _SCHEMA_NAME.fullmatch(schema):
            raise ChartError(
                ErrorCode.EHR_SCHEMA,
                "The name of OpenEMR's schema may hold letters, digits and underscores only.",
            )
        self.schema = schema
        present = frozenset(optional)
        self.documents = _build("documents", schema, present)
        self.categories = _build("categories", schema, present)
        self.categories_to_documents = _build("categories_to_documents", schema, present)
        self.patient_data = _build("patient_data", schema, present)
        self.patient_history = _build("patient_history", schema, present)
        self.users = _build("users", schema, present)
        self.globals = _build("globals", schema, present)
        self.procedure_order = _build("procedure_order", schema, present)
        self.procedure_order_code = _build("procedure_order_code", schema, present)
        self.procedure_report = _build("procedure_report", schema, present)
        self.procedure_result = _build("procedure_result", schema, present)
        self.lists = _build("lists", schema, present)
        self.lists_medication = _build("lists_medication", schema, present)
        self.lists_touch = _build("lists_touch", schema, present)
        self.prescriptions = _build("prescriptions", schema, present)
        self.modules = _build("modules", schema, present)
        # With what is read for answers alone: only the query account may select these.
        self.dated_documents = _build("documents", schema, present, answers=True)
        self.detailed_prescriptions = _build("prescriptions", schema, present, answers=True)
        self.forms = _build("forms", schema, present, answers=True)
        self.form_vitals = _build("form_vitals", schema, present, answers=True)
        self.form_encounter = _build("form_encounter", schema, present, answers=True)
        self.visit_categories = _build("openemr_postcalendar_categories", schema, present, answers=True)
        self.immunizations = _build("immunizations", schema, present, answers=True)
        self.codes = _build("codes", schema, present, answers=True)
        self.code_types = _build("code_types", schema, present, answers=True)
        self.list_options = _build("list_options", schema, present, answers=True)


@lru_cache(maxsize=256)
def _build(name: str, schema: str, optional: frozenset[tuple[str, str]], *, answers: bool = False) -> TableClause:
    columns: list[ColumnClause[object]] = [
        column(core.name)
        for core in CORE_TABLES[name].columns
        if (answers or not core.parts) and (not core.optional or (name, core.name) in optional)
    ]
    return table(name, *columns, schema=schema)


def optional_columns(connection: Connection, schema: str) -> frozenset[tuple[str, str]]:
    """The optional columns that this site's OpenEMR has and this account may read, as (table, column)."""
    wanted = {(core.name, each.name) for core in CORE_TABLES.values() for each in core.columns if each.optional}
    catalogue = table(
        "COLUMNS", column("TABLE_SCHEMA"), column("TABLE_NAME"), column("COLUMN_NAME"), schema="information_schema"
    )
    found = connection.execute(
        select(catalogue.c.TABLE_NAME, catalogue.c.COLUMN_NAME)
        .where(catalogue.c.TABLE_SCHEMA.in_([schema]))
        .where(catalogue.c.COLUMN_NAME.in_(sorted(name for _, name in wanted)))
    )
    return frozenset((str(row[0]), str(row[1])) for row in found) & wanted
