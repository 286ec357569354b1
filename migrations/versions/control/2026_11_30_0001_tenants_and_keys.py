"""Tenants, API keys, and the one procedure that looks a key up.

Every statement can run again, since MariaDB commits each DDL by itself: an interrupted migration is started over.
"""

from __future__ import annotations

from alembic import op

revision = "c0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS tenants (
  site varchar(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  openemr_schema varchar(64) NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  disabled_at datetime(6) DEFAULT NULL,
  PRIMARY KEY (site)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
    """
CREATE TABLE IF NOT EXISTS api_keys (
  id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  key_id varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  site varchar(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  label varchar(120) NOT NULL,
  scopes varchar(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  pepper_version smallint(6) NOT NULL,
  key_hmac binary(32) NOT NULL,
  created_at datetime(6) NOT NULL DEFAULT utc_timestamp(6),
  revoked_at datetime(6) DEFAULT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY one_key_per_id (key_id),
  KEY of_site (site)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
""",
)

# The account that checks keys may call this and read nothing: no list of keys or tenants can be had through it.
_FIND_API_KEY = """
CREATE OR REPLACE DEFINER = `{schema}_definer`@`localhost`
PROCEDURE find_api_key(IN wanted VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin)
READS SQL DATA SQL SECURITY DEFINER
SELECT k.site, k.scopes, k.pepper_version, k.key_hmac
FROM api_keys k JOIN tenants t ON t.site = k.site
WHERE k.key_id = wanted AND k.revoked_at IS NULL AND t.disabled_at IS NULL
"""


def upgrade() -> None:
    for statement in _TABLES:
        op.execute(statement)
    schema = op.get_bind().exec_driver_sql("SELECT database()").scalar_one()
    op.execute(_FIND_API_KEY.format(schema=schema))
