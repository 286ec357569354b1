"""The odd answers to a registration."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from arbiter_fhir.errors import ChartError, ConfigurationError, ErrorCode
from arbiter_fhir.openemr import SYSTEM_SCOPES, HttpExchange, RegisteredClient, SiteAddress, register_client
from arbiter_fhir.openemr.client_registration import registration_body
from tests.unit.scripted_server import ScriptedServer, Step, answer, reset

MADE = {"client_id": "c-1", "client_secret": "s3cret", "registration_access_token": "t", "scope": "system/Patient.read"}
UNSUPPORTED = {
    "error": "invalid_client_metadata",
    "message": "Unsupported token_endpoint_auth_method value : private_key_jwt",
}


@pytest.fixture
def register(exchange: HttpExchange, address: SiteAddress, key: bytes) -> Callable[[], RegisteredClient]:
    return lambda: register_client(
        exchange,
        address,
        client_name="Arbiter",
        private_key_pem=key,
        redirect_uri="https://arbiter.example/unused",
        contact="admin@arbiter.example",
    )


def test_a_success_is_told_by_its_client_id_not_by_its_type(
    register: Callable[[], RegisteredClient], server: ScriptedServer
) -> None:
    server.script(answer(200, json.dumps(MADE), "text/html"))
    assert register() == RegisteredClient("c-1", ("system/Patient.read",))
    assert "s3cret" not in repr(register())
    sent = json.loads(server.asked[0].body)
    assert server.asked[0].path == "/oauth2/default/registration"
    assert (sent["application_type"], sent["grant_types"]) == ("private", ["client_credentials"])
    assert sent["token_endpoint_auth_method"] == "private_key_jwt"
    assert sent["scope"] == " ".join(SYSTEM_SCOPES)
    assert sent["redirect_uris"] == ["https://arbiter.example/unused"]
    assert "post_logout_redirect_uris" not in sent
    assert set(sent["jwks"]["keys"][0]) == {"kty", "use", "alg", "kid", "n", "e"}


def test_a_version_that_does_not_know_the_method_gets_the_older_one(
    register: Callable[[], RegisteredClient], server: ScriptedServer
) -> None:
    server.script(answer(400, UNSUPPORTED), answer(200, json.dumps(MADE), "text/html"))
    assert register().client_id == "c-1"
    assert [json.loads(each.body)["token_endpoint_auth_method"] for each in server.asked] == [
        "private_key_jwt",
        "client_secret_post",
    ]


@pytest.mark.parametrize(
    ("step", "code", "tries"),
    [
        (lambda: answer(200, "<html>Query Error: INSERT 'Quill'</html>", "text/html"), ErrorCode.EHR_BAD_ANSWER, 1),
        (lambda: answer(200, {"client_id": ""}), ErrorCode.EHR_BAD_ANSWER, 1),
        (lambda: answer(400, {"error": "invalid_scope", "hint": "Quill"}), ErrorCode.EHR_SCOPE, 1),
        (lambda: answer(400, {"error": "invalid_redirect_uri"}), ErrorCode.EHR_AUTH, 1),
        (lambda: answer(400, UNSUPPORTED), ErrorCode.EHR_AUTH, 2),
        (lambda: answer(404), ErrorCode.EHR_DISABLED, 1),
        (lambda: answer(501), ErrorCode.EHR_DISABLED, 1),
        (lambda: answer(500), ErrorCode.EHR_UNAVAILABLE, 1),
        (lambda: answer(429), ErrorCode.EHR_RATE_LIMITED, 1),
        (reset, ErrorCode.EHR_UNAVAILABLE, 1),
    ],
    ids=["error page", "no id", "scope", "redirect", "method", "off", "FHIR off", "empty 500", "limited", "reset"],
)
def test_each_refusal_has_its_code_and_is_not_sent_twice(
    register: Callable[[], RegisteredClient],
    server: ScriptedServer,
    step: Callable[[], Step],
    code: ErrorCode,
    tries: int,
) -> None:
    server.script(step())
    with pytest.raises(ChartError) as raised:
        register()
    assert raised.value.code is code
    assert "Quill" not in raised.value.message
    assert len(server.asked) == tries


@pytest.mark.parametrize("hole", [{"client_name": " "}, {"redirect_uri": ""}, {"scopes": ()}, {"private_key_pem": b""}])
def test_what_openemr_would_choke_on_is_not_sent(key: bytes, hole: dict[str, object]) -> None:
    values: dict[str, object] = {
        "client_name": "Arbiter",
        "private_key_pem": key,
        "redirect_uri": "https://arbiter.example/unused",
        "contact": "admin@arbiter.example",
        **hole,
    }
    with pytest.raises(ConfigurationError):
        registration_body(**values)  # type: ignore[arg-type]
