"""What models cost, beside the time that stages take.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0006"
down_revision = "t0005"
branch_labels = None
depends_on = None

_CHANGES = (
    """
ALTER TABLE stage_timings
  ADD COLUMN IF NOT EXISTS model varchar(120) DEFAULT NULL AFTER latency_ms,
  ADD COLUMN IF NOT EXISTS input_tokens int(11) DEFAULT NULL AFTER model,
  ADD COLUMN IF NOT EXISTS output_tokens int(11) DEFAULT NULL AFTER input_tokens,
  ADD COLUMN IF NOT EXISTS cost_micros bigint(20) DEFAULT NULL AFTER output_tokens
""",
    "ALTER TABLE stage_timings ADD KEY IF NOT EXISTS by_time (created_at)",
)


def upgrade() -> None:
    for statement in _CHANGES:
        op.execute(statement)
