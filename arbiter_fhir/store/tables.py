"""The tables of a tenant's schema, `arbiter_<site>`: documents, facts, promotions, work.

Tables that hold something about a patient are clustered by ``(patient_id, id)``: a statement for one patient reads that
patient's rows and no other's, and exact vector distance stays fast with recall 1 (performance notes, B6). They carry no
vector index on purpose: with one, the optimiser changes plan by itself and loses neighbours without a warning.

Uniqueness does the deduplication. Where only active rows must be unique, a stored column repeats the key while the row
is active and is null afterwards, because null equals nothing in a unique index; history then never stands in the way.

No foreign keys: an account can switch them off in its session (security notes, 6.1), so nothing may rely on them, and
they would take locks on rows of other transactions.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Computed,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.mysql import BIGINT, MEDIUMBLOB, VARCHAR

from arbiter_fhir.store.columns import (
    NOW,
    UtcDateTime,
    Vector,
    active_flag,
    code,
    created_at,
    document_id,
    patient_id,
    row_id,
    table,
)

__all__ = [
    "TENANT",
    "chunks",
    "document_locks",
    "fact_embeddings",
    "facts",
    "handoffs",
    "heartbeats",
    "identity_checks",
    "jobs",
    "mappings",
    "phi_tokens",
    "promotions",
    "rejected_candidates",
    "retractions",
    "stage_timings",
    "watch_documents",
    "watch_state",
]

TENANT = MetaData()

#: SHA3-512 in hex, what OpenEMR keeps in `documents.hash`.
_CONTENT_HASH = 128
_FINGERPRINT = 128


def _unsigned(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, BIGINT(unsigned=True), nullable=nullable)


mappings = table(
    "clinical_document_type_mappings",
    TENANT,
    row_id(),
    Column("category_id", BigInteger, nullable=False),
    Column("doc_type", code(32), nullable=False),
    active_flag(),
    created_at(),
    Column("updated_at", UtcDateTime(), nullable=False, server_default=NOW),
    UniqueConstraint("category_id", name="one_mapping_per_category"),
)

# `attempts` counts claims, `stalls` those claims that ended without a word: only the latter make a job poison, so an
# EHR that is down for an hour does not condemn its documents.
jobs = table(
    "clinical_document_processing_jobs",
    TENANT,
    row_id(),
    patient_id(),
    document_id(),
    Column("doc_type", code(32), nullable=False),
    Column("content_hash", code(_CONTENT_HASH), nullable=False),
    Column("status", code(16), nullable=False, server_default="pending"),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Column("stalls", Integer, nullable=False, server_default=text("0")),
    Column("fence", BIGINT(unsigned=True), nullable=False, server_default=text("0")),
    Column("worker", VARCHAR(120), nullable=True),
    Column("lease_until", UtcDateTime(), nullable=True),
    Column("available_at", UtcDateTime(), nullable=False, server_default=NOW),
    created_at(),
    Column("started_at", UtcDateTime(), nullable=True),
    Column("finished_at", UtcDateTime(), nullable=True),
    Column("error_code", code(40), nullable=True),
    Column("error_message", VARCHAR(500), nullable=True),
    Column("retracted_at", UtcDateTime(), nullable=True),
    Column("retraction_reason", VARCHAR(255), nullable=True),
    UniqueConstraint("document_id", "patient_id", "content_hash", "doc_type", name="one_job_per_content"),
    Index("due", "status", "available_at", "id"),
    Index("run_out", "status", "lease_until", "id"),
    Index("of_patient", "patient_id", "status"),
)

# One row for each part of a document. Rows from before documents had parts hold the whole of one: no last page.
identity_checks = table(
    "clinical_document_identity_checks",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id"),
    Column("doc_type", code(32), nullable=False),
    Column("part_number", Integer, nullable=False, server_default=text("1")),
    Column("part_kind", code(16), nullable=False, server_default="whole"),
    Column("first_page", Integer, nullable=False, server_default=text("1")),
    Column("last_page", Integer, nullable=True),
    Column("identity_status", code(40), nullable=False),
    Column("extracted_identifiers", MEDIUMBLOB, nullable=True),
    Column("key_version", SmallInteger, nullable=True),
    Column("matched_patient_fields_json", JSON, nullable=False),
    Column("mismatch_reason", VARCHAR(255), nullable=False),
    Column("review_required", Boolean, nullable=False),
    Column("review_decision", code(16), nullable=True),
    Column("reviewed_by", VARCHAR(120), nullable=True),
    Column("reviewed_at", UtcDateTime(), nullable=True),
    active_flag(),
    Column("checked_at", UtcDateTime(), nullable=False, server_default=NOW),
    created_at(),
    UniqueConstraint("job_id", "part_number", name="one_check_per_part"),
    UniqueConstraint("id", name="by_id"),
    Index("of_document", "document_id"),
)

facts = table(
    "clinical_document_facts",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id"),
    _unsigned("identity_check_id"),
    Column("doc_type", code(32), nullable=False),
    Column("fact_type", code(32), nullable=False),
    Column("certainty", code(16), nullable=False),
    Column("fact_fingerprint", code(_FINGERPRINT), nullable=False),
    Column("clinical_content_fingerprint", code(_FINGERPRINT), nullable=False),
    Column("fact_text", Text, nullable=False),
    Column("structured_value_json", JSON, nullable=False),
    Column("citation_json", JSON, nullable=False),
    Column("reasons_json", JSON, nullable=False),
    Column("confidence", Double, nullable=False),
    # What a person decided, and the value as it was read where the person corrected it.
    Column("review_decision", code(16), nullable=True),
    Column("review_version", Integer, nullable=True),
    Column("paper_value_json", JSON(none_as_null=True), nullable=True),
    Column("promotion_status", code(32), nullable=True),
    Column("retracted_at", UtcDateTime(), nullable=True),
    Column("retraction_reason", VARCHAR(255), nullable=True),
    active_flag(),
    Column("active_document_id", BigInteger, Computed("if(active = 1, document_id, NULL)", persisted=True)),
    created_at(),
    Column("deactivated_at", UtcDateTime(), nullable=True),
    # A document moved to another patient leaves its facts there as history, so the patient is part of the key; among
    # active facts (document, fingerprint) alone is unique.
    UniqueConstraint("document_id", "fact_fingerprint", "patient_id", name="one_fact_per_fingerprint"),
    UniqueConstraint("active_document_id", "fact_fingerprint", name="one_active_fact_per_fingerprint"),
    UniqueConstraint("id", name="by_id"),
    Index("of_job", "job_id"),
)

fact_embeddings = table(
    "clinical_document_fact_embeddings",
    TENANT,
    patient_id(primary_key=True),
    Column("fact_id", BIGINT(unsigned=True), primary_key=True, autoincrement=False),
    document_id(),
    Column("embedding", Vector(), nullable=False),
    Column("embedding_model", code(120), nullable=False),
    active_flag(),
    created_at(),
    Index("of_document", "document_id"),
    Index("by_model", "embedding_model", "active", "patient_id"),
)

chunks = table(
    "clinical_document_chunks",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id"),
    Column("page", Integer, nullable=False),
    Column("route", code(16), nullable=False),
    Column("start_offset", Integer, nullable=False),
    Column("end_offset", Integer, nullable=False),
    Column("chunk_text", Text, nullable=False),
    Column("embedding", Vector(), nullable=False),
    Column("embedding_model", code(120), nullable=False),
    active_flag(),
    created_at(),
    UniqueConstraint("id", name="by_id"),
    Index("of_document", "document_id"),
    Index("of_job", "job_id"),
    Index("by_model", "embedding_model", "active", "patient_id"),
)

rejected_candidates = table(
    "clinical_document_rejected_candidates",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id"),
    Column("page", Integer, nullable=False),
    Column("reason", code(80), nullable=False),
    Column("quote", Text, nullable=False),
    active_flag(),
    created_at(),
    UniqueConstraint("id", name="by_id"),
    Index("of_document", "document_id"),
    Index("of_job", "job_id"),
)

promotions = table(
    "clinical_document_promotions",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id"),
    _unsigned("fact_id"),
    Column("fact_fingerprint", code(_FINGERPRINT), nullable=False),
    Column("clinical_content_fingerprint", code(_FINGERPRINT), nullable=False),
    Column("promoted_table", code(64), nullable=False),
    Column("promoted_record_id", BigInteger, nullable=True),
    Column("promoted_pk_json", JSON, nullable=True),
    Column("values_digest", code(64), nullable=True),
    Column("outcome", code(32), nullable=False),
    Column("duplicate_key", code(120), nullable=True),
    Column("conflict_reason", VARCHAR(255), nullable=False),
    Column("citation_json", JSON, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("review_status", code(32), nullable=False),
    active_flag(),
    Column(
        "active_fingerprint",
        code(_FINGERPRINT),
        Computed("if(active = 1 and outcome = 'promoted', clinical_content_fingerprint, NULL)", persisted=True),
    ),
    created_at(),
    Column("updated_at", UtcDateTime(), nullable=False, server_default=NOW),
    Column("retracted_at", UtcDateTime(), nullable=True),
    Column("retraction_reason", VARCHAR(255), nullable=True),
    UniqueConstraint("fact_id", "promoted_table", name="one_outcome_per_fact"),
    UniqueConstraint("patient_id", "active_fingerprint", "promoted_table", name="one_active_chart_row"),
    UniqueConstraint("id", name="by_id"),
    Index("of_document", "document_id"),
    Index("open_reviews", "review_status", "active", "id"),
)

retractions = table(
    "clinical_document_retractions",
    TENANT,
    patient_id(),
    row_id(primary_key=False),
    PrimaryKeyConstraint("patient_id", "id"),
    document_id(),
    _unsigned("job_id", nullable=True),
    _unsigned("fact_id", nullable=True),
    _unsigned("promotion_id", nullable=True),
    Column("promoted_table", code(64), nullable=True),
    Column("promoted_record_id", BigInteger, nullable=True),
    Column("prior_state", code(40), nullable=False),
    Column("new_state", code(40), nullable=False),
    Column("action", code(32), nullable=False),
    Column("actor_type", code(32), nullable=False),
    Column("actor_id", VARCHAR(120), nullable=False),
    Column("reason", VARCHAR(255), nullable=False),
    created_at(),
    UniqueConstraint("id", name="by_id"),
    Index("of_document", "document_id"),
)

phi_tokens = table(
    "phi_tokens",
    TENANT,
    patient_id(primary_key=True),
    document_id(primary_key=True),
    Column("label", code(40), primary_key=True),
    Column("key_version", SmallInteger, nullable=False),
    Column("ciphertext", MEDIUMBLOB, nullable=False),
    created_at(),
    Index("of_document", "document_id"),
)

handoffs = table(
    "clinical_supervisor_handoffs",
    TENANT,
    row_id(),
    Column("request_id", code(64), nullable=True),
    _unsigned("job_id", nullable=True),
    Column("source_node", code(32), nullable=False),
    Column("destination_node", code(32), nullable=False),
    Column("decision_reason", VARCHAR(255), nullable=False),
    Column("task_type", code(64), nullable=False),
    Column("outcome", code(64), nullable=False),
    Column("latency_ms", Integer, nullable=False),
    Column("error_reason", VARCHAR(255), nullable=True),
    created_at(),
    Index("of_job", "job_id"),
    Index("of_request", "request_id"),
)

stage_timings = table(
    "stage_timings",
    TENANT,
    row_id(),
    _unsigned("job_id", nullable=True),
    Column("request_id", code(64), nullable=True),
    Column("stage", code(64), nullable=False),
    Column("latency_ms", Integer, nullable=False),
    # Set for a call of a model, whose time lies within its stage's own row. Money is in millionths of a US dollar.
    Column("model", VARCHAR(120), nullable=True),
    Column("input_tokens", Integer, nullable=True),
    Column("output_tokens", Integer, nullable=True),
    Column("cost_micros", BigInteger, nullable=True),
    created_at(),
    Index("of_job", "job_id"),
    Index("of_stage", "stage", "created_at"),
    Index("by_time", "created_at"),
)

heartbeats = table(
    "worker_heartbeats",
    TENANT,
    Column("worker", VARCHAR(120), primary_key=True),
    Column("status", code(32), nullable=False),
    Column("started_at", UtcDateTime(), nullable=False, server_default=NOW),
    Column("beat_at", UtcDateTime(), nullable=False, server_default=NOW),
)

watch_documents = table(
    "watch_documents",
    TENANT,
    document_id(primary_key=True),
    patient_id(),
    Column("doc_type", code(32), nullable=False),
    Column("content_hash", code(_CONTENT_HASH), nullable=False),
    Column("state", code(16), nullable=False),
    created_at(),
    Column("updated_at", UtcDateTime(), nullable=False, server_default=NOW),
    Index("followed", "state", "document_id"),
)

watch_state = table(
    "watch_state",
    TENANT,
    Column("name", code(40), primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# Rows that exist only to be locked: ingest and withdrawal of one document follow each other. A patient is locked by the
# chart writer on OpenEMR's own row. Every transaction locks in the order document, job, patient.
document_locks = table("document_locks", TENANT, document_id(primary_key=True))
