"""A backend client in its plainest form: makes assertions, fetches tokens, asks the FHIR API."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm
from sqlalchemy import RowMapping, text

from devstack.ehr import BACKEND_SCOPES, StandInEhr

JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
ALL_SCOPES = (*BACKEND_SCOPES, "system/DiagnosticReport.read", "system/Condition.read")

Json = dict[str, Any]


def new_key() -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


def jwks(key: RSAPrivateKey, **fields: str) -> Json:
    published = json.loads(RSAAlgorithm.to_jwk(key.public_key()))
    return {"keys": [{"kty": "RSA", "n": published["n"], "e": published["e"], **fields}]}


@dataclass
class Backend:
    """A registered client of one running stand-in."""

    ehr: StandInEhr
    key: RSAPrivateKey
    client_id: str
    http: httpx.Client
    scope: str = " ".join(ALL_SCOPES)
    _token: str = field(default="", repr=False)

    def assertion(self, *, algorithm: str = "RS384", headers: Json | None = None, **changes: object) -> str:
        """An assertion as OpenEMR wants it; a change to None leaves the claim out."""
        claims: Json = {
            "iss": self.client_id,
            "sub": self.client_id,
            "aud": self.ehr.token_url,
            "exp": int(self.ehr.site.clock().timestamp()) + 60,
            "jti": uuid.uuid4().hex,
            **changes,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(claims, self.key, algorithm=algorithm, headers=headers)

    def ask_token(self, assertion: str | None = None, **changes: str | None) -> httpx.Response:
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": JWT_BEARER,
            "client_assertion": assertion or self.assertion(),
            "scope": self.scope,
            **changes,
        }
        return self.http.post(
            self.ehr.token_url, data={name: value for name, value in form.items() if value is not None}
        )

    def token(self, scope: str | None = None) -> str:
        answer = self.ask_token(scope=scope or self.scope)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["access_token"])

    def get(self, path: str, *, token: str | None = None, **parameters: str) -> httpx.Response:
        if token is None:
            self._token = self._token or self.token()
            token = self._token
        return self.http.get(
            f"{self.ehr.fhir_base_url}/{path}", params=parameters, headers={"Authorization": f"Bearer {token}"}
        )

    def search(self, resource: str, **parameters: str) -> list[Json]:
        """The resources of a search, in the order of the bundle."""
        answer = self.get(resource, **parameters)
        assert answer.status_code == 200
        bundle = answer.json()
        entries = [entry["resource"] for entry in bundle.get("entry", [])]
        assert bundle["total"] == len(entries)
        return entries


def register(ehr: StandInEhr, http: httpx.Client, scopes: tuple[str, ...] = ALL_SCOPES) -> Backend:
    key = new_key()
    return Backend(ehr, key, ehr.register_client(jwks(key), scopes), http, " ".join(scopes))


def rows(ehr: StandInEhr, sql: str, **values: object) -> list[RowMapping]:
    with ehr.site.connect() as connection:
        return list(connection.execute(text(sql), values).mappings())


def execute(ehr: StandInEhr, sql: str, **values: object) -> None:
    with ehr.site.connect() as connection:
        connection.execute(text(sql), values)


def now_seconds() -> int:
    return int(time.time())
