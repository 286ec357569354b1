"""Dynamic client registration: ``POST /oauth2/default/registration``."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import text

from devstack.ehr.messages import HTML, JsonValue, Request, Response, oauth_error
from devstack.ehr.oauth.scopes import first_unknown, supported_scopes
from devstack.ehr.store import DocumentDrive

if TYPE_CHECKING:
    from devstack.ehr.site import Site

AUTH_METHODS = ("client_secret_post", "client_secret_basic")
CLIENT_ID_BYTES = 32
SECRET_BYTES = 64

ECHOED_FIELDS = (
    "contacts", "application_type", "client_name", "redirect_uris", "token_endpoint_auth_method", "jwks", "jwks_uri",
    "logo_uri", "initiate_login_uri", "post_logout_redirect_uris", "policy_uri", "tos_uri",
)  # fmt: skip


class _RefusedError(Exception):
    def __init__(self, response: Response) -> None:
        super().__init__(response.status)
        self.response = response


def register_client(site: Site, request: Request) -> Response:
    """Registers a client, disabled until an administrator enables it.

    The success answer is JSON text labelled text/html; a missing scope is an empty 500; a missing client name is a
    200 with an HTML error page (all observed).
    """
    try:
        data = _read_body(request)
        _check(site, data)
    except _RefusedError as refusal:
        return refusal.response
    if not str(data.get("client_name") or ""):
        return _query_error_page()
    return _store(site, data)


def _read_body(request: Request) -> Mapping[str, JsonValue]:
    refused = _RefusedError(oauth_error(400, "invalid_client_metadata", "Unexpected content type"))
    if request.method != "POST" or request.media_type() != "application/json":
        raise refused
    try:
        data = json.loads(request.body)
    except ValueError as error:
        raise refused from error
    if not isinstance(data, dict):
        raise refused
    return data


def _check(site: Site, data: Mapping[str, JsonValue]) -> None:
    method = str(data.get("token_endpoint_auth_method") or AUTH_METHODS[0])
    if method not in AUTH_METHODS:
        raise _metadata(f"Unsupported token_endpoint_auth_method value : {method}")
    if not _is_filled_list(data.get("redirect_uris")):
        raise _RefusedError(oauth_error(400, "invalid_redirect_uri", "redirect_uris is invalid"))
    if "post_logout_redirect_uris" in data and not _is_filled_list(data["post_logout_redirect_uris"]):
        raise _metadata("post_logout_redirect_uris is invalid")
    wanted = str(data.get("scope") or "").split()
    if not wanted:
        raise _RefusedError(Response.empty(500))
    privileged = any(scope.startswith(("system/", "user/")) for scope in wanted)
    if privileged and data.get("application_type") != "private":
        raise _metadata("system and user scopes are only allowed for confidential clients")
    unknown = first_unknown(wanted, supported_scopes(site))
    if unknown is not None:
        raise _RefusedError(
            oauth_error(
                400,
                "invalid_scope",
                "The requested scope is invalid, unknown, or malformed",
                f"Check the `{unknown}` scope",
            )
        )
    if any(scope.startswith("system/") for scope in wanted) and not (
        _has_keys(data.get("jwks")) or data.get("jwks_uri")
    ):
        raise _metadata("jwks is invalid")


def _metadata(description: str) -> _RefusedError:
    return _RefusedError(oauth_error(400, "invalid_client_metadata", description))


def _is_filled_list(value: JsonValue) -> bool:
    return isinstance(value, list) and len(value) > 0


def _has_keys(value: JsonValue) -> bool:
    return isinstance(value, Mapping) and _is_filled_list(value.get("keys"))


def _store(site: Site, data: Mapping[str, JsonValue]) -> Response:
    client_id, secret, registration_token = (
        base64.urlsafe_b64encode(os.urandom(size)).rstrip(b"=").decode("ascii")
        for size in (CLIENT_ID_BYTES, SECRET_BYTES, CLIENT_ID_BYTES)
    )
    uri_path = base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode("ascii")
    confidential = data.get("application_type") == "private"
    with site.connect() as connection:
        connection.execute(
            text(
                "INSERT INTO oauth_clients (client_id, client_role, client_name, client_secret, registration_token,"
                " registration_uri_path, register_date, contacts, redirect_uri, grant_types, scope, user_id, site_id,"
                " is_confidential, logout_redirect_uris, jwks_uri, jwks, is_enabled)"
                " VALUES (:client_id, 'user', :name, :secret, :token, :path, :now, :contacts, :redirects,"
                " 'authorization_code', :scope, '', :site, :confidential, :logout, :jwks_uri, :jwks, 0)"
            ),
            {
                "client_id": client_id,
                "name": str(data["client_name"]),
                "secret": DocumentDrive(site).encrypt(secret.encode("ascii")).decode("ascii"),
                "token": registration_token,
                "path": uri_path,
                "now": site.local_now(),
                "contacts": _joined(data.get("contacts")),
                "redirects": _joined(data.get("redirect_uris")),
                "scope": str(data["scope"]),
                "site": site.name,
                "confidential": int(confidential),
                "logout": _joined(data.get("post_logout_redirect_uris")),
                "jwks_uri": str(data.get("jwks_uri") or ""),
                "jwks": json.dumps(data["jwks"]) if data.get("jwks") else "",
            },
        )
    answer: dict[str, JsonValue] = {
        "client_id": client_id,
        "client_secret": secret,
        "registration_access_token": registration_token,
        "registration_client_uri": f"{site.oauth_base()}/client/{uri_path}",
        "client_id_issued_at": int(site.clock().timestamp()),
        "client_secret_expires_at": 0,
        "client_role": "user",
        **{name: data[name] for name in ECHOED_FIELDS if name in data},
        "scope": str(data["scope"]),
    }
    return Response.json(answer, 200, HTML)


def _joined(value: JsonValue) -> str:
    return "|".join(str(part) for part in value) if isinstance(value, list) else ""


def _query_error_page() -> Response:
    page = (
        "<html><body><h2>Query Error</h2><p>ERROR: query failed: INSERT INTO `oauth_clients` (`client_id`,"
        " `client_name`, ...)</p><p>Error: Column 'client_name' cannot be null</p></body></html>"
    )
    return Response(200, page.encode("utf-8"))
