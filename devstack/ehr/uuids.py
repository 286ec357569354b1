"""Row identifiers as OpenEMR makes them: 16 bytes, time first, each noted in ``uuid_registry``."""

from __future__ import annotations

import uuid
from datetime import datetime

from sqlalchemy import Connection, text

TICKS_PER_SECOND = 100_000
"""The leading 48 bits count units of 10 microseconds (seen in observed identifiers)."""


def new_uuid(now: datetime) -> uuid.UUID:
    """Returns a random UUID whose first six bytes are the time, so that later rows sort later."""
    ticks = int(now.timestamp() * TICKS_PER_SECOND)
    return uuid.UUID(bytes=ticks.to_bytes(6, "big") + uuid.uuid4().bytes[6:])


def parse_uuid(value: str) -> uuid.UUID | None:
    """Returns the UUID that a text names in its usual dashed form, None for anything else."""
    try:
        parsed = uuid.UUID(value)
    except ValueError:
        return None
    return parsed if str(parsed) == value.lower() else None


def register_uuid(
    connection: Connection,
    now: datetime,
    *,
    table_name: str,
    table_id: str = "id",
    document_drive: bool = False,
) -> uuid.UUID:
    """Makes an identifier and records it.

    Args:
        connection: Connection to the site's schema.
        now: Present time, aware.
        table_name: Table whose row will carry it.
        table_id: Name of that table's number column (a column name, in spite of what it is called).
        document_drive: True for the name of a file on disk rather than of a row.
    """
    made = new_uuid(now)
    connection.execute(
        text(
            "INSERT INTO uuid_registry"
            " (uuid, table_name, table_id, table_vertical, couchdb, document_drive, mapped, created)"
            " VALUES (:uuid, :table_name, :table_id, '', '', :document_drive, 0, NOW())"
        ),
        {
            "uuid": made.bytes,
            "table_name": table_name,
            "table_id": table_id,
            "document_drive": int(document_drive),
        },
    )
    return made


def fill_missing_uuids(connection: Connection, now: datetime, *, table_name: str, table_id: str) -> int:
    """Gives every row without an identifier one, as OpenEMR's services do when a read constructs them.

    Returns:
        Number of rows that were filled.
    """
    missing = connection.execute(
        text(f"SELECT `{table_id}` FROM `{table_name}` WHERE uuid IS NULL OR uuid = :zero"),
        {"zero": bytes(16)},
    ).scalars()
    numbers = list(missing)
    for number in numbers:
        made = register_uuid(connection, now, table_name=table_name, table_id=table_id)
        connection.execute(
            text(
                f"UPDATE `{table_name}` SET uuid = :uuid"
                f" WHERE `{table_id}` = :number AND (uuid IS NULL OR uuid = :zero)"
            ),
            {"uuid": made.bytes, "number": number, "zero": bytes(16)},
        )
    return len(numbers)
