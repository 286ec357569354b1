"""Bearer tokens: what an access token holds, and how a request with a bad one is refused."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import jwt
from sqlalchemy import text

from devstack.ehr.messages import Request, Response, oauth_error
from devstack.ehr.oauth.keys import SIGNING_ALGORITHM, OAuthKeys
from devstack.ehr.schema.seeds import SYSTEM_USERNAME
from devstack.ehr.uuids import register_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site

TOKEN_SECONDS = 300
"""Lifetime of a client_credentials token; there is no refresh token (observed)."""

DENIED = "The resource owner or authorization server denied the request."
"""Fixed text of the league/oauth2-server answer, as seen on the wire."""

HINT_NO_HEADER = 'Missing "Authorization" header'
HINT_NOT_A_JWT = "The JWT string must have two dots"
HINT_NOT_VERIFIED = "Access token could not be verified"


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A verified token.

    Attributes:
        client_id: Client it was issued to.
        scopes: Granted scopes.
    """

    client_id: str
    scopes: frozenset[str]

    def may_read(self, resource: str) -> bool:
        """Tells whether a FHIR resource type may be read."""
        return f"system/{resource}.read" in self.scopes


class AccessDeniedError(Exception):
    """A request carries no usable token.

    Attributes:
        response: 401 with a JSON body; a missing scope, in contrast, gives an empty 401.
    """

    def __init__(self, hint: str) -> None:
        super().__init__(hint)
        self.response: Response = oauth_error(401, "access_denied", DENIED, hint)


class AccessGate:
    """Issues access tokens and verifies them again."""

    def __init__(self, site: Site, keys: OAuthKeys) -> None:
        self._site = site
        self._keys = keys

    def issue(self, client_id: str, scopes: list[str]) -> str:
        """Returns a token for 300 seconds with fractional times and the site among its scopes."""
        now = self._site.clock().timestamp()
        return self._keys.sign(
            {
                "aud": client_id,
                "jti": uuid.uuid4().hex + uuid.uuid4().hex[:16],
                "iat": now,
                "nbf": now,
                "exp": now + TOKEN_SECONDS,
                "sub": str(self._system_user_uuid()),
                "scopes": [*scopes, f"site:{self._site.name}"],
            }
        )

    def verify(self, request: Request) -> AccessToken:
        """Returns the token of a request.

        A token stays good after its client was disabled: nothing is looked up (observed).

        Raises:
            AccessDeniedError: No header, not a JWT, wrong signature, or expired.
        """
        header = request.headers.get("authorization")
        if header is None:
            raise AccessDeniedError(HINT_NO_HEADER)
        encoded = header.removeprefix("Bearer ").strip()
        if encoded.count(".") != 2:
            raise AccessDeniedError(HINT_NOT_A_JWT)
        try:
            claims = jwt.decode(
                encoded,
                self._keys.public_key(),
                algorithms=[SIGNING_ALGORITHM],
                options={
                    "verify_exp": False,
                    "verify_aud": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                    "require": ["aud", "exp", "scopes"],
                },
            )
        except jwt.InvalidTokenError as error:
            raise AccessDeniedError(HINT_NOT_VERIFIED) from error
        if float(claims["exp"]) <= self._site.clock().timestamp():
            raise AccessDeniedError(HINT_NOT_VERIFIED)
        return AccessToken(client_id=str(claims["aud"]), scopes=frozenset(map(str, claims["scopes"])))

    def _system_user_uuid(self) -> uuid.UUID:
        with self._site.connect() as connection:
            raw = connection.execute(
                text("SELECT uuid FROM users WHERE username = :name"), {"name": SYSTEM_USERNAME}
            ).scalar_one()
            if raw is not None:
                return uuid.UUID(bytes=bytes(raw))
            made = register_uuid(connection, self._site.clock(), table_name="users")
            connection.execute(
                text("UPDATE users SET uuid = :uuid WHERE username = :name AND uuid IS NULL"),
                {"uuid": made.bytes, "name": SYSTEM_USERNAME},
            )
            return made
