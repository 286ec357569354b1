"""The guideline corpus: chunks with their words, and their vectors.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0008"
down_revision = "t0007"
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS clinical_guideline_chunks (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  chunk_id varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  corpus_version varchar(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  source_title varchar(255) NOT NULL,
  source_organisation varchar(120) NOT NULL,
  source_year smallint(6) NOT NULL,
  source_url_or_file varchar(500) NOT NULL,
  section varchar(255) NOT NULL,
  grade varchar(60) NOT NULL,
  topic varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quoted tinyint(1) NOT NULL,
  chunk_text text NOT NULL,
  citation_json longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL CHECK (json_valid(citation_json)),
  heading_terms text CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  body_terms text CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  terms_version varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 0,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  updated_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (id),
  UNIQUE KEY one_chunk_per_version (corpus_version,chunk_id),
  KEY searched (active,corpus_version),
  FULLTEXT KEY found_by_words (heading_terms,body_terms)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS clinical_guideline_chunk_embeddings (
  corpus_version varchar(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  embedding_model varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  chunk_id varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  embedding vector(384) NOT NULL,
  active tinyint(1) NOT NULL DEFAULT 0,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  PRIMARY KEY (corpus_version,embedding_model,chunk_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
