"""At the door: who calls, for which tenant and patient, with which scopes.

Two kinds of credentials come in the same header: API keys, which open every patient of their site, and tokens of the
OpenEMR module, which open the one patient that they name, or the site where they name none. Whose data a request is
about is told by `admit_patient` or `admit_site`; a path that holds ``patient_id`` is admitted by the guard itself.
Where a token's request was admitted by nobody, `fence` lets no answer out, whatever the route.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Guard, Message, Receive, Scope, Send

from arbiter_fhir.api.error_responses import problem
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, RequestError
from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.ports.access import Caller, KeyScope

__all__ = [
    "admit_object",
    "admit_patient",
    "admit_site",
    "authenticate_request",
    "caller_of",
    "fence",
    "requires",
    "view_of",
]

_BEARER = "bearer "
#: Keys and tokens are shorter; a longer header is not looked at.
MAX_HEADER_CHARS = 6100
#: Name of the path parameter that holds OpenEMR's pid.
PATIENT_PARAMETER: Final = "patient_id"

#: Ids begin with 1.
_NO_DOCUMENT: Final = DocumentId(0)
_CALLER: Final = "caller"
_ADMITTED: Final = "admitted"

Connection = ASGIConnection[Any, Any, Any, Any]


def authenticate_request(connection: Connection) -> Caller:
    """The caller behind the ``Authorization: Bearer`` header. A token is used up by this: ask once for each request.

    Raises:
        RequestError: Missing, malformed, unknown, revoked, run out or used before: one answer for all.
    """
    header = connection.headers.get("authorization", "")
    site: SitePipelines = connection.app.state.site
    caller = None
    if len(header) <= MAX_HEADER_CHARS and header.lower().startswith(_BEARER):
        presented = header[len(_BEARER) :].strip()
        if site.panel is not None and site.panel.looks_like_token(presented):
            caller = site.panel.authenticate(presented)
        else:
            caller = site.keys.authenticate(presented)
    if caller is None or caller.site != site.scope.site:
        raise RequestError(ErrorCode.REQUEST_UNAUTHENTICATED, "Send a valid API key: Authorization: Bearer <key>.")
    return caller


def requires(scope: KeyScope) -> Guard:
    """A guard: the caller is known, holds ``scope`` (``admin`` holds every scope), and may see the path's patient."""

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        # The database is asked: not in the thread that serves everybody.
        await asyncio.to_thread(_let_in, connection, scope)

    return guard


def _let_in(connection: Connection, scope: KeyScope) -> None:
    caller = connection.state.get(_CALLER)
    if caller is None:
        caller = authenticate_request(connection)
        connection.state[_CALLER] = caller
    if not caller.holds(scope):
        connection.app.state.site.records.note_denial(caller, scope=scope)
        raise RequestError(ErrorCode.REQUEST_FORBIDDEN, f"This key lacks the scope '{scope.value}'.")
    if PATIENT_PARAMETER in connection.path_params:
        admit_patient(connection, PatientId(connection.path_params[PATIENT_PARAMETER]))


def caller_of(connection: Connection) -> Caller:
    """Who sent this request; a guard has let it in."""
    caller: Caller = connection.state[_CALLER]
    return caller


def admit_patient(connection: Connection, patient_id: PatientId) -> None:
    """The request is about this patient.

    Raises:
        RequestError: E_REQUEST_FORBIDDEN: the caller's token is for another patient, or for none. It is audited.
    """
    caller = caller_of(connection)
    if not caller.opens(patient_id):
        connection.app.state.site.records.note_denial(caller, patient_id=patient_id)
        raise RequestError(ErrorCode.REQUEST_FORBIDDEN, "This token is not for this patient.")
    connection.state[_ADMITTED] = True


def view_of(connection: Connection, patient_id: PatientId) -> RecordView:
    """How much of a patient's record the request may read.

    Raises:
        ArbiterError: It cannot be found out; nothing is read then.
    """
    site: SitePipelines = connection.app.state.site
    return site.views.of_patient(caller_of(connection), patient_id)


def admit_object(
    connection: Connection, owner_of: Callable[[], tuple[PatientId, DocumentId] | None], kind: str
) -> None:
    """The request is about one job or document, named by its id alone.

    Args:
        connection: The request.
        owner_of: Whose it is, and the document; ``None`` where there is none of this id. Asked for tokens only. The
            site's administrator, with a token of the site, handles jobs and documents of every patient.
        kind: What it is, for the message.

    Raises:
        RequestError: E_REQUEST_NOT_FOUND: there is none, or it is another patient's or closed to the user, which looks
            the same. It is audited.
    """
    caller, site = caller_of(connection), connection.app.state.site
    if caller.user is not None:
        # The same is looked up and written down whichever it is, so that neither does the time tell them apart.
        patient_id, document_id = owner_of() or (None, _NO_DOCUMENT)
        administers = caller.opens_site and KeyScope.ADMIN in caller.scopes
        is_open = site.views.opens(caller, document_id)
        if patient_id is None or not (is_open and (administers or caller.opens(patient_id))):
            site.records.note_denial(caller, patient_id=patient_id, kind=kind)
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, f"There is no {kind} with this id.")
    connection.state[_ADMITTED] = True


def admit_site(connection: Connection) -> None:
    """The request is about no patient in particular, or about several.

    Raises:
        RequestError: E_REQUEST_FORBIDDEN: the caller's token is for one patient. It is audited.
    """
    caller = caller_of(connection)
    if not caller.opens_site:
        connection.app.state.site.records.note_denial(caller)
        raise RequestError(ErrorCode.REQUEST_FORBIDDEN, "This token is for one patient, not for the site.")
    connection.state[_ADMITTED] = True


def fence(app: ASGIApp) -> ASGIApp:
    """Middleware: what a token asked for leaves only where somebody said whose data it is.

    Keys open every patient, so there is nothing to say; a refusal always leaves.
    """

    async def fenced(scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def send_if_admitted(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] < 400:
                state: dict[str, Any] = scope.get("state", {})
                caller: Caller | None = state.get(_CALLER)
                if caller is not None and caller.user is not None and not state.get(_ADMITTED):
                    refused = True
                    body = problem(HTTPStatus.FORBIDDEN, ErrorCode.REQUEST_FORBIDDEN, "A token does not open this.")
                    await body.to_asgi_response(None, Request(scope))(scope, receive, send)
            if not refused:
                await send(message)

        await app(scope, receive, send_if_admitted)

    return fenced
