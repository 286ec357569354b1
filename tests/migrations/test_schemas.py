"""From empty to the newest version, also when interrupted anywhere; the result is the model, key by key."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, MetaData, create_engine, event
from sqlalchemy.pool import NullPool

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import SchemaKind, check_version, migrate, newest_version, open_engine
from arbiter_fhir.store.audit_tables import audit_log
from arbiter_fhir.store.control_tables import CONTROL
from arbiter_fhir.store.guideline_tables import guideline_chunks
from arbiter_fhir.store.tables import TENANT
from arbiter_fhir.store.turn_tables import query_turns
from devstack.mariadb import MariaDBHandle

MODELS = {SchemaKind.TENANT: TENANT, SchemaKind.CONTROL: CONTROL}
KINDS = list(SchemaKind)


def described(server: MariaDBHandle, schema: str) -> dict[str, set[str]]:
    """Each table's columns, keys, checks and options, as the server says them, order of keys aside."""
    tables: dict[str, set[str]] = {}
    with server.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")
        for name in [str(row[0]) for row in cursor.fetchall()]:
            cursor.execute(f"SHOW CREATE TABLE `{name}`")
            _, ddl = cursor.fetchone() or ("", "")
            lines = [line.strip().rstrip(",") for line in ddl.splitlines()]
            if name == "alembic_version":
                # Alembic makes this one, with the collation that the schema has by default.
                lines = [line.split(" COLLATE=")[0] for line in lines]
            # The position of a column is compared too; how far a counter came is not.
            columns = [f"{place} {line}" for place, line in enumerate(lines) if line.startswith("`")]
            others = [line for line in lines if not line.startswith("`")]
            tables[name] = {re.sub(r" AUTO_INCREMENT=\d+", "", line) for line in columns + others}
    return tables


@pytest.mark.parametrize("kind", KINDS)
def test_migrations_make_exactly_the_model(
    mariadb: MariaDBHandle, schema: str, second_schema: str, kind: SchemaKind
) -> None:
    assert migrate(mariadb.url(), schema, kind=kind) == newest_version(kind)
    engine = create_engine(mariadb.url(second_schema), poolclass=NullPool)
    assert audit_log.metadata is TENANT is guideline_chunks.metadata is query_turns.metadata
    MODELS[kind].create_all(engine)
    migrated = described(mariadb, schema)
    assert migrated.pop("alembic_version")
    assert migrated == described(mariadb, second_schema)


@pytest.mark.parametrize("kind", KINDS)
def test_again_changes_nothing(mariadb: MariaDBHandle, schema: str, kind: SchemaKind) -> None:
    migrate(mariadb.url(), schema, kind=kind)
    before = described(mariadb, schema)
    migrate(mariadb.url(), schema, kind=kind)
    assert described(mariadb, schema) == before


class BrokenOff(Exception):  # noqa: N818
    """Stands for the end of the process."""


@contextmanager
def broken_off_after(statements: int) -> Iterator[None]:
    """Lets so many statements that change something through, and none after them."""
    left = [statements]

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if re.match(r"\s*(CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)", statement, re.IGNORECASE):
            if left[0] == 0:
                raise BrokenOff
            left[0] -= 1

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", count)


@pytest.mark.parametrize("kind", KINDS)
def test_a_migration_broken_off_at_any_statement_is_finished_by_the_next_run(
    mariadb: MariaDBHandle, schema: str, second_schema: str, kind: SchemaKind
) -> None:
    """R25: statement by statement, each time on what the broken run left behind, and at last to the end."""
    migrate(mariadb.url(), second_schema, kind=kind)
    breaks = 0
    for statements in range(100):
        with mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE `{schema}`")
            cursor.execute(f"CREATE DATABASE `{schema}` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
        try:
            with broken_off_after(statements):
                migrate(mariadb.url(), schema, kind=kind)
            finished = True
        except BrokenOff:
            finished = False
        if finished:
            break
        breaks += 1
        migrate(mariadb.url(), schema, kind=kind)
        assert described(mariadb, schema) == described(mariadb, second_schema)
    assert breaks >= {SchemaKind.TENANT: 23, SchemaKind.CONTROL: 4}[kind]


def test_two_at_once_make_one_schema(mariadb: MariaDBHandle, schema: str) -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            migrate(mariadb.url(), schema)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT version_num FROM alembic_version")
        assert cursor.fetchall() == ((newest_version(),),)


def test_a_schema_of_another_version_is_refused(mariadb: MariaDBHandle, schema: str) -> None:
    migrate(mariadb.url(), schema)
    engine = open_engine(mariadb.url(schema))
    check_version(engine)
    with mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE alembic_version SET version_num = 't0001'")
    with pytest.raises(StoreError, match="t0001") as refused:
        check_version(engine)
    engine.dispose()
    assert refused.value.code is ErrorCode.STORE_SCHEMA


def test_a_schema_that_is_not_there_is_an_error_with_a_code(mariadb: MariaDBHandle) -> None:
    with pytest.raises(StoreError) as refused:
        migrate(mariadb.url(), "no_such_schema")
    assert refused.value.code is ErrorCode.STORE_SCHEMA


def test_the_two_lines_of_migrations_do_not_meet() -> None:
    names: list[MetaData] = list(MODELS.values())
    assert not set(names[0].tables) & set(names[1].tables)
    assert newest_version(SchemaKind.TENANT) != newest_version(SchemaKind.CONTROL)
