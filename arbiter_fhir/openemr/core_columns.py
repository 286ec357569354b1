"""What we rely on in a table of OpenEMR: its columns, what each must hold, and who does what with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.chart_record import ChartPart

__all__ = [
    "CoreColumn",
    "CoreTable",
    "Privilege",
    "SqlKind",
    "answer_columns",
    "choice_column",
    "ended_column",
    "optional_column",
    "read_columns",
    "switched_columns",
    "text_column",
    "written_columns",
]


class SqlKind(StrEnum):
    """What a column must be able to hold."""

    INTEGER = "integer"
    NUMBER = "a number"
    TEXT = "text"
    MOMENT = "date and time"
    DAY = "date"
    UUID = "16 bytes"
    CHOICE = "choice"
    #: The name of an option in one of OpenEMR's lists; versions differ in how they keep it.
    OPTION = "text or a whole number"


class Privilege(StrEnum):
    """Database privileges that column grants are made of."""

    SELECT = "SELECT"
    INSERT = "INSERT"
    UPDATE = "UPDATE"


@dataclass(frozen=True, slots=True)
class CoreColumn:
    """One column that we rely on.

    Attributes:
        name: As OpenEMR spells it.
        kind: What it must hold.
        privileges: What the worker does with it.
        chars: Width in characters that we count on; 0 where we only read.
        choices: For `SqlKind.CHOICE`, the values that we write.
        optional: Not in every supported version: read where present, never needed.
        parts: The parts of the chart that answers leave out where this column is missing or hidden. Such a column is
            read by the query account alone; none for what the worker relies on.
    """

    name: str
    kind: SqlKind
    privileges: frozenset[Privilege]
    chars: int = 0
    choices: tuple[str, ...] = ()
    optional: bool = False
    parts: frozenset[ChartPart] = frozenset()


@dataclass(frozen=True, slots=True)
class CoreTable:
    """One table that we rely on, with the columns that we touch.

    Attributes:
        generated_key: The AUTO_INCREMENT column that names a row that we insert; empty where there is none.
    """

    name: str
    columns: tuple[CoreColumn, ...]
    generated_key: str = ""

    @property
    def is_written(self) -> bool:
        """Whether we insert rows here."""
        return any(Privilege.INSERT in column.privileges for column in self.columns)

    def column(self, name: str) -> CoreColumn:
        """The column of this name.

        Raises:
            KeyError: We do not rely on such a column.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


_READ = frozenset({Privilege.SELECT})
_WRITTEN = frozenset({Privilege.SELECT, Privilege.INSERT})
_SWITCHED = frozenset({Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
_ENDED = frozenset({Privilege.SELECT, Privilege.UPDATE})


def read_columns(kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    """Columns that both accounts only read."""
    return tuple(CoreColumn(name, kind, _READ) for name in names)


def answer_columns(parts: Iterable[ChartPart], kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    """Columns that the query account reads for these parts of the chart, and nobody else."""
    return tuple(CoreColumn(name, kind, _READ, parts=frozenset(parts)) for name in names)


def text_column(name: str, chars: int) -> CoreColumn:
    """A text column that is written when a row is made."""
    return CoreColumn(name, SqlKind.TEXT, _WRITTEN, chars)


def written_columns(kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    """Columns that are written when a row is made."""
    return tuple(CoreColumn(name, kind, _WRITTEN) for name in names)


def switched_columns(kind: SqlKind, *names: str, chars: int = 0) -> tuple[CoreColumn, ...]:
    """Columns that are written when a row is made and changed when it is taken back."""
    return tuple(CoreColumn(name, kind, _SWITCHED, chars) for name in names)


def ended_column(name: str, kind: SqlKind) -> CoreColumn:
    """A column that is changed when a row is taken back."""
    return CoreColumn(name, kind, _ENDED)


def optional_column(name: str, kind: SqlKind, *, written: bool = False) -> CoreColumn:
    """A column that not every supported version has."""
    return CoreColumn(name, kind, _WRITTEN if written else _READ, optional=True)


def choice_column(name: str, *choices: str) -> CoreColumn:
    """An enumeration of which we write these values."""
    return CoreColumn(name, SqlKind.CHOICE, _WRITTEN, choices=choices)
