"""Section 3 of the observations: client registration."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from devstack.ehr import StandInEhr
from tests.contract.standin.backend import jwks, new_key, rows

KEY_SET = jwks(new_key())


def body(**changes: Any) -> dict[str, Any]:
    fields = {
        "application_type": "private",
        "redirect_uris": ["https://client.example/unused"],
        "client_name": "arbiter",
        "contacts": ["ops@client.example"],
        "scope": "system/Patient.read",
        "token_endpoint_auth_method": "client_secret_post",
        "jwks": KEY_SET,
        **changes,
    }
    return {name: value for name, value in fields.items() if value is not None}


def register(ehr: StandInEhr, http: httpx.Client, **changes: Any) -> httpx.Response:
    return http.post(f"{ehr.base_url}/oauth2/default/registration", json=body(**changes))


def test_success_is_json_labelled_as_html(ehr: StandInEhr, http: httpx.Client) -> None:
    answer = register(ehr, http)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    data = json.loads(answer.text)
    assert data["client_id"]
    assert data["client_secret"]
    assert data["registration_access_token"]
    assert data["registration_client_uri"].startswith(ehr.base_url)
    assert isinstance(data["client_id_issued_at"], int)
    assert (data["client_secret_expires_at"], data["client_role"]) == (0, "user")
    assert (data["client_name"], data["scope"]) == ("arbiter", "system/Patient.read")


def test_the_row_is_disabled_and_keeps_the_secret_encrypted(ehr: StandInEhr, http: httpx.Client) -> None:
    data = json.loads(register(ehr, http).text)
    [row] = rows(ehr, "SELECT * FROM oauth_clients WHERE client_id = :id", id=data["client_id"])
    assert (row["is_enabled"], row["is_confidential"]) == (0, 1)
    assert (row["client_role"], row["grant_types"]) == ("user", "authorization_code")
    assert json.loads(row["jwks"]) == KEY_SET
    assert data["client_secret"] not in row["client_secret"]


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        (
            {"token_endpoint_auth_method": "private_key_jwt"},
            "invalid_client_metadata",
            "Unsupported token_endpoint_auth_method value : private_key_jwt",
        ),
        ({"jwks": None}, "invalid_client_metadata", "jwks is invalid"),
        (
            {"application_type": "public"},
            "invalid_client_metadata",
            "system and user scopes are only allowed for confidential clients",
        ),
        ({"redirect_uris": None}, "invalid_redirect_uri", "redirect_uris is invalid"),
        ({"post_logout_redirect_uris": []}, "invalid_client_metadata", "post_logout_redirect_uris is invalid"),
    ],
)
def test_refusals(ehr: StandInEhr, http: httpx.Client, changes: dict[str, Any], error: str, words: str) -> None:
    answer = register(ehr, http, **changes)
    assert answer.status_code == 400
    assert (answer.json()["error"], answer.json()["error_description"]) == (error, words)


@pytest.mark.parametrize("scope", ["system/Foo.read", "system/Patient.rs", "system/Patient.write"])
def test_a_scope_that_does_not_exist_is_named(ehr: StandInEhr, http: httpx.Client, scope: str) -> None:
    answer = register(ehr, http, scope=f"system/Patient.read {scope}")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")
    assert answer.json()["hint"] == f"Check the `{scope}` scope"


def test_no_scope_is_an_empty_500(ehr: StandInEhr, http: httpx.Client) -> None:
    answer = register(ehr, http, scope=None)
    assert (answer.status_code, answer.content) == (500, b"")


def test_no_client_name_is_a_200_with_an_error_page(ehr: StandInEhr, http: httpx.Client) -> None:
    answer = register(ehr, http, client_name=None)
    assert answer.status_code == 200
    assert "Query Error" in answer.text
    assert "INSERT INTO" in answer.text


def test_anything_but_a_json_post_is_an_unexpected_content_type(ehr: StandInEhr, http: httpx.Client) -> None:
    url = f"{ehr.base_url}/oauth2/default/registration"
    for answer in (
        http.get(url),
        http.post(url, data={"client_name": "x"}),
        http.post(url, content=b"not json", headers={"Content-Type": "application/json"}),
    ):
        assert answer.status_code == 400
        assert answer.json()["error"] == "invalid_client_metadata"
        assert answer.json()["error_description"] == "Unexpected content type"


def test_keys_by_address_are_taken_in_place_of_keys(ehr: StandInEhr, http: httpx.Client) -> None:
    answer = register(ehr, http, jwks=None, jwks_uri="https://client.example/jwks.json")
    assert json.loads(answer.text)["client_id"]
