"""Ids of the module's tokens that were used: a token opens the door once."""

from __future__ import annotations

from sqlalchemy import Column, Index

from arbiter_fhir.store.columns import UtcDateTime, code, table
from arbiter_fhir.store.tables import TENANT

__all__ = ["used_panel_tokens"]

used_panel_tokens = table(
    "used_panel_tokens",
    TENANT,
    Column("jti", code(64), primary_key=True),
    Column("expires_at", UtcDateTime(), nullable=False),
    Index("by_end", "expires_at"),
)
