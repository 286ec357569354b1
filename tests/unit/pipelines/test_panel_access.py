"""Tokens of the module: one shape is let in, once; every other is nobody's, and nobody is told why."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest

from arbiter_fhir.domain.audit import ActorType
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.tenant import PatientId, SiteId, TenantScope
from arbiter_fhir.errors import ConfigurationError, ErrorCode, StoreError
from arbiter_fhir.pipelines.panel_access import PanelAccess
from arbiter_fhir.ports.access import KeyScope, OpenCategories

SECRET = b"0123456789abcdef" * 4
NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
HEADER = {"alg": "HS256", "typ": "arbiter-panel+jwt"}
JTI = "ab" * 16


class Remembered:
    """Used tokens in memory, as the database's unique key keeps them."""

    def __init__(self) -> None:
        self.used: dict[str, datetime] = {}

    def spend(self, token_id: str, *, expires_at: datetime) -> bool:
        if token_id in self.used:
            return False
        self.used[token_id] = expires_at
        return True


class Stopped:
    def __init__(self, now: datetime = NOW) -> None:
        self.time = now

    def now(self) -> datetime:
        return self.time


def claims(**changes: object) -> dict[str, Any]:
    at = int(NOW.timestamp())
    full: dict[str, Any] = {
        "iss": "oe-module-arbiter-fhir",
        "aud": "arbiter-fhir",
        "site": "default",
        "sub": "users:7",
        "pid": 12,
        "scopes": ["query", "review"],
        "categories": [[0, 3], [7, 7]],
        "chart": ["results"],
        "iat": at,
        "exp": at + 60,
        "jti": JTI,
    }
    return {name: value for name, value in {**full, **changes}.items() if value is not ...}


def encoded(part: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


def token(
    body: object = None,
    *,
    header: object = None,
    secret: bytes = SECRET,
    sign: Callable[..., Any] = hashlib.sha256,
) -> str:
    """A token made by hand, so that it may be anything."""
    signed = f"{encoded(HEADER if header is None else header)}.{encoded(claims() if body is None else body)}"
    mark = hmac.new(secret, signed.encode(), sign).digest()
    return f"{signed}.{base64.urlsafe_b64encode(mark).rstrip(b'=').decode()}"


def door(used: Remembered | None = None, *, now: datetime = NOW, site: str = "default") -> PanelAccess:
    return PanelAccess(SECRET, scope=TenantScope(SiteId(site)), used=used or Remembered(), clock=Stopped(now))


def test_a_good_token_tells_user_patient_and_scopes() -> None:
    caller = door().authenticate(token())
    assert caller is not None
    assert (caller.user, caller.key_id, caller.patient_id) == ("users:7", "users:7", 12)
    assert caller.scopes == {KeyScope.QUERY, KeyScope.REVIEW}
    assert caller.site == "default"
    assert caller.actor_type is ActorType.USER
    assert caller.categories == OpenCategories(((0, 3), (7, 7)))
    assert caller.closed_parts == {ChartPart.PRESCRIPTIONS, ChartPart.DEMOGRAPHICS}
    assert caller.opens(PatientId(12))
    assert not caller.opens(PatientId(13))
    assert not caller.opens_site


def test_a_token_of_the_usual_library_is_as_good() -> None:
    made = jwt.encode(claims(), SECRET, algorithm="HS256", headers={"typ": "arbiter-panel+jwt"})
    assert door().authenticate(made) is not None


def test_a_token_without_a_patient_opens_the_site_and_no_patient() -> None:
    caller = door().authenticate(token(claims(pid=None, sub="users:0")))
    assert caller is not None
    assert caller.opens_site
    assert not caller.opens(PatientId(1))


def test_a_token_is_good_once() -> None:
    used = Remembered()
    assert door(used).authenticate(token()) is not None
    assert door(used).authenticate(token()) is None
    assert used.used[JTI] == NOW + timedelta(seconds=65)


def test_what_is_refused_uses_no_token_up() -> None:
    used = Remembered()
    assert door(used).authenticate(token(claims(aud="another"))) is None
    assert used.used == {}


@pytest.mark.parametrize("skew", [-65, -6, 66, 300])
def test_beyond_the_leeway_a_token_is_nothing(skew: int) -> None:
    assert door(now=NOW + timedelta(seconds=skew)).authenticate(token()) is None


@pytest.mark.parametrize("skew", [-5, 0, 30, 64])
def test_within_the_leeway_it_is_good(skew: int) -> None:
    assert door(now=NOW + timedelta(seconds=skew)).authenticate(token()) is not None


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "none", "typ": "arbiter-panel+jwt"},
        {"alg": "None", "typ": "arbiter-panel+jwt"},
        {"alg": "HS384", "typ": "arbiter-panel+jwt"},
        {"alg": "HS512", "typ": "arbiter-panel+jwt"},
        {"alg": "RS256", "typ": "arbiter-panel+jwt"},
        {"alg": "ES256", "typ": "arbiter-panel+jwt"},
        {"alg": "hs256", "typ": "arbiter-panel+jwt"},
        {"alg": ["HS256"], "typ": "arbiter-panel+jwt"},
        {"alg": "HS256", "typ": "JWT"},
        {"alg": "HS256", "typ": "at+jwt"},
        {"alg": "HS256"},
        {"typ": "arbiter-panel+jwt"},
        {**HEADER, "kid": "../../dev/null"},
        {**HEADER, "kid": "' OR 1=1 -- "},
        {**HEADER, "jku": "https://evil.example/keys"},
        {**HEADER, "crit": ["exp"]},
        {**HEADER, "b64": False, "crit": ["b64"]},
        {**HEADER, "zip": "DEF"},
        [],
        "HS256",
    ],
    ids=str,
)
def test_another_header_is_nobodys(header: object) -> None:
    assert door().authenticate(token(header=header)) is None


def test_a_token_without_a_signature_is_nobodys() -> None:
    unsigned = f"{encoded({**HEADER, 'alg': 'none'})}.{encoded(claims())}."
    assert door().authenticate(unsigned) is None
    assert door().authenticate(token().rpartition(".")[0] + ".") is None


@pytest.mark.parametrize("sign", [hashlib.sha384, hashlib.sha512])
def test_another_hash_under_the_right_name_is_nobodys(sign: Callable[..., Any]) -> None:
    assert door().authenticate(token(sign=sign)) is None


@pytest.mark.parametrize("secret", [b"", b"secret", b"0" * 64, bytes.fromhex(SECRET.decode()), SECRET[:-1]])
def test_another_secret_is_nobodys(secret: bytes) -> None:
    assert door().authenticate(token(secret=secret)) is None


AT = int(NOW.timestamp())


@pytest.mark.parametrize("claim", list(claims()))
def test_a_missing_claim_is_nobodys(claim: str) -> None:
    assert door().authenticate(token(claims(**{claim: ...}))) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "another-module"},
        {"iss": ["oe-module-arbiter-fhir"]},
        {"aud": "another"},
        {"aud": ["arbiter-fhir"]},
        {"aud": ["arbiter-fhir", "another"]},
        {"site": "other"},
        {"site": None},
        {"site": ["default"]},
        {"sub": "users:"},
        {"sub": "users:07"},
        {"sub": "admin"},
        {"sub": "users:7 or 1"},
        {"sub": "users:7\n"},
        {"sub": 7},
        {"sub": None},
        {"pid": 0},
        {"pid": -1},
        {"pid": True},
        {"pid": "12"},
        {"pid": 12.0},
        {"pid": [12]},
        {"pid": 2**64},
        {"scopes": []},
        {"scopes": "query"},
        {"scopes": ["query", "root"]},
        {"scopes": [["query"]]},
        {"scopes": {"query": True}},
        {"scopes": None},
        {"chart": None},
        {"chart": "results"},
        {"chart": ["results", "root"]},
        {"chart": ["vitals"]},
        {"chart": [["results"]]},
        {"categories": None},
        {"categories": {}},
        {"categories": "0-3"},
        {"categories": [0, 3]},
        {"categories": [[0]]},
        {"categories": [[0, 1, 2]]},
        {"categories": [[3, 1]]},
        {"categories": [[-1, 3]]},
        {"categories": [["0", "3"]]},
        {"categories": [[0, True]]},
        {"categories": [[0, 3.0]]},
        {"categories": [[0, 2**64]]},
        {"categories": [[1, 1]] * 251},
        {"jti": ""},
        {"jti": "AB" * 16},
        {"jti": "ab" * 15},
        {"jti": "ab" * 17},
        {"jti": "zz" * 16},
        {"jti": 7},
        {"jti": JTI + "\n"},
        {"exp": AT + 61},
        {"exp": AT + 86_400},
        {"exp": 2**63},
        {"exp": str(AT + 60)},
        {"exp": AT + 59.5},
        {"exp": True},
        {"exp": AT},
        {"exp": AT - 10},
        {"iat": AT + 30, "exp": AT + 90},
        {"iat": AT - 120, "exp": AT - 60},
        {"iat": AT - 120, "exp": AT + 60},
        {"iat": str(AT)},
        {"iat": None},
        {"iat": -1, "exp": 59},
    ],
    ids=str,
)
def test_a_claim_beyond_its_bounds_is_nobodys(changes: dict[str, object]) -> None:
    assert door().authenticate(token(claims(**changes))) is None


@pytest.mark.parametrize("body", [[], "users:7", 7, None, {"nested": claims()}], ids=str)
def test_claims_of_another_kind_are_nobodys(body: object) -> None:
    signed = f"{encoded(HEADER)}.{encoded(body)}"
    mark = base64.urlsafe_b64encode(hmac.new(SECRET, signed.encode(), hashlib.sha256).digest()).rstrip(b"=").decode()
    assert door().authenticate(f"{signed}.{mark}") is None


def test_a_tampered_token_is_nobodys_wherever_it_was_touched() -> None:
    good = token()
    for place in range(0, len(good) - 2, 7):
        letter = "A" if good[place] != "A" else "B"
        assert door().authenticate(good[:place] + letter + good[place + 1 :]) is None


def test_claims_cannot_be_swapped_under_a_signature() -> None:
    head, _, mark = token().split(".")
    assert door().authenticate(f"{head}.{encoded(claims(pid=13))}.{mark}") is None


@pytest.mark.parametrize(
    "presented",
    ["", ".", "..", "a.b", "a.b.c", "a.b.c.d", token() + ".", " " + token(), token() + "=", token() + "\x00", "é.é.é"],
)
def test_what_is_no_token_is_nobodys(presented: str) -> None:
    assert door().authenticate(presented) is None


def test_a_token_beyond_the_cap_is_not_looked_at() -> None:
    long = token(claims(padding="x" * 6000))
    assert not PanelAccess.looks_like_token(long)
    assert door().authenticate(long) is None


def test_a_key_of_ours_does_not_look_like_a_token() -> None:
    assert not PanelAccess.looks_like_token("arb_abcdefghijkl_" + "a" * 43)
    assert PanelAccess.looks_like_token(token())


def test_where_it_cannot_be_told_whether_a_token_was_used_nobody_is_let_in() -> None:
    class Away(Remembered):
        def spend(self, token_id: str, *, expires_at: datetime) -> bool:
            raise StoreError(ErrorCode.STORE_UNAVAILABLE, "away")

    with pytest.raises(StoreError):
        door(Away()).authenticate(token())


def test_no_categories_are_no_documents() -> None:
    caller = door().authenticate(token(claims(categories=[])))
    assert caller is not None
    assert caller.categories is not None
    assert not caller.categories.open_all(())
    assert not caller.categories.open_all((2,))


def test_the_largest_list_of_categories_fits() -> None:
    runs = [[2 * number + 90_000, 2 * number + 90_000] for number in range(250)]
    assert door().authenticate(token(claims(categories=runs))) is not None


def test_a_short_secret_is_no_secret() -> None:
    with pytest.raises(ConfigurationError):
        PanelAccess(b"short", scope=TenantScope(SiteId("default")), used=Remembered(), clock=Stopped())
