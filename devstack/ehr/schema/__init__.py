"""OpenEMR 7.0.1's core tables, with their true names, types, keys and first rows.

*Takes* the URL of an empty MariaDB schema.
*Gives* that schema filled with the tables and with what a fresh installation holds.
*Never* alters a table that is there already.
"""

from devstack.ehr.schema.install import install_schema
from devstack.ehr.schema.tables import Column, Table, read_tables

__all__ = ["Column", "Table", "install_schema", "read_tables"]
