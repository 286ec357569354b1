"""Brings a schema to the newest version, and tells whether it is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

import alembic.command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store.failures import translated
from arbiter_fhir.store.session import transaction

__all__ = ["SchemaKind", "check_version", "migrate", "newest_version"]

_LOCK_SECONDS: Final = 60
# Beside the package in a checkout; inside it in a wheel.
_FOLDERS: Final = tuple(Path(__file__).resolve().parents[level] / "migrations" for level in (2, 1))


class SchemaKind(StrEnum):
    """Which line of migrations a schema follows."""

    TENANT = "tenant"
    CONTROL = "control"


def migrate(url: str, schema: str, *, kind: SchemaKind = SchemaKind.TENANT) -> str:
    """Bring ``schema``, which exists, to the newest version; gives that version.

    Safe to interrupt at any statement and to run again, also by two at once: the second waits for the first.

    Args:
        url: URL of an account that may change the schema; its database part is ignored.
        schema: Name of the schema.
        kind: Which line of migrations.

    Raises:
        StoreError: The database refused or failed, the schema is of a later release, or another migration of this
            schema runs for too long.
    """
    config = _config(kind)
    with translated(), _connection(url, schema) as connection, _alone(connection, schema):
        _refuse_newer(config, connection)
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")
    return newest_version(kind)


def _refuse_newer(config: Config, connection: Connection) -> None:
    """Leave a schema alone that a later release made: this one runs on it, and knows no way to change it.

    Raises:
        StoreError: E_STORE_SCHEMA.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in _revisions(config):
        raise _later(found)


def _revisions(config: Config) -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def _later(found: str) -> StoreError:
    return StoreError(
        ErrorCode.STORE_SCHEMA,
        f"The schema is at version {found}, which a later release made. This one runs on it as it is and changes"
        " nothing of it: see docs/upgrading.md, Going back.",
    )


def newest_version(kind: SchemaKind = SchemaKind.TENANT) -> str:
    """The version that this code was written for."""
    head = ScriptDirectory.from_config(_config(kind)).get_current_head()
    if head is None:
        raise StoreError(ErrorCode.STORE_SCHEMA, "No migrations are installed; install the package again.")
    return head


def check_version(engine: Engine) -> None:
    """Refuse a schema of another version than this code's.

    Raises:
        StoreError: E_STORE_SCHEMA with both versions.
    """
    with transaction(engine) as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    wanted = newest_version()
    if found is not None and found not in _revisions(_config(SchemaKind.TENANT)):
        raise _later(str(found))
    if found != wanted:
        raise StoreError(
            ErrorCode.STORE_SCHEMA,
            f"The schema is at version {found or 'none'}, this release needs {wanted}; run `arbiter-fhir migrate`.",
        )


def _config(kind: SchemaKind) -> Config:
    folder = next((folder for folder in _FOLDERS if (folder / "env.py").is_file()), None)
    if folder is None:
        raise StoreError(ErrorCode.STORE_SCHEMA, "No migrations are installed; install the package again.")
    config = Config()
    # The parser behind Config takes % for interpolation.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("version_locations", str(folder / "versions" / kind.value).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


@contextmanager
def _connection(url: str, schema: str) -> Iterator[Connection]:
    """A connection to the schema that commits statement by statement, as DDL does anyway."""
    engine = create_engine(
        make_url(url).set(database=schema), poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
    )
    with engine.connect() as connection:
        yield connection


@contextmanager
def _alone(connection: Connection, schema: str) -> Iterator[None]:
    """Hold the schema's migration lock; it falls away with the connection."""
    name = {"name": f"migrate {schema}"}
    taken = connection.execute(text("SELECT GET_LOCK(:name, :seconds)"), {**name, "seconds": _LOCK_SECONDS})
    if taken.scalar_one() != 1:
        raise StoreError(
            ErrorCode.STORE_UNAVAILABLE, "Another migration of this schema is running; try again.", retryable=True
        )
    try:
        yield
    finally:
        connection.execute(text("SELECT RELEASE_LOCK(:name)"), name)
