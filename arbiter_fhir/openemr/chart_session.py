"""Connections to OpenEMR's database, and the one place where its errors become ours.

A database message quotes data values (codes 1062, 1292, 1366), so nothing of it is kept: the number alone is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from arbiter_fhir.errors import ChartError, ErrorCode

__all__ = ["chart_errors", "connected", "is_strict", "open_chart_engine", "require_strict"]

#: OpenEMR empties `sql_mode` on its own connections, which cuts long values silently; ours must refuse them.
STRICT_MODE = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"
_STRICT_WORDS = frozenset({"STRICT_TRANS_TABLES", "STRICT_ALL_TABLES"})

CONNECT_SECONDS = 10
#: Shorter than common idle time-outs of servers and firewalls.
RECYCLE_SECONDS = 600

# MariaDB error numbers. Deadlock, lock wait, record changed; too many connections, shutting down, connection lost.
_TRY_AGAIN = frozenset(
    {1020, 1205, 1213, 1040, 1053, 1152, 1158, 1159, 1160, 1161, 1203, 1226, 1969, 2002, 2003, 2006, 2013}
)
# Access denied for a schema, a table, a column.
_FORBIDDEN = frozenset({1044, 1142, 1143, 1227, 1370})
# Access denied for an account or its password; locked account.
_LOG_IN = frozenset({1045, 1698, 4151})
# Unknown schema, table, column, function.
_SCHEMA = frozenset({1049, 1051, 1054, 1146, 1305})
# A value that does not fit: null, duplicate, foreign key, range, format, character set, length, missing default.
_VALUE = frozenset({1048, 1062, 1264, 1265, 1292, 1364, 1366, 1406, 1451, 1452, 4025})


def open_chart_engine(url: str, *, pool_size: int = 5) -> Engine:
    """An engine for OpenEMR's database with strict mode and READ COMMITTED.

    Args:
        url: SQLAlchemy URL with the driver ``mariadb+pymysql``.
        pool_size: Connections kept open.
    """
    engine = create_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_size=pool_size,
        pool_recycle=RECYCLE_SECONDS,
        # A statement's parameters are PHI; they must not reach an exception's text.
        hide_parameters=True,
        connect_args={"connect_timeout": CONNECT_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET SESSION sql_mode = '{STRICT_MODE}'")
        cursor.close()

    return engine


@contextmanager
def connected(engine: Engine, doing: str) -> Iterator[Connection]:
    """A connection of ``engine``; errors of the log-in and of the block become ours.

    Args:
        engine: As `open_chart_engine` gives it.
        doing: As in `chart_errors`.

    Raises:
        ChartError: As `chart_errors`.
    """
    with chart_errors(doing), engine.connect() as connection:
        yield connection


def is_strict(connection: Connection) -> bool:
    """Whether this connection refuses values that do not fit instead of cutting them."""
    mode = str(connection.execute(text("SELECT @@SESSION.sql_mode")).scalar_one())
    return not _STRICT_WORDS.isdisjoint(mode.split(","))


def require_strict(connection: Connection) -> None:
    """Make sure that this connection is strict.

    Raises:
        ChartError: E_EHR_WRITE: it would cut values silently.
    """
    if not is_strict(connection):
        raise ChartError(
            ErrorCode.EHR_WRITE,
            "The database connection is not in strict mode, so a value that does not fit would be cut; nothing was"
            " written. Set sql_mode to STRICT_TRANS_TABLES for this connection.",
        )


@contextmanager
def chart_errors(doing: str) -> Iterator[None]:
    """Turn database errors inside the block into `ChartError`.

    Args:
        doing: What is being done, for the message: ``"reading the patient"``.

    Raises:
        ChartError: E_EHR_UNAVAILABLE (retryable), E_EHR_AUTH, E_EHR_SCHEMA or E_EHR_WRITE.
    """
    try:
        yield
    except PoolTimeoutError:
        raise ChartError(
            ErrorCode.EHR_UNAVAILABLE,
            f"No database connection became free while {doing}; it is tried again.",
            retryable=True,
        ) from None
    except DBAPIError as error:
        raise _translate(_number(error), doing, lost=error.connection_invalidated) from None
    except SQLAlchemyError:
        raise ChartError(
            ErrorCode.EHR_UNAVAILABLE, f"The database layer failed while {doing}; it is tried again.", retryable=True
        ) from None


def _number(error: DBAPIError) -> int | None:
    arguments = getattr(error.orig, "args", ())
    return arguments[0] if arguments and isinstance(arguments[0], int) else None


def _translate(number: int | None, doing: str, *, lost: bool) -> ChartError:
    where = f"while {doing} (database error {number})" if number else f"while {doing}"
    if lost or number is None or number in _TRY_AGAIN:
        return ChartError(
            ErrorCode.EHR_UNAVAILABLE,
            f"OpenEMR's database was busy or gone {where}; it is tried again.",
            retryable=True,
        )
    if number in _LOG_IN:
        return ChartError(
            ErrorCode.EHR_AUTH,
            f"The database knows no such account, or not with this password (database error {number}).",
        )
    if number in _FORBIDDEN:
        return ChartError(
            ErrorCode.EHR_AUTH,
            f"The database account lacks a privilege {where}. Run `arbiter-fhir doctor`; it compares the grants.",
        )
    if number in _SCHEMA:
        return ChartError(
            ErrorCode.EHR_SCHEMA,
            f"OpenEMR's tables are not what was expected {where}. Run `arbiter-fhir doctor`; it lists the differences.",
        )
    if number in _VALUE:
        return ChartError(ErrorCode.EHR_WRITE, f"A value does not fit OpenEMR's column {where}; nothing was written.")
    return ChartError(
        ErrorCode.EHR_UNAVAILABLE, f"OpenEMR's database failed {where}; it is tried again.", retryable=True
    )
