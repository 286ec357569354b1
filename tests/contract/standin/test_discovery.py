"""Section 2 of the observations: what the server says about itself."""

from __future__ import annotations

import httpx

from devstack.ehr import StandInEhr
from tests.contract.standin.backend import Backend


def test_smart_configuration_holds_a_list_in_a_list_and_leaves_things_out(ehr: StandInEhr, http: httpx.Client) -> None:
    document = http.get(f"{ehr.fhir_base_url}/.well-known/smart-configuration").json()
    assert len(document["scopes_supported"]) == 1
    assert "system/Patient.read" in document["scopes_supported"][0]
    assert document["token_endpoint"] == ehr.token_url
    for name in ("jwks_uri", "issuer", "token_endpoint_auth_methods_supported"):
        assert name not in document
    assert "client-confidential-asymmetric" not in document["capabilities"]
    assert set(document["grant_types_supported"]) == {"client_credentials", "authorization_code"}


def test_openid_document_names_what_it_refuses(ehr: StandInEhr, http: httpx.Client) -> None:
    document = http.get(f"{ehr.base_url}/oauth2/default/.well-known/openid-configuration").json()
    assert document["token_endpoint_auth_methods_supported"] == ["client_secret_post"]
    assert document["token_endpoint_auth_signing_alg_values_supported"] == ["RS256", "RS384"]
    assert set(document["grant_types_supported"]) == {"authorization_code", "refresh_token"}


def test_key_set_is_one_rsa_key_without_kid_and_alg(ehr: StandInEhr, http: httpx.Client) -> None:
    [key] = http.get(f"{ehr.base_url}/oauth2/default/jwk").json()["keys"]
    assert (key["kty"], key["use"]) == ("RSA", "sig")
    assert "kid" not in key
    assert "alg" not in key


def test_system_scopes_are_25_reads_and_no_write(ehr: StandInEhr, http: httpx.Client) -> None:
    document = http.get(f"{ehr.fhir_base_url}/.well-known/smart-configuration").json()
    system = [scope for scope in document["scopes_supported"][0] if scope.startswith("system/")]
    assert sum(scope.endswith(".read") for scope in system) == 25
    assert not [scope for scope in system if scope.endswith((".write", ".rs"))]
    assert "system/DocumentReference.$docref" in system


def test_metadata_needs_no_token_and_claims_a_create_that_is_not_there(
    ehr: StandInEhr, http: httpx.Client, backend: Backend
) -> None:
    statement = http.get(f"{ehr.fhir_base_url}/metadata").json()
    assert (statement["software"]["version"], statement["fhirVersion"]) == ("7.0.1", "4.0.1")
    resources = {resource["type"]: resource for resource in statement["rest"][0]["resource"]}
    parameters = {parameter["name"] for parameter in resources["DocumentReference"]["searchParam"]}
    assert parameters == {"patient", "type", "category", "date", "_id"}
    assert {"code": "create"} in resources["DocumentReference"]["interaction"]
    assert resources["Binary"]["interaction"] == [{"code": "read"}]
    answer = http.post(
        f"{ehr.fhir_base_url}/DocumentReference", json={}, headers={"Authorization": f"Bearer {backend.token()}"}
    )
    assert (answer.status_code, answer.content) == (404, b"")
