"""The watch, locks, hand-offs, timings and heartbeats.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0003"
down_revision = "t0002"
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS watch_documents (
  document_id bigint(20) NOT NULL,
  patient_id bigint(20) NOT NULL,
  doc_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_hash varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  state varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  updated_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (document_id),
  KEY followed (state,document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS watch_state (
  name varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value bigint(20) NOT NULL,
  PRIMARY KEY (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS document_locks (
  document_id bigint(20) NOT NULL,
  PRIMARY KEY (document_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_supervisor_handoffs (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  request_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  job_id bigint(20) unsigned DEFAULT NULL,
  source_node varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  destination_node varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  decision_reason varchar(255) NOT NULL,
  task_type varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  outcome varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  latency_ms int(11) NOT NULL,
  error_reason varchar(255) DEFAULT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (id),
  KEY of_request (request_id),
  KEY of_job (job_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS stage_timings (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  job_id bigint(20) unsigned DEFAULT NULL,
  request_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  stage varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  latency_ms int(11) NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (id),
  KEY of_stage (stage,created_at),
  KEY of_job (job_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS worker_heartbeats (
  worker varchar(120) NOT NULL,
  status varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  started_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  beat_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (worker)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
