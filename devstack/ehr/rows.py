"""Inserting and changing single rows by column name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sqlalchemy import Connection, text

from devstack.ehr.schema import read_tables


@cache
def columns_of(table: str) -> frozenset[str]:
    """Returns the column names of one of OpenEMR's core tables."""
    return frozenset(column.name for known in read_tables() if known.name == table for column in known.columns)


def insert_row(connection: Connection, table: str, values: Mapping[str, object]) -> int:
    """Inserts a row; returns its AUTO_INCREMENT number, 0 for a table that has none.

    Raises:
        ValueError: A column that the table does not have.
    """
    _require(table, values)
    names = ", ".join(f"`{name}`" for name in values)
    marks = ", ".join(f":{name}" for name in values)
    result = connection.execute(text(f"INSERT INTO `{table}` ({names}) VALUES ({marks})"), dict(values))
    return int(result.lastrowid or 0)


def update_row(connection: Connection, table: str, key: str, number: int, values: Mapping[str, object]) -> None:
    """Changes columns of the rows whose key column has this number.

    Raises:
        ValueError: A column that the table does not have.
    """
    _require(table, values)
    assignments = ", ".join(f"`{name}` = :{name}" for name in values)
    connection.execute(
        text(f"UPDATE `{table}` SET {assignments} WHERE `{key}` = :row_number"), {**values, "row_number": number}
    )


def _require(table: str, values: Mapping[str, object]) -> None:
    unknown = set(values) - columns_of(table)
    if unknown:
        raise ValueError(f"{table} has no column {sorted(unknown)}.")
