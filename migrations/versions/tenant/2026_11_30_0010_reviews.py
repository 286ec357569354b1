"""Decisions of reviewers, a site's bars for automation, and the module's tokens that were used.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0010"
down_revision = "t0009"
branch_labels = None
depends_on = None

_CHANGES = (
    """
ALTER TABLE clinical_document_facts
  ADD COLUMN IF NOT EXISTS review_decision varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL
    AFTER confidence,
  ADD COLUMN IF NOT EXISTS review_version int(11) DEFAULT NULL AFTER review_decision,
  ADD COLUMN IF NOT EXISTS paper_value_json longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL
    CHECK (json_valid(paper_value_json)) AFTER review_version
""",
    """
ALTER TABLE clinical_document_promotions
  ADD KEY IF NOT EXISTS open_reviews (review_status,active,id)
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_identity_reviews (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  content_hash varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  part_number int(11) NOT NULL,
  first_page int(11) NOT NULL,
  last_page int(11) NOT NULL,
  decision varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason_code varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  note text NOT NULL,
  reviewer varchar(120) NOT NULL,
  version int(11) NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  decided_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_per_version (document_id,patient_id,content_hash,part_number,version),
  UNIQUE KEY by_id (id),
  KEY of_content (patient_id,content_hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_document_fact_reviews (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  document_id bigint(20) NOT NULL,
  content_hash varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_fingerprint varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  certainty varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  confidence double NOT NULL,
  decision varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  corrections_json longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL CHECK (json_valid(corrections_json)),
  over_row varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  reason_code varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  note text NOT NULL,
  reviewer varchar(120) NOT NULL,
  version int(11) NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  decided_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_per_version (document_id,patient_id,fact_fingerprint,version),
  UNIQUE KEY by_id (id),
  KEY of_content (patient_id,content_hash),
  KEY by_kind (doc_type,fact_type,decided_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_automation_rules (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  fact_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  mode varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  min_confidence double NOT NULL,
  updated_by varchar(120) NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 1,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  updated_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (id),
  UNIQUE KEY one_rule_per_kind (doc_type,fact_type)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS used_panel_tokens (
  jti varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  expires_at datetime(6) NOT NULL,
  PRIMARY KEY (jti),
  KEY by_end (expires_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)


def upgrade() -> None:
    for statement in _CHANGES:
        op.execute(statement)
