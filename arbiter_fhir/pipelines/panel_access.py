"""Tokens of the OpenEMR module: minted for one user and one patient, good for a minute, used once.

A token is a JWT with ``{"alg": "HS256", "typ": "arbiter-panel+jwt"}`` and nothing else in its header. One algorithm,
one type, one issuer, one audience; a claim that is missing, of another kind or beyond its bounds makes it nobody's
token (RFC 8725). What is wrong is never told: a caller learns that it is not let in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import jwt

from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartPart
from arbiter_fhir.domain.tenant import PatientId, TenantScope
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.ports.access import Caller, KeyScope, OpenCategories, UsedTokens
from arbiter_fhir.ports.clock import Clock

__all__ = ["PanelAccess"]

ALGORITHM: Final = "HS256"
TOKEN_TYPE: Final = "arbiter-panel+jwt"  # noqa: S105  the name of a kind, no secret
ISSUER: Final = "oe-module-arbiter-fhir"
AUDIENCE: Final = "arbiter-fhir"
CLAIMS: Final = ("iss", "aud", "site", "sub", "scopes", "categories", "chart", "iat", "exp", "jti")
#: Required as well, and null in a token of the site.
PATIENT_CLAIM: Final = "pid"
#: Longest life of a token, and how far the module's clock may be off (contract between module and service).
LIFE_SECONDS: Final = 60
LEEWAY_SECONDS: Final = 5
#: A real one has about 500 characters; one of a site whose open and closed categories alternate has more.
MAX_TOKEN_CHARS: Final = 6000
#: Runs of categories that a token may name.
MAX_CATEGORY_RUNS: Final = 250
SECRET_BYTES: Final = 32

_HEADER: Final = {"alg": ALGORITHM, "typ": TOKEN_TYPE}
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
#: `users.id`; 0 is the site itself, for what it does by schedule.
_USER: Final = re.compile(r"users:(?:0|[1-9][0-9]{0,9})")
_TOKEN_ID: Final = re.compile(r"[0-9a-f]{32}")
_LARGEST_ID: Final = 2**63 - 1


class PanelAccess:
    """Finds the caller behind a token of the module.

    Args:
        secret: What the module signs with, at least 32 bytes: the text of its secret, not what the hex stands for.
        scope: The site whose tokens these are.
        used: Which tokens were used already.
        clock: The time.

    Raises:
        ConfigurationError: The secret is too short.
    """

    def __init__(self, secret: bytes, *, scope: TenantScope, used: UsedTokens, clock: Clock) -> None:
        if len(secret) < SECRET_BYTES:
            raise ConfigurationError(f"The module's secret is shorter than {SECRET_BYTES} bytes.")
        self._secret = secret
        self._scope = scope
        self._used = used
        self._clock = clock

    @staticmethod
    def looks_like_token(presented: str) -> bool:
        """Whether this is of a token's shape; a key never is."""
        return len(presented) <= MAX_TOKEN_CHARS and _SHAPE.fullmatch(presented) is not None

    def authenticate(self, presented: str) -> Caller | None:
        """The caller, or ``None``; a token that is good is used up by this.

        Raises:
            StoreError: It cannot be told whether the token was used before.
        """
        claims = self._claims(presented)
        if claims is None:
            return None
        caller = self._caller(claims)
        if caller is None or not self._is_of_now(claims):
            return None
        expires_at = datetime.fromtimestamp(claims["exp"] + LEEWAY_SECONDS, UTC)
        return caller if self._used.spend(claims["jti"], expires_at=expires_at) else None

    def _claims(self, presented: str) -> Mapping[str, Any] | None:
        """The claims of a token that was signed with our secret."""
        if not self.looks_like_token(presented):
            return None
        try:
            # The header is compared before anything is computed with it: it can name no other algorithm, key or place.
            if jwt.get_unverified_header(presented) != _HEADER:
                return None
            claims: Mapping[str, Any] = jwt.decode(
                presented,
                self._secret,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=ISSUER,
                # Times are checked below, by our own clock.
                options={
                    "require": list(CLAIMS),
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                    "strict_aud": True,
                },
            )
        except (jwt.InvalidTokenError, ValueError, TypeError, RecursionError):
            return None
        return claims if PATIENT_CLAIM in claims else None

    def _caller(self, claims: Mapping[str, Any]) -> Caller | None:
        """Who the claims speak of, where each is of its kind."""
        user, patient, scopes = claims["sub"], claims[PATIENT_CLAIM], _scopes(claims["scopes"])
        token_id = claims["jti"]
        categories, parts = _categories(claims["categories"]), _parts(claims["chart"])
        if claims["site"] != self._scope.site or scopes is None or categories is None or parts is None:
            return None
        if not (isinstance(user, str) and _USER.fullmatch(user)):
            return None
        if not (isinstance(token_id, str) and _TOKEN_ID.fullmatch(token_id)):
            return None
        if patient is not None and not (_is_number(patient) and 0 < patient <= _LARGEST_ID):
            return None
        return Caller(
            key_id=user,
            site=self._scope.site,
            scopes=scopes,
            patient_id=None if patient is None else PatientId(patient),
            user=user,
            categories=categories,
            closed_parts=BY_OWN_RIGHT - parts,
        )

    def _is_of_now(self, claims: Mapping[str, Any]) -> bool:
        issued, expires = claims["iat"], claims["exp"]
        if not (_is_number(issued) and _is_number(expires) and issued < expires <= issued + LIFE_SECONDS):
            return False
        now = self._clock.now().timestamp()
        return bool(issued - LEEWAY_SECONDS <= now < expires + LEEWAY_SECONDS)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _scopes(listed: object) -> frozenset[KeyScope] | None:
    """The scopes; ``None`` where there is none, or one that nobody knows."""
    if not isinstance(listed, list) or not listed:
        return None
    try:
        return frozenset(KeyScope(word) for word in listed)
    except ValueError:
        return None


def _parts(listed: object) -> frozenset[ChartPart] | None:
    """The parts of the chart that are open; ``None`` where one is none that has a right of its own."""
    if not isinstance(listed, list):
        return None
    try:
        parts = frozenset(ChartPart(word) for word in listed)
    except ValueError:
        return None
    return parts if parts <= BY_OWN_RIGHT else None


def _categories(listed: object) -> OpenCategories | None:
    """The categories; ``None`` where the claim is no list of runs, each of a first and a last id."""
    if not isinstance(listed, list) or len(listed) > MAX_CATEGORY_RUNS:
        return None
    runs: list[tuple[int, int]] = []
    for run in listed:
        if not (isinstance(run, list) and len(run) == 2 and all(_is_number(each) for each in run)):
            return None
        first, last = run
        if not 0 <= first <= last <= _LARGEST_ID:
            return None
        runs.append((first, last))
    return OpenCategories(tuple(runs))
