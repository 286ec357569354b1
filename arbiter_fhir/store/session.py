"""Connections and transactions: how every statement of ours reaches the database.

READ COMMITTED, strict mode, UTC and utf8mb4 are set and then read back at connect, because the server's own defaults
can differ and a silent difference would cut values or shift times.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store.failures import translated

__all__ = ["MINIMUM_SERVER", "open_engine", "run_unit", "server_time", "server_version", "transaction"]

Result = TypeVar("Result")

#: First long-term release with VECTOR columns.
MINIMUM_SERVER: Final = (11, 8)

# Strict for all tables: a value that does not fit is an error, never cut.
_SQL_MODE: Final = "STRICT_ALL_TABLES,STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"
_LOCK_WAIT_SECONDS: Final = 15
_CONNECT_SECONDS: Final = 10
_READ_SECONDS: Final = 90
_RECYCLE_SECONDS: Final = 1800

# Five tries with jitter (security notes, R6); together below two seconds, so that a lease outlives them.
UNIT_ATTEMPTS: Final = 5
_FIRST_PAUSE_SECONDS: Final = 0.05


def open_engine(url: str, *, pool_size: int = 5) -> Engine:
    """A pool of checked connections for one account.

    Args:
        url: ``mariadb+pymysql://account:password@host/schema``.
        pool_size: Connections kept; as many again may be opened under load.

    Raises:
        StoreError: At the first connection, where the server is too old or refuses our session settings.
    """
    engine = create_engine(
        url,
        pool_pre_ping=True,
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_recycle=_RECYCLE_SECONDS,
        hide_parameters=True,
        json_serializer=_to_json,
        connect_args={
            "charset": "utf8mb4",
            "connect_timeout": _CONNECT_SECONDS,
            "read_timeout": _READ_SECONDS,
            "write_timeout": _READ_SECONDS,
            "local_infile": False,
        },
    )
    event.listen(engine, "connect", _prepare_session)
    return engine


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction: commits on a clean exit, rolls back on any exception.

    Raises:
        StoreError: For whatever the database or the driver raises.
    """
    with translated(), engine.begin() as connection:
        yield connection


def server_version(engine: Engine) -> str:
    """The server's own version words, such as ``11.8.9-MariaDB``.

    Raises:
        StoreError: The database refused or failed.
    """
    with transaction(engine) as connection:
        return str(connection.execute(text("SELECT @@version")).scalar_one())


def server_time(engine: Engine) -> datetime:
    """The server's own time, aware, UTC.

    Raises:
        StoreError: The database refused or failed.
    """
    with transaction(engine) as connection:
        now: datetime = connection.execute(text("SELECT utc_timestamp(6)")).scalar_one()
    return now.replace(tzinfo=UTC)


def run_unit(
    engine: Engine, work: Callable[[Connection], Result], *, sleep: Callable[[float], None] = time.sleep
) -> Result:
    """Runs ``work`` in a transaction, and again from the start where the failure is one that passes.

    Args:
        engine: The account's engine.
        work: All of the unit; it must come to the same end when an earlier run was committed unnoticed.
        sleep: For tests.

    Raises:
        StoreError: Not retryable, or still failing at the last attempt.
    """
    for attempt in range(1, UNIT_ATTEMPTS + 1):
        try:
            with transaction(engine) as connection:
                return work(connection)
        except StoreError as error:
            if not error.retryable or attempt == UNIT_ATTEMPTS:
                raise
        # Jitter keeps two units that collided from colliding again; no secret depends on it.
        sleep(_FIRST_PAUSE_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.5))  # noqa: S311
    raise AssertionError("the last attempt returns or raises")


def _to_json(value: object) -> str:
    """JSON as it is stored: compact, keys in order, so that equal values are equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _prepare_session(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set the session, then read it back."""
    cursor = connection.cursor()
    try:
        cursor.execute(
            "SET SESSION tx_isolation = 'READ-COMMITTED', "
            f"SESSION sql_mode = '{_SQL_MODE}', SESSION time_zone = '+00:00', "
            f"SESSION innodb_lock_wait_timeout = {_LOCK_WAIT_SECONDS}"
        )
        cursor.execute(
            "SELECT @@version, @@session.sql_mode, @@session.time_zone, @@session.tx_isolation,"
            " @@session.character_set_client"
        )
        row = cursor.fetchone()
    finally:
        cursor.close()
    problem = _problem(tuple(str(value) for value in row or ()))
    if problem:
        connection.close()
        raise StoreError(ErrorCode.STORE_SCHEMA, problem)


def _problem(session: tuple[str, ...]) -> str | None:
    """What is wrong with a session, ``None`` where nothing is."""
    version, sql_mode, time_zone, isolation, charset = session
    numbers = tuple(int(part) for part in version.split("-")[0].split(".")[:2])
    if "MariaDB" not in version or numbers < MINIMUM_SERVER:
        return "The database is not MariaDB 11.8 or newer, which has the vector columns that are needed."
    wanted = {"sql_mode": "STRICT_ALL_TABLES" in sql_mode.split(","), "time_zone": time_zone == "+00:00"}
    wanted |= {"tx_isolation": isolation == "READ-COMMITTED", "character_set_client": charset == "utf8mb4"}
    wrong = sorted(name for name, right in wanted.items() if not right)
    return f"The database session does not keep its settings: {', '.join(wrong)}." if wrong else None
