"""Opens connections the way OpenEMR's own PHP does: no transaction around statements, no strict mode.

Source: observed on OpenEMR 7.0.1, which runs ``SET sql_mode = ''`` on every connection. A reader or writer that
relies on strict mode has to ask for it itself; the stand-in must not do that for him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Engine, create_engine, event

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

POOL_SIZE = 6
POOL_OVERFLOW = 26


def open_engine(database_url: str) -> Engine:
    """Returns an engine for one OpenEMR schema.

    Every statement commits by itself, as ADOdb's do: between a document's row and its category link another
    process really can look. A server that was restarted is noticed before a statement is sent.

    Args:
        database_url: SQLAlchemy URL with driver ``mariadb+pymysql`` and the schema as its database.
    """
    engine = create_engine(
        database_url,
        isolation_level="AUTOCOMMIT",
        pool_pre_ping=True,
        pool_size=POOL_SIZE,
        max_overflow=POOL_OVERFLOW,
    )

    @event.listens_for(engine, "connect")
    def empty_sql_mode(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("SET sql_mode = ''")
        cursor.close()

    return engine
