"""The control schema, `arbiter`: tenants and API keys. No PHI, no key that could be used."""

from __future__ import annotations

from sqlalchemy import BINARY, Column, Index, MetaData, SmallInteger, UniqueConstraint
from sqlalchemy.dialects.mysql import VARCHAR

from arbiter_fhir.store.columns import UtcDateTime, code, created_at, row_id, table

__all__ = ["CONTROL", "api_keys", "tenants"]

CONTROL = MetaData()

tenants = table(
    "tenants",
    CONTROL,
    Column("site", code(24), primary_key=True),
    Column("openemr_schema", VARCHAR(64), nullable=False),
    created_at(),
    Column("disabled_at", UtcDateTime(), nullable=True),
)

# `key_hmac` is HMAC-SHA256 of the whole key under a pepper that is not in the database.
api_keys = table(
    "api_keys",
    CONTROL,
    row_id(),
    Column("key_id", code(16), nullable=False),
    Column("site", code(24), nullable=False),
    Column("label", VARCHAR(120), nullable=False),
    Column("scopes", code(120), nullable=False),
    Column("pepper_version", SmallInteger, nullable=False),
    Column("key_hmac", BINARY(32), nullable=False),
    created_at(),
    Column("revoked_at", UtcDateTime(), nullable=True),
    UniqueConstraint("key_id", name="one_key_per_id"),
    Index("of_site", "site"),
)
