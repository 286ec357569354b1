"""Questions as they were decided, for those that lean on them.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0009"
down_revision = "t0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
CREATE TABLE IF NOT EXISTS clinical_query_turns (
  patient_id bigint(20) NOT NULL,
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  request_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  caller varchar(120) NOT NULL,
  question_text text NOT NULL,
  routed_json longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL CHECK (json_valid(routed_json)),
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (patient_id,id),
  UNIQUE KEY one_turn_per_request (request_id),
  UNIQUE KEY by_id (id),
  KEY by_age (created_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
"""
    )
