"""Documents, jobs, identity checks, facts and text windows.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS clinical_document_type_mappings (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  category_id bigint(20) NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  updated_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (id),
  UNIQUE KEY one_mapping_per_category (category_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_processing_jobs (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  patient_id bigint(20) NOT NULL,
  document_id bigint(20) NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_hash varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending',
  attempts int(11) NOT NULL DEFAULT 0,
  stalls int(11) NOT NULL DEFAULT 0,
  fence bigint(20) unsigned NOT NULL DEFAULT 0,
  worker varchar(120) DEFAULT NULL,
  lease_until datetime(6) DEFAULT NULL,
  available_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  started_at datetime(6) DEFAULT NULL,
  finished_at datetime(6) DEFAULT NULL,
  error_code varchar(40) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  error_message varchar(500) DEFAULT NULL,
  retracted_at datetime(6) DEFAULT NULL,
  retraction_reason varchar(255) DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY one_job_per_content (document_id,patient_id,content_hash,doc_type),
  KEY due (status,available_at,id),
  KEY run_out (status,lease_until,id),
  KEY of_patient (patient_id,status)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_identity_checks (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  identity_status varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  extracted_identifiers mediumblob DEFAULT NULL,
  key_version smallint(6) DEFAULT NULL,
  matched_patient_fields_json longtext NOT NULL CHECK (json_valid(matched_patient_fields_json)),
  mismatch_reason varchar(255) NOT NULL,
  review_required tinyint(1) NOT NULL,
  review_decision varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  reviewed_by varchar(120) DEFAULT NULL,
  reviewed_at datetime(6) DEFAULT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  checked_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_check_per_job (job_id),
  UNIQUE KEY by_id (id),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_facts (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned NOT NULL,
  identity_check_id bigint(20) unsigned NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  certainty varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  clinical_content_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_text text NOT NULL,
  structured_value_json longtext NOT NULL CHECK (json_valid(structured_value_json)),
  citation_json longtext NOT NULL CHECK (json_valid(citation_json)),
  reasons_json longtext NOT NULL CHECK (json_valid(reasons_json)),
  confidence double NOT NULL,
  promotion_status varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  retracted_at datetime(6) DEFAULT NULL,
  retraction_reason varchar(255) DEFAULT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  active_document_id bigint(20) GENERATED ALWAYS AS (if(active = 1,document_id,NULL)) STORED,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  deactivated_at datetime(6) DEFAULT NULL,
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_fact_per_fingerprint (document_id,fact_fingerprint,patient_id),
  UNIQUE KEY by_id (id),
  UNIQUE KEY one_active_fact_per_fingerprint (active_document_id,fact_fingerprint),
  KEY of_job (job_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_fact_embeddings (
  patient_id bigint(20) NOT NULL,
  fact_id bigint(20) unsigned NOT NULL,
  document_id bigint(20) NOT NULL,
  embedding vector(384) NOT NULL,
  embedding_model varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,fact_id),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_chunks (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned NOT NULL,
  page int(11) NOT NULL,
  route varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  start_offset int(11) NOT NULL,
  end_offset int(11) NOT NULL,
  chunk_text text NOT NULL,
  embedding vector(384) NOT NULL,
  embedding_model varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY by_id (id),
  KEY of_job (job_id),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_rejected_candidates (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned NOT NULL,
  page int(11) NOT NULL,
  reason varchar(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quote text NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY by_id (id),
  KEY of_document (document_id),
  KEY of_job (job_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
