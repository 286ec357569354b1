"""What reviewers decided, and what a site lets through without one.

Decisions are only ever added: the newest of a part or a fact is the active one, and undoing is a decision too. They are
found by the document's bytes and the patient, so that they hold for a copy of the document as well.
"""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, Index, Integer, PrimaryKeyConstraint, Text, UniqueConstraint
from sqlalchemy.dialects.mysql import VARCHAR

from arbiter_fhir.store.columns import (
    NOW,
    UtcDateTime,
    active_flag,
    code,
    created_at,
    document_id,
    patient_id,
    row_id,
    table,
)
from arbiter_fhir.store.tables import TENANT

__all__ = ["automation_rules", "fact_reviews", "identity_reviews"]

identity_reviews = table(
    "clinical_document_identity_reviews",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    Column("content_hash", code(128), nullable=False),
    Column("part_number", Integer, nullable=False),
    Column("first_page", Integer, nullable=False),
    Column("last_page", Integer, nullable=False),
    Column("decision", code(16), nullable=False),
    Column("reason_code", code(40), nullable=False),
    Column("note", Text, nullable=False),
    Column("reviewer", VARCHAR(120), nullable=False),
    Column("version", Integer, nullable=False),
    active_flag(),
    Column("decided_at", UtcDateTime(), nullable=False, server_default=NOW),
    UniqueConstraint("document_id", "patient_id", "content_hash", "part_number", "version", name="one_per_version"),
    UniqueConstraint("id", name="by_id"),
    Index("of_content", "patient_id", "content_hash"),
)

fact_reviews = table(
    "clinical_document_fact_reviews",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    Column("content_hash", code(128), nullable=False),
    Column("fact_fingerprint", code(128), nullable=False),
    Column("doc_type", code(32), nullable=False),
    Column("fact_type", code(32), nullable=False),
    Column("certainty", code(16), nullable=False),
    Column("confidence", Double, nullable=False),
    Column("decision", code(16), nullable=False),
    Column("corrections_json", JSON, nullable=False),
    Column("over_row", code(120), nullable=False),
    Column("reason_code", code(40), nullable=False),
    Column("note", Text, nullable=False),
    Column("reviewer", VARCHAR(120), nullable=False),
    Column("version", Integer, nullable=False),
    active_flag(),
    Column("decided_at", UtcDateTime(), nullable=False, server_default=NOW),
    UniqueConstraint("document_id", "patient_id", "fact_fingerprint", "version", name="one_per_version"),
    UniqueConstraint("id", name="by_id"),
    Index("of_content", "patient_id", "content_hash"),
    Index("by_kind", "doc_type", "fact_type", "decided_at"),
)

automation_rules = table(
    "clinical_automation_rules",
    TENANT,
    row_id(),
    Column("doc_type", code(32), nullable=False),
    Column("fact_type", code(32), nullable=False),
    Column("mode", code(16), nullable=False),
    Column("min_confidence", Double, nullable=False),
    Column("updated_by", VARCHAR(120), nullable=False),
    active_flag(),
    created_at(),
    Column("updated_at", UtcDateTime(), nullable=False, server_default=NOW),
    UniqueConstraint("doc_type", "fact_type", name="one_rule_per_kind"),
)
