"""The corpus is indexed by the first clinic of a server and copied by the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from devstack.golden.guideline_index import TABLES, index_once
from devstack.mariadb import MariaDBHandle, scratch_schema, shared_server

pytestmark = pytest.mark.database

ROOT = Path(__file__).resolve().parents[2]


def rows(mariadb: MariaDBHandle, schema: str) -> list[tuple[object, ...]]:
    with mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{table}', word FROM {table}" for table in TABLES) + " ORDER BY 1, 2"
        )
        return list(cursor.fetchall())


def run(mariadb: MariaDBHandle, schema: str, *statements: str) -> None:
    with mariadb.connect(schema) as connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        connection.commit()


def test_the_first_makes_the_index_and_the_next_take_a_copy_of_what_was_made_with_the_same() -> None:
    made: list[str] = []
    with (
        shared_server(ROOT / ".arbiter" / "test-server") as mariadb,
        scratch_schema(mariadb) as first,
        scratch_schema(mariadb) as second,
        scratch_schema(mariadb) as third,
    ):

        def index(schema: str, model: str) -> bool:
            def make() -> None:
                made.append(schema)
                run(mariadb, schema, *(f"INSERT INTO {table} VALUES ('{model}')" for table in TABLES))

            run(mariadb, schema, *(f"CREATE TABLE {table} (word varchar(40))" for table in TABLES))
            return index_once(mariadb, schema, made_with=(first, model), index=make)

        assert index(first, "small")
        assert not index(second, "small")
        assert index(third, "large")
        assert made == [first, third]
        assert rows(mariadb, second) == rows(mariadb, first) == [(table, "small") for table in sorted(TABLES)]
        assert rows(mariadb, third) == [(table, "large") for table in sorted(TABLES)]


def test_what_was_not_copied_to_its_end_is_made_again() -> None:
    with shared_server(ROOT / ".arbiter" / "test-server") as mariadb, scratch_schema(mariadb) as schema:
        run(mariadb, schema, *(f"CREATE TABLE {table} (word varchar(40))" for table in TABLES))

        def fail() -> None:
            raise RuntimeError

        with pytest.raises(RuntimeError):
            index_once(mariadb, schema, made_with=(schema,), index=fail)
        assert index_once(mariadb, schema, made_with=(schema,), index=list)
