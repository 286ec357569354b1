"""Section 4 of the observations: the token endpoint."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import jwt
import pytest

from devstack.ehr import StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.contract.standin.backend import Backend, new_key, now_seconds, register, rows

INVALID_CLIENT = {
    "error": "invalid_client",
    "error_description": "Client authentication failed",
    "message": "Client authentication failed",
}


def refused(answer: httpx.Response, status: int = 400) -> bool:
    return answer.status_code == status and answer.json() == INVALID_CLIENT


def test_a_good_assertion_gives_a_token_for_300_seconds(backend: Backend) -> None:
    answer = backend.ask_token()
    assert answer.status_code == 200
    data = answer.json()
    assert list(data) == ["scope", "token_type", "expires_in", "access_token"]
    assert (data["scope"], data["token_type"], data["expires_in"]) == (backend.scope, "Bearer", 300)


def test_the_access_token_is_rs256_with_fractional_times(backend: Backend) -> None:
    token = backend.ask_token().json()["access_token"]
    assert jwt.get_unverified_header(token) == {"alg": "RS256", "typ": "JWT"}
    claims = jwt.decode(token, options={"verify_signature": False})
    [system] = rows(backend.ehr, "SELECT uuid FROM users WHERE username = 'oe-system'")
    assert claims["aud"] == backend.client_id
    assert claims["sub"] == str(uuid.UUID(bytes=system["uuid"]))
    assert claims["scopes"] == [*backend.scope.split(), "site:default"]
    assert claims["exp"] - claims["iat"] == pytest.approx(300)
    assert isinstance(claims["exp"], float)


def test_audience_may_be_a_list(backend: Backend) -> None:
    assert backend.ask_token(backend.assertion(aud=["x", backend.ehr.token_url])).status_code == 200


@pytest.mark.parametrize("algorithm", ["RS256", "RS512"])
def test_other_algorithms_are_refused(backend: Backend, algorithm: str) -> None:
    assert refused(backend.ask_token(backend.assertion(algorithm=algorithm)))


@pytest.mark.parametrize("audience", ["issuer", "other port", "other host"])
def test_another_audience_is_refused(backend: Backend, audience: str) -> None:
    wrong = {
        "issuer": f"{backend.ehr.base_url}/oauth2/default",
        "other port": "http://127.0.0.1:1/oauth2/default/token",
        "other host": backend.ehr.token_url.replace("127.0.0.1", "ehr.example"),
    }[audience]
    assert refused(backend.ask_token(backend.assertion(aud=wrong)))


def test_key_id_is_not_enforced(backend: Backend) -> None:
    assert backend.ask_token(backend.assertion(headers={"kid": "nobody"})).status_code == 200
    assert backend.ask_token(backend.assertion()).status_code == 200


def test_a_key_that_is_not_registered_is_refused(backend: Backend, http: httpx.Client) -> None:
    stranger = Backend(backend.ehr, new_key(), backend.client_id, http)
    assert refused(stranger.ask_token())


def test_jti_is_needed_and_used_once(backend: Backend) -> None:
    assert refused(backend.ask_token(backend.assertion(jti=None)))
    used = uuid.uuid4().hex
    assert backend.ask_token(backend.assertion(jti=used)).status_code == 200
    # A new assertion does not help: the id is what counts.
    assert refused(backend.ask_token(backend.assertion(jti=used, exp=now_seconds() + 120)))
    [row] = rows(backend.ehr, "SELECT jti, client_id FROM jwt_grant_history WHERE jti = :jti", jti=used)
    assert row["client_id"] == backend.client_id


@pytest.mark.parametrize(("seconds", "granted"), [(-55, True), (-66, False), (600, True), (86_400, True)], ids=str)
def test_expiry_has_a_minute_of_leeway_and_no_upper_limit(backend: Backend, seconds: int, granted: bool) -> None:
    answer = backend.ask_token(backend.assertion(exp=now_seconds() + seconds))
    assert answer.status_code == 200 if granted else refused(answer)


def test_leeway_ends_between_59_and_61_seconds(mariadb: MariaDBHandle, http: httpx.Client, tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, 5, 0, tzinfo=UTC)
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        with StandInEhr(mariadb.url(schema), tmp_path / "documents", clock=lambda: now) as ehr:
            backend = register(ehr, http)
            stamp = int(now.timestamp())
            assert backend.ask_token(backend.assertion(exp=stamp - 59)).status_code == 200
            assert refused(backend.ask_token(backend.assertion(exp=stamp - 61)))


def test_disabled_and_unknown_clients_get_401_with_the_same_body(ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(ehr, http)
    issued = backend.token()
    ehr.enable_client(backend.client_id, enabled=False)
    assert refused(backend.ask_token(), 401)
    assert refused(Backend(ehr, backend.key, "unknown-client", http).ask_token(), 401)
    # What was issued before goes on working.
    assert backend.get("Patient", token=issued).status_code == 200


def test_no_scope_and_scopes_it_cannot_have_give_an_empty_scope(backend: Backend) -> None:
    for scope in (None, "user/Patient.read", "openid"):
        answer = backend.ask_token(scope=scope)
        assert (answer.status_code, answer.json()["scope"]) == (200, "")
    token = backend.ask_token(scope=None).json()["access_token"]
    answer = backend.get("Patient", token=token)
    assert (answer.status_code, answer.content) == (401, b"")


def test_scopes_are_cut_down_without_a_word(ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(ehr, http, ("system/Patient.read",))
    answer = backend.ask_token(scope="system/Patient.read system/Binary.read")
    assert (answer.status_code, answer.json()["scope"]) == (200, "system/Patient.read")


def test_a_scope_that_does_not_exist_is_named(backend: Backend) -> None:
    answer = backend.ask_token(scope="system/Patient.read system/Foo.read")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")
    assert answer.json()["hint"] == "Check the `system/Foo.read` scope"


def test_a_secret_is_not_accepted(backend: Backend) -> None:
    for changes in ({"client_assertion_type": None}, {"client_assertion": None, "client_assertion_type": None}):
        answer = backend.ask_token(client_secret="s", **changes)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
        assert answer.json()["hint"] == "assertion type is not supported"


def test_json_body_and_other_grants(backend: Backend, http: httpx.Client) -> None:
    answer = http.post(backend.ehr.token_url, json={"grant_type": "client_credentials"})
    assert answer.status_code == 400
    assert (answer.json()["error"], answer.json()["error_description"]) == ("invalid_request", "Bad request")
    answer = backend.ask_token(grant_type="device_code")
    assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")


@pytest.mark.parametrize("assertion", ["garbage", "a.b.c", "e30.e30.e30"])
def test_an_unreadable_assertion_looks_like_any_other_failure(backend: Backend, assertion: str) -> None:
    answer = backend.ask_token(assertion)
    assert answer.json() == INVALID_CLIENT


def test_keys_are_fetched_from_their_address(ehr: StandInEhr, http: httpx.Client) -> None:
    # The stand-in's own published key set serves as a reachable address; its key is not ours, so it is refused,
    # and a change of the address to an unreachable one is refused in the same words.
    backend = register(ehr, http)
    for address in (f"{ehr.base_url}/oauth2/default/jwk", "http://127.0.0.1:1/nothing"):
        with ehr.site.connect() as connection:
            connection.exec_driver_sql(
                "UPDATE oauth_clients SET jwks = '', jwks_uri = %s WHERE client_id = %s", (address, backend.client_id)
            )
        assert refused(backend.ask_token())
    assert ehr.traffic.count("/oauth2/default/jwk") == 1


def test_a_token_ends_after_300_seconds(mariadb: MariaDBHandle, http: httpx.Client, tmp_path: Path) -> None:
    moment = [datetime(2026, 11, 30, 5, 0, tzinfo=UTC)]
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        with StandInEhr(mariadb.url(schema), tmp_path / "documents", clock=lambda: moment[0]) as ehr:
            backend = register(ehr, http)
            token = backend.token()
            moment[0] += timedelta(seconds=299)
            assert backend.get("Patient", token=token).status_code == 200
            moment[0] += timedelta(seconds=2)
            answer = backend.get("Patient", token=token)
            assert answer.status_code == 401
            assert answer.json()["hint"] == "Access token could not be verified"
