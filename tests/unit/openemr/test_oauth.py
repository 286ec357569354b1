"""Tokens: what is asked, when it is asked again, and what each odd answer means."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import jwt
import pytest

from arbiter_fhir.errors import ChartError, ConfigurationError, ErrorCode
from arbiter_fhir.openemr import SYSTEM_SCOPES, ClientCredentials, HttpExchange, SiteAddress, TokenSource, public_jwks
from tests.unit.openemr.conftest import FixedClock
from tests.unit.scripted_server import SCOPES, ScriptedServer, answer, granted, reset

INVALID_CLIENT = {
    "error": "invalid_client",
    "error_description": "Client authentication failed",
    "message": "Client authentication failed",
}


def claims(server: ScriptedServer, number: int, key: bytes) -> dict[str, object]:
    published = public_jwks(key)["keys"]
    assert isinstance(published, list)
    assertion = server.asked[number].form()["client_assertion"]
    header = jwt.get_unverified_header(assertion)
    assert (header["alg"], header["kid"]) == ("RS384", published[0]["kid"])
    options = {"verify_aud": False, "verify_exp": False, "verify_iat": False}
    return jwt.decode(assertion, jwt.PyJWK(published[0]).key, algorithms=["RS384"], options=options)  # type: ignore[arg-type]


def test_the_assertion_is_what_openemr_accepts(
    server: ScriptedServer, tokens: TokenSource, key: bytes, clock: FixedClock, address: SiteAddress
) -> None:
    assert tokens.token() == "token-1"
    form = server.asked[0].form()
    assert server.asked[0].path == "/oauth2/default/token"
    assert form["grant_type"] == "client_credentials"
    assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    assert form["scope"] == SCOPES
    said = claims(server, 0, key)
    assert (said["iss"], said["sub"], said["aud"]) == ("client-1", "client-1", address.token_url)
    now = int(clock.now().timestamp())
    assert (said["iat"], said["exp"]) == (now, now + 240)
    assert len(str(said["jti"])) == 36


def test_every_assertion_has_its_own_jti_retries_included(
    server: ScriptedServer, tokens: TokenSource, key: bytes
) -> None:
    server.token_steps = [answer(503), reset(), granted("a"), granted("b")]
    assert tokens.token() == "a"
    assert tokens.renew("a") == "b"
    assert len({claims(server, number, key)["jti"] for number in range(4)}) == 4


class Seconds:
    """A monotonic clock that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def aging(exchange: HttpExchange, address: SiteAddress, key: bytes, clock: FixedClock, seconds: Seconds) -> TokenSource:
    return TokenSource(exchange, address, ClientCredentials("client-1", key), clock=clock, monotonic=seconds)


def test_a_token_is_kept_and_renewed_before_its_300_seconds_run_out(
    server: ScriptedServer, aging: TokenSource, seconds: Seconds
) -> None:
    assert [aging.token(), aging.token()] == ["token-1", "token-1"]
    seconds.now += 239
    assert aging.token() == "token-1"
    seconds.now += 1
    assert aging.token() == "token-2"
    assert len(server.asked) == 2


def test_a_token_of_a_short_life_is_kept_for_half_of_it(
    server: ScriptedServer, aging: TokenSource, seconds: Seconds
) -> None:
    server.token_steps = [granted("a", expires_in=60), granted("b", expires_in=-5), granted("c")]
    assert aging.token() == "a"
    seconds.now += 29
    assert aging.token() == "a"
    seconds.now += 1
    assert aging.token() == "b"
    assert aging.token() == "c"


def test_threads_that_need_a_token_together_ask_once(server: ScriptedServer, tokens: TokenSource) -> None:
    def slow(handler: object) -> None:
        time.sleep(0.2)
        granted("only")(handler)  # type: ignore[arg-type]

    server.token_steps = [slow, granted("another")]
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: tokens.token(), range(8))) == {"only"}
    assert len(server.asked) == 1


def test_threads_that_were_refused_together_renew_once(server: ScriptedServer, tokens: TokenSource) -> None:
    old = tokens.token()
    ready = threading.Barrier(6)

    def renew(_: int) -> str:
        ready.wait()
        return tokens.renew(old)

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(renew, range(6))) == {"token-2"}
    assert server.tokens_given == 2


def failed(tokens: TokenSource) -> ChartError:
    with pytest.raises(ChartError) as raised:
        tokens.token()
    return raised.value


@pytest.mark.parametrize(
    ("scope", "missing"),
    [
        ("", SYSTEM_SCOPES),
        ("system/Patient.read system/Binary.read", ("system/DocumentReference.read",)),
        ("system/Patient.reads system/DocumentReference.read system/Binary.read", ("system/Patient.read",)),
    ],
)
def test_scopes_that_were_left_out_silently_are_named(
    server: ScriptedServer, tokens: TokenSource, scope: str, missing: tuple[str, ...]
) -> None:
    server.token_steps = [granted("useless", scope=scope)]
    error = failed(tokens)
    assert (error.code, error.retryable) == (ErrorCode.EHR_SCOPE, False)
    assert f"without {', '.join(missing)}:" in error.message


def test_more_scopes_than_asked_are_no_trouble(server: ScriptedServer, tokens: TokenSource) -> None:
    server.token_steps = [granted("good", scope=f"{SCOPES} site:default")]
    assert tokens.token() == "good"


def test_an_unknown_scope_is_named_by_its_hint(server: ScriptedServer, tokens: TokenSource) -> None:
    server.token_steps = [
        answer(400, {"error": "invalid_scope", "hint": "Check the `system/Binary.read` scope <b>evil</b>"})
    ]
    error = failed(tokens)
    assert error.code is ErrorCode.EHR_SCOPE
    assert "the scope system/Binary.read." in error.message
    assert "rest_system_scopes_api" in error.message
    assert "evil" not in error.message


def test_a_refused_assertion_lists_what_to_check(server: ScriptedServer, tokens: TokenSource) -> None:
    server.token_steps = [answer(400, INVALID_CLIENT)]
    error = failed(tokens)
    assert (error.code, error.retryable) == (ErrorCode.EHR_AUTH, False)
    for part in ("site_addr_oath", "JWKS", "clock", "error log"):
        assert part in error.message


def test_a_client_that_is_not_enabled_is_told_apart(server: ScriptedServer, tokens: TokenSource) -> None:
    server.token_steps = [answer(401, INVALID_CLIENT)]
    error = failed(tokens)
    assert error.code is ErrorCode.EHR_AUTH
    assert "not enabled" in error.message


@pytest.mark.parametrize(
    ("apart", "advice"),
    [
        (timedelta(seconds=200), "200 seconds ahead of OpenEMR's"),
        (timedelta(seconds=-200), "200 seconds behind OpenEMR's"),
        (timedelta(seconds=30), None),
    ],
)
def test_clocks_that_differ_are_named(
    exchange: HttpExchange,
    address: SiteAddress,
    server: ScriptedServer,
    key: bytes,
    clock: FixedClock,
    apart: timedelta,
    advice: str | None,
) -> None:
    theirs = (clock.moment - apart).strftime("%a, %d %b %Y %H:%M:%S GMT")

    server.token_steps = [answer(400, INVALID_CLIENT, Date=theirs)]
    error = failed(TokenSource(exchange, address, ClientCredentials("client-1", key), clock=clock))
    assert (advice in error.message) if advice else ("This machine's clock" not in error.message)


@pytest.mark.parametrize(
    ("step", "code", "retryable"),
    [
        (lambda: answer(501), ErrorCode.EHR_DISABLED, False),
        (lambda: answer(404), ErrorCode.EHR_DISABLED, False),
        (lambda: answer(500), ErrorCode.EHR_UNAVAILABLE, True),
        (lambda: answer(503), ErrorCode.EHR_UNAVAILABLE, True),
        (lambda: answer(429, Retry_After="60"), ErrorCode.EHR_RATE_LIMITED, True),
        (lambda: answer(400, {"error": "unsupported_grant_type"}), ErrorCode.EHR_AUTH, False),
        (lambda: answer(400, {"error": "invalid_request", "hint": "assertion type"}), ErrorCode.EHR_AUTH, False),
        (lambda: answer(200, "<html>Sign in</html>", "text/html"), ErrorCode.EHR_BAD_ANSWER, True),
        (lambda: answer(200), ErrorCode.EHR_BAD_ANSWER, True),
        (lambda: answer(200, '{"access_token": "abc', "application/json"), ErrorCode.EHR_BAD_ANSWER, True),
        (lambda: granted(""), ErrorCode.EHR_BAD_ANSWER, True),
        (lambda: answer(302, Location="https://elsewhere.example/"), ErrorCode.EHR_BAD_ANSWER, False),
        (lambda: answer(418), ErrorCode.EHR_BAD_ANSWER, False),
    ],
    ids=[
        "FHIR off",
        "all APIs off",
        "no key pair",
        "down",
        "limited",
        "grant refused",
        "grant unknown",
        "login page",
        "empty",
        "cut off",
        "no token",
        "redirect",
        "odd",
    ],
)
def test_each_odd_answer_has_its_code(
    server: ScriptedServer, tokens: TokenSource, step: Callable[[], object], code: ErrorCode, retryable: bool
) -> None:
    server.token_steps = [step()]  # type: ignore[list-item]
    error = failed(tokens)
    assert (error.code, error.retryable) == (code, retryable)
    assert "html" not in error.message


def test_a_failure_is_not_remembered(server: ScriptedServer, tokens: TokenSource) -> None:
    server.token_steps = [answer(401, INVALID_CLIENT), granted("good")]
    assert failed(tokens).code is ErrorCode.EHR_AUTH
    assert tokens.token() == "good"


def test_a_key_that_is_no_key_stops_the_start(exchange: HttpExchange, address: SiteAddress, clock: FixedClock) -> None:
    with pytest.raises(ConfigurationError):
        TokenSource(exchange, address, ClientCredentials("client-1", b"nothing"), clock=clock)


def test_no_secret_is_in_a_repr(key: bytes) -> None:
    assert "PRIVATE" not in repr(ClientCredentials("client-1", key))
