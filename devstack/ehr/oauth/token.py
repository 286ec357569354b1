"""The token endpoint: ``POST /oauth2/default/token`` with grant client_credentials and a signed assertion."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import jwt
from sqlalchemy import RowMapping, text

from devstack.ehr.messages import Request, Response, oauth_error
from devstack.ehr.oauth.access import TOKEN_SECONDS, AccessGate
from devstack.ehr.oauth.scopes import first_unknown, supported_scopes

if TYPE_CHECKING:
    from devstack.ehr.site import Site

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
ASSERTION_ALGORITHM = "RS384"
LEEWAY_SECONDS = 60
"""An assertion that ended up to a minute ago is taken (59 s: yes, 61 s: no, observed)."""

MIN_SIGNATURE_PARTS = 3
JWKS_TIMEOUT_SECONDS = 5


class _RefusedError(Exception):
    def __init__(self, response: Response) -> None:
        super().__init__(response.status)
        self.response = response


class TokenEndpoint:
    """Checks assertions and gives out access tokens."""

    def __init__(self, site: Site, gate: AccessGate) -> None:
        self._site = site
        self._gate = gate

    def answer(self, request: Request) -> Response:
        """Returns the token, or the refusal OpenEMR would give."""
        if request.media_type() != "application/x-www-form-urlencoded":
            return oauth_error(400, "invalid_request", "Bad request")
        form = request.form()
        if form.get("grant_type") != "client_credentials":
            return oauth_error(
                400,
                "unsupported_grant_type",
                "This grant type is not supported by the authorization server.",
                "Check that all required parameters have been provided",
            )
        if form.get("client_assertion_type") != ASSERTION_TYPE:
            return oauth_error(
                400, "invalid_request", "A parameter is missing or not valid.", "assertion type is not supported"
            )
        try:
            client = self._authenticate(form)
            granted = self._granted_scopes(client, form.get("scope", "").split())
        except _RefusedError as refusal:
            return refusal.response
        return Response.json(
            {
                "scope": " ".join(granted),
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS,
                "access_token": self._gate.issue(str(client["client_id"]), granted),
            }
        )

    def _authenticate(self, form: Mapping[str, str]) -> RowMapping:
        assertion = form.get("client_assertion", "")
        if assertion.count(".") != MIN_SIGNATURE_PARTS - 1:
            raise _invalid_client(400)
        try:
            header = jwt.get_unverified_header(assertion)
            claims = jwt.decode(assertion, options={"verify_signature": False, "verify_exp": False})
        except (jwt.InvalidTokenError, ValueError) as error:
            raise _invalid_client(400) from error
        issuer = str(claims.get("iss") or "")
        if claims.get("sub") != issuer or form.get("client_id", issuer) != issuer:
            raise _invalid_client(400)
        client = self._client(issuer)
        if client is None or not client["is_enabled"]:
            raise _invalid_client(401)
        if header.get("alg") != ASSERTION_ALGORITHM or not self._signed_by(client, assertion, header.get("kid")):
            raise _invalid_client(400)
        self._check_claims(claims)
        self._use_up(str(claims["jti"]), issuer, float(claims["exp"]))
        return client

    def _client(self, client_id: str) -> RowMapping | None:
        with self._site.connect() as connection:
            return (
                connection.execute(
                    text(
                        "SELECT client_id, is_enabled, scope, jwks, jwks_uri FROM oauth_clients"
                        " WHERE BINARY client_id = :client_id"
                    ),
                    {"client_id": client_id},
                )
                .mappings()
                .one_or_none()
            )

    def _signed_by(self, client: RowMapping, assertion: str, kid: object) -> bool:
        keys = [key for key in _registered_keys(client) if key.get("kty") == "RSA"]
        # A key id that fits nothing is ignored: the first RSA key is tried (observed with one key).
        named = [key for key in keys if kid is not None and key.get("kid") == kid]
        for key in (named or keys)[:1]:
            try:
                public_key = jwt.PyJWK.from_dict(dict(key), algorithm=ASSERTION_ALGORITHM).key
                jwt.decode(
                    assertion,
                    public_key,
                    algorithms=[ASSERTION_ALGORITHM],
                    options={
                        "verify_exp": False,
                        "verify_aud": False,
                        "verify_iat": False,
                        "verify_nbf": False,
                        "verify_sub": False,
                        "verify_jti": False,
                    },
                )
            except (jwt.PyJWTError, ValueError):
                return False
            return True
        return False

    def _check_claims(self, claims: Mapping[str, object]) -> None:
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if f"{self._site.oauth_base()}/token" not in audiences:
            raise _invalid_client(400)
        now = self._site.clock().timestamp()
        expires = claims.get("exp")
        if not isinstance(expires, int | float) or expires < now - LEEWAY_SECONDS:
            raise _invalid_client(400)
        for name in ("iat", "nbf"):
            begins = claims.get(name)
            if isinstance(begins, int | float) and begins > now + LEEWAY_SECONDS:
                raise _invalid_client(400)
        if not claims.get("jti"):
            raise _invalid_client(400)

    def _use_up(self, jti: str, client_id: str, expires: float) -> None:
        with self._site.connect() as connection:
            used = connection.execute(
                text("SELECT COUNT(*) FROM jwt_grant_history WHERE jti = :jti"), {"jti": jti}
            ).scalar_one()
            if used:
                raise _invalid_client(400)
            connection.execute(
                text(
                    "INSERT INTO jwt_grant_history (jti, client_id, jti_exp, creation_date)"
                    " VALUES (:jti, :client_id, :expires, :now)"
                ),
                {
                    "jti": jti,
                    "client_id": client_id,
                    "expires": datetime.fromtimestamp(expires, UTC).astimezone(self._site.zone()).replace(tzinfo=None),
                    "now": self._site.local_now(),
                },
            )

    def _granted_scopes(self, client: RowMapping, wanted: list[str]) -> list[str]:
        unknown = first_unknown(wanted, supported_scopes(self._site))
        if unknown is not None:
            raise _RefusedError(
                oauth_error(
                    400,
                    "invalid_scope",
                    "The requested scope is invalid, unknown, or malformed",
                    f"Check the `{unknown}` scope",
                )
            )
        registered = set(str(client["scope"] or "").split())
        # Whatever a backend client cannot have is dropped without a word, down to an empty scope.
        return [scope for scope in wanted if scope in registered and scope.startswith("system/")]


def _registered_keys(client: RowMapping) -> list[Mapping[str, object]]:
    stored = str(client["jwks"] or "")
    if not stored and client["jwks_uri"]:
        try:
            with urllib.request.urlopen(str(client["jwks_uri"]), timeout=JWKS_TIMEOUT_SECONDS) as answer:
                stored = answer.read().decode("utf-8")
        except (OSError, ValueError):
            return []
    try:
        keys = json.loads(stored or "{}").get("keys", [])
    except (ValueError, AttributeError):
        return []
    return [key for key in keys if isinstance(key, dict)]


def _invalid_client(status: int) -> _RefusedError:
    return _RefusedError(oauth_error(status, "invalid_client", "Client authentication failed"))
