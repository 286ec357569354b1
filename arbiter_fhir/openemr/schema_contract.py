"""Compares the live schema of OpenEMR with the columns that we rely on, before the first write.

`check` gives plain sentences for an administrator. Run it as the account that will do the work: the catalogue shows an
account only the columns that it has privileges on, so the remedy names
both the version and the grants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, column, select, table

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.openemr.chart_session import chart_errors, is_strict
from arbiter_fhir.openemr.core_columns import CoreColumn, CoreTable, SqlKind
from arbiter_fhir.openemr.core_tables import CORE_TABLES, Grants

__all__ = ["check", "closed_parts"]

_WHOLE_NUMBERS = frozenset({"tinyint", "smallint", "mediumint", "int", "bigint"})
_TEXTS = frozenset({"char", "varchar", "tinytext", "text", "mediumtext", "longtext"})
_TYPES: Mapping[SqlKind, frozenset[str]] = {
    SqlKind.INTEGER: _WHOLE_NUMBERS,
    SqlKind.NUMBER: frozenset({"decimal", "float", "double", "int", "bigint"}),
    SqlKind.TEXT: _TEXTS,
    SqlKind.MOMENT: frozenset({"datetime"}),
    SqlKind.DAY: frozenset({"date"}),
    SqlKind.UUID: frozenset({"binary"}),
    SqlKind.CHOICE: frozenset({"enum"}),
    SqlKind.OPTION: _WHOLE_NUMBERS | _TEXTS,
}

#: Only this engine takes part in a transaction and locks rows.
ENGINE = "InnoDB"
#: The widest character of utf8mb4, in bytes: the catalogue gives the length of TEXT columns in bytes.
WIDEST_CHARACTER_BYTES = 4
_BYTE_COUNTED = frozenset({"tinytext", "text", "mediumtext", "longtext"})

_COLUMNS = table(
    "COLUMNS",
    *(
        column(name)
        for name in (
            *("TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE", "COLUMN_TYPE", "CHARACTER_MAXIMUM_LENGTH"),
            *("IS_NULLABLE", "COLUMN_DEFAULT", "EXTRA", "PRIVILEGES"),
        )
    ),
    schema="information_schema",
)
_TABLES = table(
    "TABLES", *(column(name) for name in ("TABLE_SCHEMA", "TABLE_NAME", "ENGINE")), schema="information_schema"
)


#: Table to the columns that are read for answers alone.
_PARTS: Mapping[str, tuple[CoreColumn, ...]] = {
    core.name: tuple(each for each in core.columns if each.parts) for core in CORE_TABLES.values()
}


@dataclass(frozen=True, slots=True)
class _LiveColumn:
    """One column as the catalogue describes it."""

    name: str
    data_type: str
    column_type: str
    length: int
    needs_value: bool
    generated: bool
    privileges: frozenset[str]


def check(connection: Connection, schema: str, grants: Grants) -> list[str]:
    """What differs from the contract, in plain sentences; empty when all is well.

    Args:
        connection: As the account that will work there.
        schema: OpenEMR's schema.
        grants: What this account should be able to do: `worker_grants()` or `query_grants()`.

    Raises:
        ChartError: The database refused or failed.
    """
    writes = any("INSERT" in privileges for privileges in grants.values())
    with chart_errors("comparing OpenEMR's tables"):
        live = _live_columns(connection, schema, list(CORE_TABLES))
        engines = _engines(connection, schema)
        strict = is_strict(connection)
    found: list[str] = []
    if not live:
        return [_unseen(schema)]
    for core in _concerned(grants):
        if core.name not in live:
            found.append(
                f"Table {core.name} is missing from OpenEMR's schema, or this account may not see it: check the name of"
                f" the schema and the grants.{_left_out(core.columns)}"
            )
            continue
        found.extend(_table_differences(core, live[core.name], grants[core.name], writes=writes))
        engine = engines.get(core.name, "")
        if writes and core.is_written and engine != ENGINE:
            found.append(f"Table {core.name} uses the engine {engine or 'unknown'}; only {ENGINE} can roll back.")
    if writes and not strict:
        found.append("The database connection is not in strict mode: values that do not fit would be cut silently.")
    return found


def _unseen(schema: str) -> str:
    return (
        f"Nothing of OpenEMR is to be seen in the schema {schema}: set ARBITER_OPENEMR_SCHEMA to OpenEMR's own, and run"
        " `arbiter-fhir migrate` with it."
    )


def closed_parts(connection: Connection, schema: str) -> frozenset[ChartPart]:
    """The parts of the chart of which this account may not read every column that answers need.

    Raises:
        ChartError: The database refused or failed.
    """
    with chart_errors("comparing OpenEMR's tables"):
        live = _live_columns(connection, schema, [name for name, columns in _PARTS.items() if columns])
    hidden = (
        column
        for name, columns in _PARTS.items()
        for column in columns
        if column.name not in live.get(name, {}) or "SELECT" not in live[name][column.name].privileges
    )
    return frozenset(part for column in hidden for part in column.parts)


def _concerned(grants: Grants) -> Iterator[CoreTable]:
    """The tables that an account with these grants works with, each with the columns that it should be able to read."""
    for core in CORE_TABLES.values():
        granted = {name for columns in grants.get(core.name, {}).values() for name in columns}
        columns = tuple(each for each in core.columns if each.name in granted or not each.parts)
        if core.name in grants:
            yield replace(core, columns=columns)


def _left_out(columns: Iterable[CoreColumn]) -> str:
    """What answers do without, where nothing but answers is concerned."""
    listed = list(columns)
    parts = sorted({part.value.replace("_", " ") for each in listed for part in each.parts})
    if not parts or not all(each.parts for each in listed):
        return ""
    return f" Until then answers say that they could not read: {', '.join(parts)}."


def _table_differences(
    core: CoreTable,
    live: Mapping[str, _LiveColumn],
    granted: Mapping[str, tuple[str, ...]],
    *,
    writes: bool,
) -> Iterator[str]:
    for each in core.columns:
        name = f"{core.name}.{each.name}"
        found = live.get(each.name)
        if found is None:
            if not each.optional:
                yield (
                    f"Column {name} is missing or hidden from this account: check OpenEMR's version and the grants."
                    f"{_left_out([each])}"
                )
            continue
        yield from _column_differences(name, each, found)
    yield from _ungranted(core, live, granted)
    if writes and core.is_written:
        yield from _unfillable(core, live)
        if core.generated_key and core.generated_key in live and not live[core.generated_key].generated:
            yield f"Column {core.name}.{core.generated_key} is not AUTO_INCREMENT, so new rows would have no number."


def _ungranted(
    core: CoreTable, live: Mapping[str, _LiveColumn], granted: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """One sentence for each privilege: a table's columns are granted and revoked together."""
    known = {each.name for each in core.columns}
    for privilege, columns in granted.items():
        lacking = [
            name for name in columns if name in known and name in live and privilege not in live[name].privileges
        ]
        if lacking:
            yield (
                f"The database account lacks {privilege} on {core.name} ({', '.join(lacking)}): run"
                " `arbiter-fhir migrate` again."
            )


def _column_differences(name: str, core: CoreColumn, live: _LiveColumn) -> Iterator[str]:
    if live.data_type not in _TYPES[core.kind]:
        yield f"Column {name} is {live.data_type}; it should hold {core.kind.value}."
        return
    width = live.length // WIDEST_CHARACTER_BYTES if live.data_type in _BYTE_COUNTED else live.length
    if core.chars and width < core.chars:
        yield f"Column {name} holds {width} characters; {core.chars} are relied on."
    if core.kind is SqlKind.UUID and live.length != 16:
        yield f"Column {name} holds {live.length} bytes; 16 are relied on."
    missing = [choice for choice in core.choices if f"'{choice}'" not in live.column_type]
    if missing:
        yield f"Column {name} does not accept the value {', '.join(missing)}."


def _unfillable(core: CoreTable, live: Mapping[str, _LiveColumn]) -> Iterator[str]:
    ours = {each.name for each in core.columns}
    for each in live.values():
        if each.needs_value and each.name not in ours:
            yield (
                f"Column {core.name}.{each.name} needs a value and has no default; this version does not know it, so"
                " inserts would fail."
            )


def _live_columns(connection: Connection, schema: str, names: Sequence[str]) -> dict[str, dict[str, _LiveColumn]]:
    found: dict[str, dict[str, _LiveColumn]] = {}
    rows = connection.execute(
        select(_COLUMNS).where(_COLUMNS.c.TABLE_SCHEMA.in_([schema]), _COLUMNS.c.TABLE_NAME.in_(list(names)))
    ).mappings()
    for row in rows:
        extra = str(row["EXTRA"] or "").lower()
        # The catalogue writes NULL, the value, for "no default" and the word NULL for "defaults to null".
        needs_value = row["IS_NULLABLE"] == "NO" and row["COLUMN_DEFAULT"] is None and "auto_increment" not in extra
        found.setdefault(str(row["TABLE_NAME"]), {})[str(row["COLUMN_NAME"])] = _LiveColumn(
            name=str(row["COLUMN_NAME"]),
            data_type=str(row["DATA_TYPE"]).lower(),
            column_type=str(row["COLUMN_TYPE"]).lower(),
            length=int(row["CHARACTER_MAXIMUM_LENGTH"] or 0),
            needs_value=needs_value,
            generated="auto_increment" in extra,
            privileges=frozenset(str(row["PRIVILEGES"] or "").upper().split(",")),
        )
    return found


def _engines(connection: Connection, schema: str) -> dict[str, str]:
    rows = connection.execute(
        select(_TABLES.c.TABLE_NAME, _TABLES.c.ENGINE).where(
            _TABLES.c.TABLE_SCHEMA.in_([schema]), _TABLES.c.TABLE_NAME.in_(list(CORE_TABLES))
        )
    )
    return {str(row[0]): str(row[1] or "") for row in rows}
