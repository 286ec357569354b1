"""What OpenEMR's option lists and code tables call a stored id. They hold nothing of a patient."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, select

from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.stored_values import stored_text

__all__ = ["option_titles", "vaccine_names"]

#: `code_types.ct_key` of vaccines.
CVX = "CVX"


def option_titles(
    connection: Connection, tables: ChartTables, list_ids: Iterable[str]
) -> Mapping[tuple[str, str], str]:
    """(list, option) to title, for whole lists; retired options too, because old rows name them."""
    option = tables.list_options
    statement = select(option.c.list_id, option.c.option_id, option.c.title).where(
        option.c.list_id.in_(sorted(set(list_ids)))
    )
    return {(str(row.list_id), str(row.option_id)): stored_text(row.title) for row in connection.execute(statement)}


def vaccine_names(connection: Connection, tables: ChartTables, codes: Iterable[str]) -> Mapping[str, str]:
    """CVX code to its short text, or its text where it has no short one."""
    wanted = sorted({code for code in codes if code})
    if not wanted:
        return {}
    code, kind = tables.codes, tables.code_types
    statement = (
        select(code.c.code, code.c.code_text_short, code.c.code_text)
        .select_from(code.join(kind, kind.c.ct_id == code.c.code_type))
        .where(kind.c.ct_key == CVX, code.c.code.in_(wanted))
    )
    return {
        str(row.code): stored_text(row.code_text_short) or stored_text(row.code_text)
        for row in connection.execute(statement)
    }
