"""Section 1 of the observations: what the globals switch, and what their absence looks like."""

from __future__ import annotations

import httpx
import pytest

from devstack.ehr import StandInEhr
from tests.contract.standin.backend import execute, register

PATHS = ("metadata", ".well-known/smart-configuration", "Patient", "Observation")


def empty_html(answer: httpx.Response) -> bool:
    return answer.content == b"" and answer.headers["content-type"].startswith("text/html")


def test_after_installation_oauth_is_404_and_a_protected_url_500(new_ehr: StandInEhr, http: httpx.Client) -> None:
    for endpoint in ("registration", "token", "jwk", ".well-known/openid-configuration"):
        answer = http.get(f"{new_ehr.base_url}/oauth2/default/{endpoint}")
        assert (answer.status_code, answer.content) == (404, b"")
    answer = http.get(f"{new_ehr.fhir_base_url}/Patient")
    assert answer.status_code == 500
    assert empty_html(answer)


def test_calling_metadata_first_makes_the_key_pair_and_then_a_protected_url_answers_401(
    new_ehr: StandInEhr, http: httpx.Client
) -> None:
    new_ehr.site.set_global("rest_fhir_api", "1")
    assert http.get(f"{new_ehr.fhir_base_url}/metadata").status_code == 200
    certificates = new_ehr.site.documents_dir / "certificates"
    assert (certificates / "oaprivate.key").exists()
    assert (certificates / "oapublic.key").exists()
    answer = http.get(f"{new_ehr.fhir_base_url}/Patient")
    assert (answer.status_code, answer.json()["error"]) == (401, "access_denied")


@pytest.mark.parametrize("path", PATHS)
def test_fhir_switched_off_is_an_empty_501(own_ehr: StandInEhr, http: httpx.Client, path: str) -> None:
    own_ehr.site.set_global("rest_fhir_api", "0")
    answer = http.get(f"{own_ehr.fhir_base_url}/{path}")
    assert answer.status_code == 501
    assert empty_html(answer)


def test_standard_api_is_501_when_off_and_an_empty_401_for_a_system_token(
    own_ehr: StandInEhr, http: httpx.Client
) -> None:
    token = register(own_ehr, http).token()
    url = f"{own_ehr.base_url}/apis/default/api/patient/1/document"
    headers = {"Authorization": f"Bearer {token}"}
    answer = http.get(url, headers=headers)
    assert answer.status_code == 401
    assert empty_html(answer)
    own_ehr.site.set_global("rest_api", "0")
    assert http.get(url, headers=headers).status_code == 501


def test_a_switch_takes_effect_at_once(own_ehr: StandInEhr, http: httpx.Client) -> None:
    url = f"{own_ehr.fhir_base_url}/metadata"
    for value, status in (("0", 501), ("1", 200), ("0", 501)):
        execute(own_ehr, "UPDATE globals SET gl_value = :value WHERE gl_name = 'rest_fhir_api'", value=value)
        assert http.get(url).status_code == status


def test_system_scopes_off_refuses_registration_and_token_but_not_an_issued_token(
    own_ehr: StandInEhr, http: httpx.Client
) -> None:
    backend = register(own_ehr, http)
    token = backend.token()
    own_ehr.site.set_global("rest_system_scopes_api", "0")
    refused = backend.ask_token(scope="system/Patient.read system/Binary.read")
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_scope")
    assert refused.json()["hint"] == "Check the `system/Patient.read` scope"
    with pytest.raises(ValueError, match="refused"):
        register(own_ehr, http)
    assert backend.get("Patient", token=token).status_code == 200


def test_without_an_address_every_own_url_points_at_localhost(own_ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(own_ehr, http)
    token = backend.token()
    own_ehr.site.set_global("site_addr_oath", "")
    statement = http.get(f"{own_ehr.fhir_base_url}/metadata").json()
    assert statement["implementation"]["url"] == "https://localhost/apis/default/fhir"
    assert backend.ask_token().status_code == 400
    assert backend.ask_token(backend.assertion(aud="https://localhost/oauth2/default/token")).status_code == 200
    patient = own_ehr.store.create_patient(fname="A", lname="B", dob=own_ehr.site.local_now().date())
    own_ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", b"%PDF-1.4")
    [found] = backend.get("DocumentReference", token=token).json()["entry"]
    assert found["resource"]["content"][0]["attachment"]["url"].startswith(
        "https://localhost/apis/default/fhir/Binary/"
    )


def test_unknown_site_is_an_empty_400(ehr: StandInEhr, http: httpx.Client) -> None:
    answer = http.get(f"{ehr.base_url}/apis/nosite/fhir/Patient")
    assert (answer.status_code, answer.content) == (400, b"")


def test_drive_keys_that_do_not_fit_empty_every_answer(own_ehr: StandInEhr, http: httpx.Client) -> None:
    backend = register(own_ehr, http)
    token = backend.token()
    execute(own_ehr, "UPDATE `keys` SET value = TO_BASE64(REPEAT('k', 32)) WHERE name = 'sixb'")
    for path in ("metadata", ".well-known/smart-configuration"):
        answer = http.get(f"{own_ehr.fhir_base_url}/{path}")
        assert (answer.status_code, answer.content) == (200, b"")
    answer = backend.get("Patient", token=token)
    assert (answer.status_code, answer.content) == (500, b"")
