"""One identity check for each part of a document; what was checked before is a document of one part.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0005"
down_revision = "t0004"
branch_labels = None
depends_on = None

_CHANGES = (
    """
ALTER TABLE clinical_document_identity_checks
  ADD COLUMN IF NOT EXISTS part_number int(11) NOT NULL DEFAULT 1 AFTER doc_type,
  ADD COLUMN IF NOT EXISTS part_kind varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'whole'
    AFTER part_number,
  ADD COLUMN IF NOT EXISTS first_page int(11) NOT NULL DEFAULT 1 AFTER part_kind,
  ADD COLUMN IF NOT EXISTS last_page int(11) DEFAULT NULL AFTER first_page
""",
    """
ALTER TABLE clinical_document_identity_checks
  ADD UNIQUE KEY IF NOT EXISTS one_check_per_part (job_id,part_number)
""",
    "ALTER TABLE clinical_document_identity_checks DROP KEY IF EXISTS one_check_per_job",
)


def upgrade() -> None:
    for statement in _CHANGES:
        op.execute(statement)
