"""The audit log and the head of its hash chain, in the tenant's schema beside the data that they speak of.

Application accounts may insert five columns of `audit_log`; number, time, database account and hashes are set by a
trigger that runs as a locked account (see `migrations/versions/tenant`). Both tables stand in the tenant's own schema,
not in one of their own, because isolation here is by table and column grants, never by schema-wide ones: a second
schema adds nothing to the wall, and one schema is migrated, backed up and dropped as one.
"""

from __future__ import annotations

from sqlalchemy import BINARY, JSON, Column, text
from sqlalchemy.dialects.mysql import BIGINT, TINYINT, VARCHAR

from arbiter_fhir.store.columns import UtcDateTime, code, table
from arbiter_fhir.store.tables import TENANT

__all__ = ["audit_chain_head", "audit_log"]

audit_log = table(
    "audit_log",
    TENANT,
    Column("seq", BIGINT(unsigned=True), primary_key=True, autoincrement=False, server_default=text("0")),
    Column("occurred_at", UtcDateTime(), nullable=False, server_default=text("'1970-01-01 00:00:00'")),
    Column("db_account", VARCHAR(200), nullable=False, server_default=""),
    Column("action", code(64), nullable=False),
    Column("actor_type", code(32), nullable=False),
    Column("actor", VARCHAR(120), nullable=False),
    Column("patient_ref", code(80), nullable=True),
    Column("detail", JSON, nullable=False),
    Column("prev_hash", BINARY(32), nullable=False, server_default=text("0x00")),
    Column("hash", BINARY(32), nullable=False, server_default=text("0x00")),
)

audit_chain_head = table(
    "audit_chain_head",
    TENANT,
    Column("id", TINYINT, primary_key=True, autoincrement=False),
    Column("seq", BIGINT(unsigned=True), nullable=False),
    Column("hash", BINARY(32), nullable=False),
)
