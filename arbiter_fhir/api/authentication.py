"""API keys at the door: who calls, for which tenant, with which scopes."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard

from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.ports.access import Caller, KeyScope

__all__ = ["authenticate_request", "requires"]

_BEARER = "bearer "
#: A key is shorter; a longer header is not looked at.
MAX_HEADER_CHARS = 512


def authenticate_request(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
    """The caller behind the ``Authorization: Bearer`` header.

    Raises:
        RequestError: Missing, malformed, unknown or revoked: one answer for all.
    """
    header = connection.headers.get("authorization", "")
    site: SitePipelines = connection.app.state.site
    caller = None
    if len(header) <= MAX_HEADER_CHARS and header.lower().startswith(_BEARER):
        caller = site.keys.authenticate(header[len(_BEARER) :].strip())
    if caller is None or caller.site != site.scope.site:
        raise RequestError(ErrorCode.REQUEST_UNAUTHENTICATED, "Send a valid API key: Authorization: Bearer <key>.")
    return caller


def requires(scope: KeyScope) -> Guard:
    """A guard: the caller is known and holds ``scope`` (``admin`` holds every scope)."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        caller = authenticate_request(connection)
        if scope not in caller.scopes and KeyScope.ADMIN not in caller.scopes:
            connection.app.state.site.records.note_denial(caller, scope)
            raise RequestError(ErrorCode.REQUEST_FORBIDDEN, f"This key lacks the scope '{scope.value}'.")
        connection.state["caller"] = caller

    return guard
