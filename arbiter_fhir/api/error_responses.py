"""Errors as `application/problem+json` (RFC 9457) with our stable code."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from arbiter_fhir.errors import ArbiterError, ErrorCode
from arbiter_fhir.telemetry import log_event

__all__ = ["EXCEPTION_HANDLERS", "problem"]

PROBLEM_JSON = "application/problem+json"

#: HTTP status of the codes that a caller can cause or meet; every other code is a 500.
STATUS_OF_CODE = {
    ErrorCode.REQUEST_INVALID: HTTPStatus.BAD_REQUEST,
    ErrorCode.REQUEST_UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    ErrorCode.REQUEST_FORBIDDEN: HTTPStatus.FORBIDDEN,
    ErrorCode.REQUEST_NOT_FOUND: HTTPStatus.NOT_FOUND,
    ErrorCode.REQUEST_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    ErrorCode.REQUEST_RATE_LIMITED: HTTPStatus.TOO_MANY_REQUESTS,
    ErrorCode.REQUEST_CONFLICT: HTTPStatus.CONFLICT,
    ErrorCode.SOURCE_WITHHELD: HTTPStatus.CONFLICT,
    ErrorCode.SOURCE_MISSING: HTTPStatus.NOT_FOUND,
    ErrorCode.SOURCE_HASH: HTTPStatus.CONFLICT,
    ErrorCode.SOURCE_SIZE: HTTPStatus.CONFLICT,
    ErrorCode.SOURCE_CHANGED: HTTPStatus.CONFLICT,
    ErrorCode.PAGES: HTTPStatus.NOT_FOUND,
    **dict.fromkeys(
        # What cannot be drawn: the bytes are as they are.
        (
            *(ErrorCode.EMPTY, ErrorCode.TYPE, ErrorCode.UNSUPPORTED, ErrorCode.TOO_LARGE, ErrorCode.NO_PAGES),
            *(ErrorCode.PIXELS, ErrorCode.BOMB, ErrorCode.DEPTH, ErrorCode.ENTITY, ErrorCode.ENCRYPTED),
            *(ErrorCode.CORRUPT, ErrorCode.NO_TEXT, ErrorCode.ENCODING, ErrorCode.HL7_HEADER, ErrorCode.HL7_STRUCT),
            *(ErrorCode.MEMORY, ErrorCode.CRASH),
        ),
        HTTPStatus.UNPROCESSABLE_ENTITY,
    ),
    ErrorCode.TIMEOUT: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.EHR_AUTH: HTTPStatus.BAD_GATEWAY,
    ErrorCode.EHR_SCOPE: HTTPStatus.BAD_GATEWAY,
    ErrorCode.EHR_DISABLED: HTTPStatus.BAD_GATEWAY,
    ErrorCode.EHR_BAD_ANSWER: HTTPStatus.BAD_GATEWAY,
    ErrorCode.REVIEW_STALE: HTTPStatus.CONFLICT,
    ErrorCode.REVIEW_INVALID: HTTPStatus.BAD_REQUEST,
    ErrorCode.TENANT: HTTPStatus.NOT_FOUND,  # another tenant's object looks like none at all
    ErrorCode.STORE_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.EHR_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.EHR_RATE_LIMITED: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.DEID_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}
RETRY_AFTER_SECONDS = "5"


def problem(
    status: int, code: ErrorCode, detail: str, *, retry_after: str | None = None
) -> Response[dict[str, object]]:
    """One problem document. ``detail`` is one of our own sentences."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code.value,
        "detail": detail,
    }
    headers = {"Retry-After": retry_after} if retry_after else {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(body, status_code=status, media_type=PROBLEM_JSON, headers=headers)


def _arbiter_error(_: Request[Any, Any, Any], error: ArbiterError) -> Response[dict[str, object]]:
    status = STATUS_OF_CODE.get(error.code, HTTPStatus.INTERNAL_SERVER_ERROR)
    log_event("api.error", error_code=error.code.value, status=int(status))
    unavailable = status == HTTPStatus.SERVICE_UNAVAILABLE
    return problem(status, error.code, error.message, retry_after=RETRY_AFTER_SECONDS if unavailable else None)


def _validation_error(_: Request[Any, Any, Any], error: ValidationException) -> Response[dict[str, object]]:
    """Names the fields that are wrong, not what was sent in them."""
    named = (
        [str(item["key"]) for item in error.extra if isinstance(item, dict) and "key" in item] if error.extra else []
    )
    detail = f"Check these fields: {', '.join(named)}." if named else "The request does not have the documented form."
    return problem(HTTPStatus.BAD_REQUEST, ErrorCode.REQUEST_INVALID, detail)


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, object]]:
    codes = {
        HTTPStatus.UNAUTHORIZED: ErrorCode.REQUEST_UNAUTHENTICATED,
        HTTPStatus.FORBIDDEN: ErrorCode.REQUEST_FORBIDDEN,
        HTTPStatus.NOT_FOUND: ErrorCode.REQUEST_NOT_FOUND,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ErrorCode.REQUEST_TOO_LARGE,
    }
    status = HTTPStatus(error.status_code)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _unexpected(_, error)
    return problem(status, codes.get(status, ErrorCode.REQUEST_INVALID), f"{status.phrase}.")


def _unexpected(_: Request[Any, Any, Any], error: Exception) -> Response[dict[str, object]]:
    """A fault of ours: its class is logged, its text goes nowhere."""
    log_event("api.internal_error", exception_class=type(error).__name__)
    return problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        ErrorCode.INTERNAL,
        "The service met a fault of its own; nothing was changed. The time of this answer finds it in the log.",
    )


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    ArbiterError: _arbiter_error,
    ValidationException: _validation_error,
    HTTPException: _http_error,
    Exception: _unexpected,
}
