"""Database errors become ours without a word of theirs."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.chart_session import chart_errors


def raised_for(error: Exception) -> ChartError:
    with pytest.raises(ChartError) as raised, chart_errors("writing a lab result"):
        raise error
    return raised.value


def database_error(*arguments: object, lost: bool = False) -> DBAPIError:
    return DBAPIError(
        "INSERT ... VALUES ('Quill')", {"lname": "Quill"}, Exception(*arguments), connection_invalidated=lost
    )


@pytest.mark.parametrize(
    ("number", "code", "retryable"),
    [
        (1020, ErrorCode.EHR_UNAVAILABLE, True),
        (1205, ErrorCode.EHR_UNAVAILABLE, True),
        (1213, ErrorCode.EHR_UNAVAILABLE, True),
        (2006, ErrorCode.EHR_UNAVAILABLE, True),
        (2013, ErrorCode.EHR_UNAVAILABLE, True),
        (1040, ErrorCode.EHR_UNAVAILABLE, True),
        (3024, ErrorCode.EHR_UNAVAILABLE, True),
        (1044, ErrorCode.EHR_AUTH, False),
        (1045, ErrorCode.EHR_AUTH, False),
        (1142, ErrorCode.EHR_AUTH, False),
        (1143, ErrorCode.EHR_AUTH, False),
        (1054, ErrorCode.EHR_SCHEMA, False),
        (1146, ErrorCode.EHR_SCHEMA, False),
        (1062, ErrorCode.EHR_WRITE, False),
        (1292, ErrorCode.EHR_WRITE, False),
        (1366, ErrorCode.EHR_WRITE, False),
        (1406, ErrorCode.EHR_WRITE, False),
    ],
)
def test_a_number_decides_and_no_value_gets_through(number: int, code: ErrorCode, retryable: bool) -> None:
    error = raised_for(database_error(number, "Incorrect value 'Quill' for column 'lname'"))
    assert (error.code, error.retryable) == (code, retryable)
    assert "Quill" not in str(error)
    assert str(number) in error.message
    assert ("writing a lab result" in error.message) is (number != 1045)
    assert error.__cause__ is None
    assert error.__suppress_context__


def test_a_lost_connection_is_retryable_whatever_its_number() -> None:
    assert raised_for(database_error(1406, "x", lost=True)).retryable


def test_an_error_without_a_number_is_retryable() -> None:
    assert raised_for(database_error("Packet sequence number wrong")).code is ErrorCode.EHR_UNAVAILABLE
    assert raised_for(database_error()).retryable


def test_a_full_pool_and_the_layer_itself_are_retryable() -> None:
    assert raised_for(PoolTimeoutError("Quill")).retryable
    assert raised_for(InvalidRequestError("Quill")).retryable


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), chart_errors("reading"):
        raise ZeroDivisionError
