"""The database's errors as ours: by number, with nothing of its words."""

from __future__ import annotations

import traceback

import pymysql
import pytest
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store.failures import store_failure, translated

SECRET = "Duplicate entry 'Zyxwva Qponml' for key"


def wrapped(number: int) -> OperationalError:
    return OperationalError("SELECT 1", {}, pymysql.OperationalError(number, SECRET))


@pytest.mark.parametrize("number", [1020, 1205, 1213])
def test_a_collision_passes(number: int) -> None:
    failure = store_failure(wrapped(number))
    assert (failure.code, failure.retryable) == (ErrorCode.STORE_CONFLICT, True)


@pytest.mark.parametrize("number", [2002, 2003, 2006, 2013, 1040, 1053, 1927, 1021])
def test_a_server_that_is_away_comes_back(number: int) -> None:
    failure = store_failure(wrapped(number))
    assert (failure.code, failure.retryable) == (ErrorCode.STORE_UNAVAILABLE, True)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (1142, ErrorCode.STORE_PRIVILEGE),
        (1143, ErrorCode.STORE_PRIVILEGE),
        (1044, ErrorCode.STORE_PRIVILEGE),
        (1045, ErrorCode.STORE_PRIVILEGE),
        (1146, ErrorCode.STORE_SCHEMA),
        (1054, ErrorCode.STORE_SCHEMA),
        (1062, ErrorCode.STORE_CONFLICT),
        (1406, ErrorCode.STORE_CONFLICT),
        (1644, ErrorCode.STORE_CONFLICT),
        (9999, ErrorCode.STORE_CONFLICT),
    ],
)
def test_what_will_not_pass_is_not_tried_again(number: int, code: ErrorCode) -> None:
    failure = store_failure(wrapped(number))
    assert (failure.code, failure.retryable) == (code, False)
    assert str(number) in failure.message


def test_a_closed_connection_without_a_number_counts_as_lost() -> None:
    bare = pymysql.InterfaceError(0, "")
    for error in (bare, OperationalError("x", {}, bare)):
        failure = store_failure(error)
        assert (failure.code, failure.retryable) == (ErrorCode.STORE_UNAVAILABLE, True)


def test_a_pool_that_is_empty_can_be_asked_again() -> None:
    failure = store_failure(PoolTimeoutError("pool"))
    assert (failure.code, failure.retryable) == (ErrorCode.STORE_UNAVAILABLE, True)


@pytest.mark.parametrize(
    "error",
    [
        wrapped(1062),
        IntegrityError("INSERT", {"name": SECRET}, pymysql.IntegrityError(1062, SECRET)),
        pymysql.DataError(1406, SECRET),
        StatementError(SECRET, "INSERT", {"name": SECRET}, ValueError(SECRET)),
        UnicodeEncodeError("utf-8", SECRET, 0, 1, "surrogates not allowed"),
    ],
)
def test_nothing_of_what_was_said_gets_out(error: Exception) -> None:
    def fail() -> None:
        with translated():
            raise error

    with pytest.raises(StoreError) as refused:
        fail()
    assert "Zyxwva" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert "Zyxwva" not in "".join(traceback.format_exception(refused.value))


def test_other_errors_go_through_as_they_are() -> None:
    def fail() -> None:
        with translated():
            raise KeyError("x")

    with pytest.raises(KeyError):
        fail()
    with translated():
        pass
