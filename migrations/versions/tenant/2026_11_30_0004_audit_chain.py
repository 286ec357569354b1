"""The audit log, the head of its hash chain, and the trigger that chains.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "t0004"
down_revision = "t0003"
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS audit_log (
  seq bigint(20) unsigned NOT NULL DEFAULT 0,
  occurred_at datetime(6) NOT NULL DEFAULT '1970-01-01 00:00:00.000000',
  db_account varchar(200) NOT NULL DEFAULT '',
  action varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor_type varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor varchar(120) NOT NULL,
  patient_ref varchar(80) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  detail longtext NOT NULL CHECK (json_valid(detail)),
  prev_hash binary(32) NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
  hash binary(32) NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000',
  PRIMARY KEY (seq)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS audit_chain_head (
  id tinyint(4) NOT NULL,
  seq bigint(20) unsigned NOT NULL,
  hash binary(32) NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)

_FIRST_HEAD = "INSERT IGNORE INTO audit_chain_head (id, seq, hash) VALUES (1, 0, x'" + "00" * 32 + "')"

# The trigger, not the account, says number, time, account and hashes. SYSDATE ignores `SET timestamp`, SESSION_USER is
# the account that logged in, and this check of the JSON cannot be switched off as a CHECK constraint can. Hex keeps a
# value from reaching over a border. `arbiter_fhir.store.audit.chain_hash` computes the hash again.
_TRIGGER = """
CREATE OR REPLACE DEFINER = `{schema}_definer`@`localhost` TRIGGER audit_log_chain
BEFORE INSERT ON audit_log FOR EACH ROW
BEGIN
  DECLARE last_seq BIGINT UNSIGNED;
  DECLARE last_hash BINARY(32);
  IF NOT COALESCE(JSON_VALID(NEW.detail), 0) THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'audit detail is not JSON';
  END IF;
  SELECT seq, hash INTO last_seq, last_hash FROM audit_chain_head WHERE id = 1 FOR UPDATE;
  SET NEW.seq = last_seq + 1;
  SET NEW.occurred_at = CONVERT_TZ(SYSDATE(6), @@session.time_zone, '+00:00');
  SET NEW.db_account = SESSION_USER();
  SET NEW.prev_hash = last_hash;
  SET NEW.hash = UNHEX(SHA2(CONCAT_WS('|', HEX(last_hash), NEW.seq, NEW.occurred_at, HEX(NEW.db_account),
    HEX(NEW.action), HEX(NEW.actor_type), HEX(NEW.actor), COALESCE(HEX(NEW.patient_ref), '-'), HEX(NEW.detail)), 256));
  UPDATE audit_chain_head SET seq = NEW.seq, hash = NEW.hash WHERE id = 1;
END
"""


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
    op.execute(_FIRST_HEAD)
    schema = op.get_bind().exec_driver_sql("SELECT database()").scalar_one()
    op.get_bind().exec_driver_sql(_TRIGGER.format(schema=schema))
