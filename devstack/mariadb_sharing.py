"""One private MariaDB for all processes of a test session, and schemas that keep them apart."""

from __future__ import annotations

import fcntl
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from devstack.mariadb_server import MariaDBHandle, PrivateMariaDB
from devstack.mariadb_software import DEFAULT_HOME, locked

__all__ = ["scratch_schema", "shared_server"]


@contextmanager
def shared_server(
    root: Path, *, home: Path = DEFAULT_HOME, options: Mapping[str, str] | None = None
) -> Iterator[MariaDBHandle]:
    """One server for several processes: pytest-xdist workers, or several sessions at once.

    The first user starts it on a fresh copy of the empty template, the last to leave stops it; a user that dies counts
    as left. Each user keeps to schemas and accounts with names of its own (`scratch_schema`).

    Raises:
        MariaDBError: the server could not be prepared, started or stopped.
    """
    server = PrivateMariaDB(root, home=home, options=options)
    server.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    door = server.root / "door"
    with (server.root / "users").open("a", encoding="ascii") as users:
        with locked(door):
            if _take_alone(users.fileno()):
                server.erase()
            fcntl.flock(users, fcntl.LOCK_SH)
            handle = server.start()
        try:
            yield handle
        finally:
            with locked(door):
                if _take_alone(users.fileno()):
                    server.stop()


@contextmanager
def scratch_schema(handle: MariaDBHandle, prefix: str = "scratch") -> Iterator[str]:
    """Makes an empty schema with a name that nobody else has, gives the name, and drops the schema afterwards."""
    name = f"{prefix}_{secrets.token_hex(6)}"
    with handle.connect() as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    try:
        yield name
    finally:
        with handle.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS `{name}`")


def _take_alone(descriptor: int) -> bool:
    """True when no other process holds the lock; it is then held alone."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
