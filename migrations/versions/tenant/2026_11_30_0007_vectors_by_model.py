"""Vectors can be found by their model, so that a changed model's are replaced without reading all of them.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0007"
down_revision = "t0006"
branch_labels = None
depends_on = None

_TABLES = ("clinical_document_fact_embeddings", "clinical_document_chunks")


def upgrade() -> None:
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} ADD KEY IF NOT EXISTS by_model (embedding_model,active,patient_id)")
