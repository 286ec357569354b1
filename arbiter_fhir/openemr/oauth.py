"""Access tokens by signed assertion: OAuth2 client_credentials with private_key_jwt, RS384.

Source: OpenEMR 7.0.1 as observed. It accepts RS384 alone, an audience equal to its own token URL, and each `jti`
once; a token lives 300 seconds and cannot be refreshed; scopes
that a client does not have are left out of the answer silently.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.address import SiteAddress
from arbiter_fhir.openemr.client_key import key_id, load_client_key
from arbiter_fhir.openemr.exchange import HttpAnswer, HttpExchange, HttpLimits, HttpRequest
from arbiter_fhir.openemr.refusal import disabled, refusal
from arbiter_fhir.openemr.shapes import DeniedShape, TokenShape, parse_shape
from arbiter_fhir.ports.clock import Clock

__all__ = ["SYSTEM_SCOPES", "ClientCredentials", "TokenSource"]

#: What the product reads over FHIR. Every scope is named: OpenEMR knows no wildcard, and no `rs` style before 8.
SYSTEM_SCOPES = ("system/Patient.read", "system/DocumentReference.read", "system/Binary.read")

ALGORITHM = "RS384"
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
#: Well under the 24 hours that newer versions allow, and long enough for a clock that is two minutes slow.
ASSERTION_SECONDS = 240
#: A token is renewed when less than this is left: a slow search must not outlive the token that it began with.
RENEW_BEFORE_SECONDS = 60.0
#: The leeway that OpenEMR grants to an assertion's times.
CLOCK_LEEWAY_SECONDS = 60.0
TOKEN_LIMITS = HttpLimits(total_seconds=40.0, body_bytes=64 * 1024)


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """Our registration at one site.

    Attributes:
        client_id: As OpenEMR gave it.
        private_key_pem: The RSA key whose public half is registered, PEM, unencrypted.
    """

    client_id: str
    private_key_pem: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Token:
    """A token and the moment, on the monotonic clock, from which a new one is asked for."""

    text: str = field(repr=False)
    renew_at: float


class TokenSource:
    """Gives a valid token, asking OpenEMR for one only when needed; safe to share between threads.

    Args:
        exchange: How to reach OpenEMR.
        address: Where it is.
        credentials: Our registration.
        clock: For the assertion's times.
        scopes: What every token must open.
        monotonic: Seconds that only grow, for a token's age.

    Raises:
        ConfigurationError: The key is not an RSA key of at least 2,048 bits.
    """

    def __init__(
        self,
        exchange: HttpExchange,
        address: SiteAddress,
        credentials: ClientCredentials,
        *,
        clock: Clock,
        scopes: Sequence[str] = SYSTEM_SCOPES,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._exchange = exchange
        self._address = address
        self._client_id = credentials.client_id
        self._key: RSAPrivateKey = load_client_key(credentials.private_key_pem)
        self._key_id = key_id(self._key)
        self._clock = clock
        self._scopes = tuple(scopes)
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._current: _Token | None = None

    def token(self) -> str:
        """A token with time left.

        Raises:
            ChartError: E_EHR_AUTH, E_EHR_SCOPE, E_EHR_DISABLED: somebody must change something at the site;
                E_EHR_UNAVAILABLE, E_EHR_RATE_LIMITED (retryable); E_EHR_BAD_ANSWER.
        """
        with self._lock:
            if self._current is None or self._monotonic() >= self._current.renew_at:
                self._current = None
                self._current = self._fetch()
            return self._current.text

    def renew(self, refused: str) -> str:
        """Another token than the one that was refused; threads that were refused together ask once.

        Raises:
            ChartError: As `token`.
        """
        with self._lock:
            if self._current is not None and self._current.text == refused:
                self._current = None
        return self.token()

    def _fetch(self) -> _Token:
        asked_at = self._monotonic()
        answer = self._exchange.send(self._request, doing="asking for an access token", limits=TOKEN_LIMITS)
        granted = parse_shape(TokenShape, answer.body) if answer.status == 200 else None
        if granted is None or granted.token_type.lower() != "bearer" or not granted.access_token:
            raise self._refusal(answer)
        given = set(granted.scope.split())
        missing = [scope for scope in self._scopes if scope not in given]
        if missing:
            raise _missing_scopes(missing)
        life = max(float(granted.expires_in), 0.0)
        return _Token(granted.access_token, asked_at + max(life - RENEW_BEFORE_SECONDS, life / 2))

    def _request(self) -> HttpRequest:
        now = int(self._clock.now().timestamp())
        claims = {
            "iss": self._client_id,
            "sub": self._client_id,
            "aud": self._address.audience,
            "jti": str(uuid.uuid4()),
            "iat": now,
            "exp": now + ASSERTION_SECONDS,
        }
        assertion = jwt.encode(claims, self._key, algorithm=ALGORITHM, headers={"kid": self._key_id})
        return HttpRequest(
            url=self._address.token_url,
            form={
                "grant_type": "client_credentials",
                "client_assertion_type": ASSERTION_TYPE,
                "client_assertion": assertion,
                "scope": " ".join(self._scopes),
            },
        )

    def _refusal(self, answer: HttpAnswer) -> ChartError:
        denied = parse_shape(DeniedShape, answer.body)
        if denied is not None and denied.error == "invalid_client":
            return _invalid_client(answer, now=self._clock.now())
        if denied is not None and denied.error == "invalid_scope":
            return self._invalid_scope(denied.hint or "")
        return _other_refusal(answer, denied)

    def _invalid_scope(self, hint: str) -> ChartError:
        # The hint is foreign text: only scopes that we asked for ourselves are repeated.
        named = [scope for scope in self._scopes if f"`{scope}`" in hint] or list(self._scopes)
        return ChartError(
            ErrorCode.EHR_SCOPE,
            f"OpenEMR does not know the scope {', '.join(named)}. Switch its global rest_system_scopes_api on"
            " (Admin, Config, Connectors) and compare the scopes with those of its version.",
        )


def _missing_scopes(missing: Sequence[str]) -> ChartError:
    return ChartError(
        ErrorCode.EHR_SCOPE,
        f"OpenEMR gave a token without {', '.join(missing)}: the client was registered without them. Run"
        " `arbiter-fhir register` and enable the client that it makes (Admin, System, API Clients).",
    )


def _invalid_client(answer: HttpAnswer, *, now: datetime) -> ChartError:
    if answer.status == 401:
        return ChartError(
            ErrorCode.EHR_AUTH,
            "OpenEMR does not know the client id, or the client is not enabled: Admin, System, API Clients."
            + _clock_advice(answer.server_date, now),
        )
    return ChartError(
        ErrorCode.EHR_AUTH,
        "OpenEMR refused the signed assertion and does not say why. Check, in this order: the token URL used here"
        " equals OpenEMR's global site_addr_oath plus /oauth2/<site>/token, host and port included; the registered JWKS"
        " holds this key's public half; both clocks agree. OpenEMR's PHP error log names the reason."
        + _clock_advice(answer.server_date, now),
    )


def _clock_advice(server_date: str, now: datetime) -> str:
    try:
        theirs = parsedate_to_datetime(server_date)
    except (TypeError, ValueError):
        return ""
    if theirs.tzinfo is None:
        theirs = theirs.replace(tzinfo=UTC)
    apart = (now - theirs).total_seconds()
    if abs(apart) <= CLOCK_LEEWAY_SECONDS:
        return ""
    ahead = "ahead of" if apart > 0 else "behind"
    return f" This machine's clock is {abs(apart):.0f} seconds {ahead} OpenEMR's: that alone is refused."


def _other_refusal(answer: HttpAnswer, denied: DeniedShape | None) -> ChartError:
    asking = "asking for an access token"
    if answer.status == 404 and denied is None:
        return disabled()
    if denied is not None and answer.status < 500:
        return ChartError(
            ErrorCode.EHR_AUTH,
            f"OpenEMR refused the token request ({answer.status}): the client may not use the client_credentials grant."
            " Register it with this grant and a JWKS.",
        )
    if answer.status == 200:
        return ChartError(
            ErrorCode.EHR_BAD_ANSWER,
            f"OpenEMR answered 200 without a token while {asking}: is a proxy or a login page answering in its place?",
            retryable=True,
        )
    return refusal(answer, asking)
