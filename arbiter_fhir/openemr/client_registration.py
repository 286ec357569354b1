"""Registers this service as a client of one site.

Source: OpenEMR 7.0.1 as observed. It answers 200 with `text/html` for a success and for its own "Query Error" page
alike, so only a `client_id` in the body counts. Version 7.0.1 refuses the method private_key_jwt that later ones want.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.errors import ChartError, ConfigurationError, ErrorCode
from arbiter_fhir.openemr.address import SiteAddress
from arbiter_fhir.openemr.client_key import public_jwks
from arbiter_fhir.openemr.exchange import HttpAnswer, HttpExchange, HttpLimits, HttpRequest
from arbiter_fhir.openemr.oauth import SYSTEM_SCOPES
from arbiter_fhir.openemr.refusal import disabled, refusal
from arbiter_fhir.openemr.shapes import DeniedShape, RegistrationShape, parse_shape

__all__ = ["RegisteredClient", "register_client", "registration_body"]

SIGNED_METHOD = "private_key_jwt"
#: What 7.0.1 takes instead; assertions work all the same, the secret is never used.
OLDER_METHOD = "client_secret_post"
DOING = "registering this service as a client"
LIMITS = HttpLimits(total_seconds=40.0, body_bytes=256 * 1024)


@dataclass(frozen=True, slots=True)
class RegisteredClient:
    """A registration that an administrator still has to enable.

    Attributes:
        client_id: As OpenEMR gave it.
        scopes: What it was registered with, as OpenEMR repeats it.
    """

    client_id: str
    scopes: tuple[str, ...]


def registration_body(
    *,
    client_name: str,
    private_key_pem: bytes,
    redirect_uri: str,
    contact: str,
    scopes: Sequence[str] = SYSTEM_SCOPES,
    method: str = SIGNED_METHOD,
) -> dict[str, object]:
    """The JSON to post.

    Args:
        client_name: Shown to the administrator who enables the client; OpenEMR fails without one.
        private_key_pem: The key; only its public half goes into the body.
        redirect_uri: Never called with this grant, but demanded.
        contact: An e-mail address.
        scopes: What to ask for.
        method: How the client proves itself at the token endpoint.

    Raises:
        ConfigurationError: The key is not fit, or the name, the address or the scopes are empty.
    """
    if not client_name.strip() or not redirect_uri.strip() or not scopes:
        raise ConfigurationError("A client needs a name, a redirect address and at least one scope.")
    return {
        "application_type": "private",
        "client_name": client_name,
        "redirect_uris": [redirect_uri],
        "contacts": [contact],
        "grant_types": ["client_credentials"],
        "token_endpoint_auth_method": method,
        "jwks": public_jwks(private_key_pem),
        "scope": " ".join(scopes),
    }


def register_client(
    exchange: HttpExchange,
    address: SiteAddress,
    *,
    client_name: str,
    private_key_pem: bytes,
    redirect_uri: str,
    contact: str,
    scopes: Sequence[str] = SYSTEM_SCOPES,
) -> RegisteredClient:
    """Register, first as a client that signs, then the way older versions accept.

    Afterwards an administrator enables the client: Admin, System, API Clients.

    Args:
        exchange: How to reach OpenEMR.
        address: Where it is.
        client_name: As in `registration_body`, which also explains the others.
        private_key_pem: The key.
        redirect_uri: Demanded, never called.
        contact: An e-mail address.
        scopes: What to ask for.

    Raises:
        ChartError: E_EHR_SCOPE, E_EHR_AUTH, E_EHR_DISABLED, E_EHR_UNAVAILABLE or E_EHR_BAD_ANSWER.
        ConfigurationError: As `registration_body`.
    """
    for method in (SIGNED_METHOD, OLDER_METHOD):
        body = registration_body(
            client_name=client_name,
            private_key_pem=private_key_pem,
            redirect_uri=redirect_uri,
            contact=contact,
            scopes=scopes,
            method=method,
        )
        answer = _post(exchange, HttpRequest(url=address.registration_url, json=body))
        registered = parse_shape(RegistrationShape, answer.body)
        if answer.status == 200 and registered is not None and registered.client_id:
            return RegisteredClient(registered.client_id, tuple(registered.scope.split()))
        denied = parse_shape(DeniedShape, answer.body)
        if method == OLDER_METHOD or denied is None or denied.error != "invalid_client_metadata":
            break
    raise _refusal(answer, denied, scopes)


def _post(exchange: HttpExchange, request: HttpRequest) -> HttpAnswer:
    # One try: a second one after a lost answer would leave a stray client behind.
    return exchange.send(lambda: request, doing=DOING, limits=LIMITS, again=False)


def _refusal(answer: HttpAnswer, denied: DeniedShape | None, scopes: Sequence[str]) -> ChartError:
    if denied is not None and denied.error == "invalid_scope":
        return ChartError(
            ErrorCode.EHR_SCOPE,
            f"OpenEMR does not offer all of {', '.join(scopes)}: switch its global rest_system_scopes_api on"
            " (Admin, Config, Connectors).",
        )
    if denied is not None:
        return ChartError(
            ErrorCode.EHR_AUTH,
            f"OpenEMR refused the registration ({answer.status}): check the name, the redirect address and the scopes.",
        )
    if answer.status == 404:
        return disabled()
    if answer.status != 200:
        return refusal(answer, DOING)
    return ChartError(
        ErrorCode.EHR_BAD_ANSWER,
        f"OpenEMR answered 200 without a client id while {DOING}: no client was registered that could be used. Its"
        " error log names the reason.",
    )
