"""Questions as they were decided, for those that lean on them: clean text only, kept for a day."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Index, PrimaryKeyConstraint, Text, UniqueConstraint
from sqlalchemy.dialects.mysql import VARCHAR

from arbiter_fhir.store.columns import code, created_at, patient_id, row_id, table
from arbiter_fhir.store.tables import TENANT

__all__ = ["query_turns"]

query_turns = table(
    "clinical_query_turns",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    Column("request_id", code(64), nullable=False),
    Column("caller", VARCHAR(120), nullable=False),
    Column("question_text", Text, nullable=False),
    Column("routed_json", JSON, nullable=False),
    created_at(),
    UniqueConstraint("request_id", name="one_turn_per_request"),
    UniqueConstraint("id", name="by_id"),
    Index("by_age", "created_at"),
)
