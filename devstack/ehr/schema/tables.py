"""Reads ``columns.tsv`` and ``more_columns.tsv`` and writes a CREATE TABLE statement for each table in them.

``columns.tsv`` holds what ``information_schema.columns`` said of a running OpenEMR 7.0.1: one line per column with
its type, nullability, default, key mark (PRI, UNI, MUL) and extra words.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

COLUMNS_FILE = Path(__file__).with_name("columns.tsv")
#: Further tables, in the same form, as OpenEMR's own installation script declares them.
MORE_COLUMNS_FILE = Path(__file__).with_name("more_columns.tsv")

COMPOSITE_KEYS: Mapping[str, Sequence[str]] = {
    "documents": ("KEY `foreign_reference` (`foreign_reference_id`, `foreign_reference_table`)",),
    "categories": ("KEY `lft` (`lft`, `rght`)",),
    "procedure_order": ("KEY `datepid` (`date_ordered`, `patient_id`)",),
    "form_encounter": ("KEY `pid_encounter` (`pid`, `encounter`)",),
    "forms": ("KEY `pid_encounter` (`pid`, `encounter`)",),
    "openemr_postcalendar_categories": ("KEY `basic_cat` (`pc_catname`, `pc_catcolor`)",),
    "patient_data": ("UNIQUE KEY `pid` (`pid`)",),
}
"""Keys of several columns, and the one unique key that stands in for a missing primary key."""

COVERED_COLUMNS = frozenset(
    {
        ("documents", "foreign_reference_id"),
        ("categories", "lft"),
        ("procedure_order", "date_ordered"),
        ("form_encounter", "pid"),
        ("forms", "pid"),
        ("openemr_postcalendar_categories", "pc_catname"),
        ("patient_data", "pid"),
    }
)
"""Columns whose key mark is explained by an entry of COMPOSITE_KEYS."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column as MariaDB describes it.

    Attributes:
        name: Column name.
        type: Full column type, for example ``varchar(255)``.
        nullable: Whether NULL is allowed.
        default: Default as SQL text (strings keep their quotes); None for no default.
        key: PRI, UNI, MUL or empty.
        extra: ``auto_increment``, ``on update ...`` or empty.
    """

    name: str
    type: str
    nullable: bool
    default: str | None
    key: str
    extra: str

    def definition(self) -> str:
        """Returns the column's part of a CREATE TABLE statement."""
        words = [f"`{self.name}`", self.type, "NULL" if self.nullable else "NOT NULL"]
        if self.default is not None:
            words.append(f"DEFAULT {self.default}")
        elif self.nullable:
            words.append("DEFAULT NULL")
        if self.extra:
            words.append(self.extra)
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name and its columns in order."""

    name: str
    columns: tuple[Column, ...]

    def keys(self) -> list[str]:
        """Returns the key definitions that give every column the key mark it has in OpenEMR."""
        primary = [c.name for c in self.columns if c.key == "PRI" and (self.name, c.name) not in COVERED_COLUMNS]
        keys = [f"PRIMARY KEY ({', '.join(f'`{name}`' for name in primary)})"] if primary else []
        for column in self.columns:
            if (self.name, column.name) in COVERED_COLUMNS:
                continue
            if column.key == "UNI":
                keys.append(f"UNIQUE KEY `{column.name}` (`{column.name}`)")
            elif column.key == "MUL":
                keys.append(f"KEY `{column.name}` (`{column.name}`)")
        return keys + list(COMPOSITE_KEYS.get(self.name, ()))

    def create_statement(self) -> str:
        """Returns the CREATE TABLE statement (InnoDB, utf8mb4_general_ci)."""
        lines = [column.definition() for column in self.columns] + self.keys()
        body = ",\n  ".join(lines)
        return (
            f"CREATE TABLE IF NOT EXISTS `{self.name}` (\n  {body}\n)"
            " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci"
        )


def read_tables() -> tuple[Table, ...]:
    """Returns all tables in the order of their names."""
    columns: dict[str, list[Column]] = {}
    for line in (line for file in (COLUMNS_FILE, MORE_COLUMNS_FILE) for line in _lines(file)):
        default = line["column_default"]
        columns.setdefault(line["table_name"], []).append(
            Column(
                name=line["column_name"],
                type=line["column_type"],
                nullable=line["is_nullable"] == "YES",
                default=None if default == "NULL" else default,
                key=line["column_key"] or "",
                extra=line["extra"] or "",
            )
        )
    return tuple(Table(name=name, columns=tuple(columns[name])) for name in sorted(columns))


def _lines(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
