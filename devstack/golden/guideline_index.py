"""The guideline corpus, indexed once for all clinics of a database server.

Every clinic of the golden set has schemas of its own, and releasing and embedding the corpus anew for each takes longer
than the questions that are asked there. The first clinic indexes as the product does; what it made is kept in a schema
beside, under the corpus, the rule of words and the model that it was made with, and the next clinics begin with a copy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from pymysql.cursors import Cursor

from devstack.mariadb import MariaDBHandle

__all__ = ["TABLES", "index_once"]

#: What indexing fills (`migrations`, guidelines).
TABLES: Final = ("clinical_guideline_chunks", "clinical_guideline_chunk_embeddings")
#: For the first to be done; who waits longer fails instead of searching nothing.
_PATIENCE_SECONDS: Final = 600


def index_once(mariadb: MariaDBHandle, schema: str, *, made_with: tuple[str, ...], index: Callable[[], object]) -> bool:
    """Fill a schema with the index, from the copy that an earlier clinic left, or by making it.

    Args:
        mariadb: The server that the clinics share.
        schema: The product's schema of this clinic; its tables are empty.
        made_with: All that decides what the index holds: corpus version, version of the terms, embedding model.
        index: Makes the index in that schema.

    Returns:
        Whether it was made now.

    Raises:
        TimeoutError: Another clinic has been indexing for longer than anybody should wait.
    """
    kept = f"guidelines_{hashlib.sha256(repr(made_with).encode()).hexdigest()[:16]}"
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT GET_LOCK(%s, %s)", (kept, _PATIENCE_SECONDS))
        if cursor.fetchone() != (1,):
            raise TimeoutError("another clinic is still indexing the guidelines")
        try:
            if _is_whole(cursor, kept):
                for table in TABLES:
                    cursor.execute(f"INSERT INTO `{schema}`.`{table}` SELECT * FROM `{kept}`.`{table}`")
                connection.commit()
                return False
            index()
            _keep(cursor, schema, kept)
            return True
        finally:
            cursor.execute("SELECT RELEASE_LOCK(%s)", (kept,))


def _is_whole(cursor: Cursor, kept: str) -> bool:
    cursor.execute("SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s", (kept,))
    return cursor.fetchone() == (len(TABLES),)


def _keep(cursor: Cursor, schema: str, kept: str) -> None:
    """Copy the index; the copies stand under their names at once, so whoever dies on the way leaves none to take."""
    for name in (kept, f"{kept}_part"):
        cursor.execute(f"DROP DATABASE IF EXISTS `{name}`")
        cursor.execute(f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4")
    for table in TABLES:
        cursor.execute(f"CREATE TABLE `{kept}_part`.`{table}` AS SELECT * FROM `{schema}`.`{table}`")
    moves = ", ".join(f"`{kept}_part`.`{table}` TO `{kept}`.`{table}`" for table in TABLES)
    cursor.execute(f"RENAME TABLE {moves}")
    cursor.execute(f"DROP DATABASE `{kept}_part`")
