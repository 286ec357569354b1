"""Grows a site by copies of its templates, in the database itself, a few thousand patients at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pymysql.connections import Connection
from pymysql.cursors import Cursor

from devstack.bench.patients.copies import SPREAD, VISITS, Copy
from devstack.bench.patients.templates import TEMPLATES
from devstack.mariadb import MariaDBHandle

__all__ = ["Growth", "kind_of"]

#: Patients in one statement: large enough to be fast, small enough for the server's log and for progress to be seen.
BATCH = 2_500
#: Who is of which template, by the last digit of the pid.
_KINDS: Final = tuple(place for place, template in enumerate(TEMPLATES) for _ in range(template.share))
#: Space, the template's number, the template's pid, slot.
_Number = tuple[str, int, int, int]


def kind_of(pid: int) -> int:
    """Index into `TEMPLATES` of what a copy is a copy of."""
    return _KINDS[pid % len(_KINDS)]


@dataclass(slots=True)
class Growth:
    """A site that grows.

    Attributes:
        numbers: Schema that holds the numbering of the templates' rows.
        parts: Schema to the tables that are copied there, in an order in which parents come first.
        templates: Pids of the templates, in the order of `TEMPLATES`.
        size: Patients so far, the templates among them.
    """

    mariadb: MariaDBHandle
    numbers: str
    parts: Mapping[str, Sequence[Copy]]
    templates: tuple[int, ...]
    size: int = 0

    def prepare(self) -> None:
        """Number the templates' rows."""
        self.size = len(self.templates)
        with self.mariadb.connect(self.numbers) as connection:
            _number_rows(connection, self.parts, self.templates)

    def grow(self, size: int, progress: Callable[[str], None]) -> None:
        """Add copies until the site has ``size`` patients; all schemas at the same time.

        Raises:
            ValueError: More patients than numbers.
        """
        if size >= SPREAD:
            message = f"at most {SPREAD - 1} patients"
            raise ValueError(message)
        start, end = self.templates[0] + self.size, self.templates[0] + size
        with ThreadPoolExecutor(max_workers=len(self.parts)) as pool:
            copying = [
                pool.submit(self._copy, schema, copies, start, end, progress if place == 0 else _silent)
                for place, (schema, copies) in enumerate(self.parts.items())
            ]
            for each in copying:
                each.result()
        self.size = size
        progress(f"{size:,} patients: statistics")
        self._analyze()

    def _copy(self, schema: str, copies: Sequence[Copy], start: int, end: int, progress: Callable[[str], None]) -> None:
        began = time.monotonic()
        with self.mariadb.connect(schema) as connection, connection.cursor() as cursor:
            cursor.execute("SET SESSION sql_mode = '', SESSION unique_checks = 0")
            statements = [_statement(cursor, schema, self.numbers, copy) for copy in copies]
            for low in range(start, end, BATCH):
                high = min(low + BATCH, end)
                connection.begin()
                cursor.execute(f"DELETE FROM `{self.numbers}`.`bench_people_{schema}`")
                cursor.executemany(
                    f"INSERT INTO `{self.numbers}`.`bench_people_{schema}` (pid, template) VALUES (%s, %s)",
                    [(pid, self.templates[kind_of(pid)]) for pid in range(low, high)],
                )
                for statement in statements:
                    cursor.execute(statement)
                connection.commit()
                rate = (high - start) / max(time.monotonic() - began, 0.001)
                progress(f"{high - self.templates[0]:,} patients, {rate:,.0f} a second")

    def _analyze(self) -> None:
        for schema, copies in self.parts.items():
            with self.mariadb.connect(schema) as connection, connection.cursor() as cursor:
                for copy in copies:
                    cursor.execute(f"ANALYZE TABLE `{copy.table}`")
                    cursor.fetchall()


def _silent(_: str) -> None:
    return None


def _number_rows(connection: Connection, parts: Mapping[str, Sequence[Copy]], templates: Sequence[int]) -> None:
    with connection.cursor() as cursor:
        for schema in parts:
            cursor.execute(
                f"CREATE OR REPLACE TABLE `bench_people_{schema}` (pid BIGINT PRIMARY KEY, template BIGINT NOT NULL)"
            )
        cursor.execute(
            "CREATE OR REPLACE TABLE bench_numbers (space VARCHAR(32) NOT NULL, old BIGINT NOT NULL,"
            " template BIGINT NOT NULL, slot BIGINT NOT NULL, PRIMARY KEY (space, old), KEY (space, template))"
        )
        rows: list[_Number] = [("patient", pid, pid, 0) for pid in templates]
        for schema, copies in parts.items():
            for copy in copies:
                if copy.own and copy.space != "patient":
                    rows += _numbered(cursor, schema, copy, rows)
                if copy.table == VISITS:
                    rows += _encounters(cursor, schema)
        cursor.executemany("INSERT INTO bench_numbers (space, old, template, slot) VALUES (%s, %s, %s, %s)", rows)


def _numbered(cursor: Cursor, schema: str, copy: Copy, known: Iterable[_Number]) -> list[_Number]:
    """The slots of one table's rows; rows without a patient of their own follow what they hang on."""
    owners = {(space, old): template for space, old, template, _ in known}
    owner, space = (copy.patients[0], "patient") if copy.patients else next(iter(copy.numbers.items()))
    cursor.execute(f"SELECT `{copy.column}`, `{owner}` FROM `{schema}`.`{copy.table}` ORDER BY `{copy.column}`")
    return _slots(copy.space, ((number, owners.get((space, int(parent or 0)))) for number, parent in cursor.fetchall()))


def _encounters(cursor: Cursor, chart: str) -> list[_Number]:
    """The numbers of visits, which are not those of their rows."""
    cursor.execute(f"SELECT encounter, pid FROM `{chart}`.`form_encounter` ORDER BY encounter")
    return _slots("encounter", ((number, int(pid)) for number, pid in cursor.fetchall()))


def _slots(space: str, rows: Iterable[tuple[int, int | None]]) -> list[_Number]:
    """Counts each template's rows from one; rows of nobody's stay out."""
    counted: dict[int, int] = {}
    found = []
    for number, template in rows:
        if template is not None:
            counted[template] = counted.get(template, 0) + 1
            found.append((space, int(number), template, counted[template]))
    return found


def _statement(cursor: Cursor, schema: str, own: str, copy: Copy) -> str:
    """INSERT ... SELECT of this table's rows for everybody in the batch."""
    cursor.execute(
        "SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
        " AND GENERATION_EXPRESSION IS NULL ORDER BY ORDINAL_POSITION",
        (schema, copy.table),
    )
    columns = [str(name) for (name,) in cursor.fetchall()]
    numbers = {copy.column: "o", **{name: f"k{place}" for place, name in enumerate(copy.numbers)}}
    # Tables that are clustered by patient have no key that begins with the number.
    patient = f" AND src.`{copy.patients[0]}` = n.template" if copy.patients else ""
    joins = "".join(
        f" LEFT JOIN `{own}`.bench_numbers k{place} ON k{place}.space = '{space}' AND k{place}.old = src.`{name}`"
        for place, (name, space) in enumerate(copy.numbers.items())
    )

    def moved(name: str) -> str:
        if name not in numbers:
            return f"src.`{name}`"
        return f"COALESCE({numbers[name]}.slot * {SPREAD} + n.pid, src.`{name}`)"

    def expression(name: str) -> str:
        if name in copy.values:
            return copy.values[name].format(pid="n.pid", document=moved("document_id"))
        return "n.pid" if name in copy.patients else moved(name)

    listed = ", ".join(f"`{name}`" for name in columns)
    selected = ", ".join(expression(name) for name in columns)
    return (
        f"INSERT INTO `{schema}`.`{copy.table}` ({listed}) SELECT {selected}"
        f" FROM `{own}`.`bench_people_{schema}` n"
        f" STRAIGHT_JOIN `{own}`.bench_numbers o ON o.space = '{copy.space}' AND o.template = n.template"
        f" STRAIGHT_JOIN `{schema}`.`{copy.table}` src ON src.`{copy.column}` = o.old{patient}{joins}"
        + (f" WHERE {copy.where}" if copy.where else "")
    )
