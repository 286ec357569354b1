"""Promotions, retractions and the encrypted placeholder map.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0002"
down_revision = "t0001"
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS clinical_document_promotions (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned NOT NULL,
  fact_id bigint(20) unsigned NOT NULL,
  fact_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  clinical_content_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  promoted_table varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  promoted_record_id bigint(20) DEFAULT NULL,
  promoted_pk_json longtext DEFAULT NULL CHECK (json_valid(promoted_pk_json)),
  values_digest varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  outcome varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  duplicate_key varchar(120) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  conflict_reason varchar(255) NOT NULL,
  citation_json longtext NOT NULL CHECK (json_valid(citation_json)),
  confidence double NOT NULL,
  review_status varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  active_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin
    GENERATED ALWAYS AS (if(active = 1 and outcome = 'promoted',clinical_content_fingerprint,NULL)) STORED,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  updated_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  retracted_at datetime(6) DEFAULT NULL,
  retraction_reason varchar(255) DEFAULT NULL,
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_outcome_per_fact (fact_id,promoted_table),
  UNIQUE KEY by_id (id),
  UNIQUE KEY one_active_chart_row (patient_id,active_fingerprint,promoted_table),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_retractions (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  job_id bigint(20) unsigned DEFAULT NULL,
  fact_id bigint(20) unsigned DEFAULT NULL,
  promotion_id bigint(20) unsigned DEFAULT NULL,
  promoted_table varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  promoted_record_id bigint(20) DEFAULT NULL,
  prior_state varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  new_state varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  action varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor_id varchar(120) NOT NULL,
  reason varchar(255) NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY by_id (id),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS phi_tokens (
  patient_id bigint(20) NOT NULL,
  document_id bigint(20) NOT NULL,
  label varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  key_version smallint(6) NOT NULL,
  ciphertext mediumblob NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,document_id,label),
  KEY of_document (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
