"""What the database said, as our own errors: the number, never the words.

MariaDB puts values of rows into its messages ("Duplicate entry 'Jane Doe'"), so a message of its own is never shown,
logged or chained. The number and our own sentence are enough to act on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pymysql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from arbiter_fhir.errors import ErrorCode, StoreError

__all__ = ["store_failure", "translated"]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a group of error numbers means to us."""

    numbers: frozenset[int]
    code: ErrorCode
    sentence: str
    retryable: bool = False


# Numbers: MariaDB's error list (https://mariadb.com/kb/en/mariadb-error-codes/). 1020 comes with
# innodb_snapshot_isolation, which is on by default since 11.6.2; like 1213 it has rolled the transaction back.
_MEANINGS: Final = (
    _Meaning(
        frozenset({1020, 1205, 1213}),
        ErrorCode.STORE_CONFLICT,
        "Another transaction was in the way (error {}); try again.",
        retryable=True,
    ),
    _Meaning(
        frozenset({1021, 1040, 1053, 1114, 1129, 1135, 1152, 1158, 1159, 1160, 1161, 1203, 1226, 1317, 1927, 1969})
        | frozenset({2002, 2003, 2005, 2006, 2012, 2013, 2014, 2055}),
        ErrorCode.STORE_UNAVAILABLE,
        "The database cannot be reached or cannot serve now (error {}); check that MariaDB runs and has space.",
        retryable=True,
    ),
    _Meaning(
        frozenset({1045, 1698, 4151}),
        ErrorCode.STORE_PRIVILEGE,
        "The database knows no such account, or not with this password (error {}).",
    ),
    _Meaning(
        frozenset({1044, 1142, 1143, 1227, 1370}),
        ErrorCode.STORE_PRIVILEGE,
        "The database account may not do this (error {}); run `arbiter-fhir doctor` and provision the site again.",
    ),
    _Meaning(
        frozenset({1049, 1054, 1091, 1146, 1305, 1364}),
        ErrorCode.STORE_SCHEMA,
        "A table or column is not as expected (error {}); run `arbiter-fhir migrate`.",
    ),
    _Meaning(
        frozenset({1062, 1586}),
        ErrorCode.STORE_CONFLICT,
        "Such a row exists already (error {}); nothing was written.",
    ),
)
_REFUSED: Final = "The database refused the statement (error {}); nothing was written."


def store_failure(error: BaseException) -> StoreError:
    """Our error for one of the driver's or SQLAlchemy's, by number."""
    if isinstance(error, PoolTimeoutError):
        return StoreError(
            ErrorCode.STORE_UNAVAILABLE,
            "All database connections of this process are in use; try again, or raise the pool size.",
            retryable=True,
        )
    # A connection that was closed under us carries no number with PyMySQL; 2013 is what it means.
    number = _number(error) or (2013 if _is_disconnect(error) else 0)
    for meaning in _MEANINGS:
        if number in meaning.numbers:
            return StoreError(meaning.code, meaning.sentence.format(number), retryable=meaning.retryable)
    return StoreError(ErrorCode.STORE_CONFLICT, _REFUSED.format(number))


@contextmanager
def translated() -> Iterator[None]:
    """Turns what SQLAlchemy and the driver raise into `StoreError`, without a chain that could show a row's values.

    Raises:
        StoreError: Instead of any of theirs.
    """
    try:
        yield
    except UnicodeError:
        failure = StoreError(
            ErrorCode.STORE_CONFLICT, "A text holds characters that are no Unicode; nothing was written."
        )
    except (SQLAlchemyError, pymysql.MySQLError) as error:
        failure = store_failure(error)
    else:
        return
    raise failure from None


def _number(error: BaseException) -> int:
    """MariaDB's error number, 0 where there is none."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    arguments = getattr(origin, "args", ())
    return arguments[0] if arguments and isinstance(arguments[0], int) else 0


def _is_disconnect(error: BaseException) -> bool:
    """The driver closed the connection under us (PyMySQL's InterfaceError carries no number)."""
    return isinstance(error, pymysql.InterfaceError) or (
        isinstance(error, DBAPIError)
        and (error.connection_invalidated or isinstance(error.orig, pymysql.InterfaceError))
    )
